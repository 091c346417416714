/** The operator's listener through real sockets. */
import { readdirSync, readFileSync, statSync } from "node:fs";
import { connect, type Socket } from "node:net";
import { networkInterfaces } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { OperatorDesk } from "../../../test/support/operator-desk.ts";
import { temporaryDirectory } from "../../../test/support/temporary-directory.ts";
import { DiskFull } from "../../log/disk.ts";
import { realDisk } from "../../log/real-disk.ts";
import { OPERATOR_TOKEN_NAME } from "../auth/operator-token.ts";
import { privateFiles } from "../auth/private-files.ts";
import { type OperatorPlace, openOperator, openOperatorEarly } from "./open-operator.ts";
import { formatPlace, OPERATOR_ADDRESS_NAME, parsePlace } from "./v1/place.ts";

async function open(directory: string, reach: Partial<OperatorPlace> = {}) {
  const desk = new OperatorDesk();
  const files = privateFiles(realDisk(directory));
  const operator = await openOperator({ ...desk.options(), files, port: 0, ...reach });
  onTestFinished(() => operator.close(0));
  const read = (name: string) => readFileSync(join(directory, name), "utf8").trim();
  return { desk, operator, read, url: `http://127.0.0.1:${operator.port}/operator/v1` };
}

test("OPER-API-1 it listens where it says, with the token that it wrote", async () => {
  const directory = temporaryDirectory();
  const { url, operator, read } = await open(directory);
  const authorization = `Bearer ${read(OPERATOR_TOKEN_NAME)}`;

  const reply = await fetch(`${url}/users`, {
    method: "POST",
    headers: { authorization, "content-type": "application/json" },
    body: '{"name":"alice"}',
  });

  expect(reply.status).toBe(200);
  expect(await reply.json()).toEqual({
    name: "alice",
    userId: 1,
    frozen: false,
    clientIdReuse: false,
  });
  expect([...reply.headers.keys()].filter((name) => name.startsWith("access-"))).toEqual([]);
  expect(read(OPERATOR_ADDRESS_NAME)).toBe(`127.0.0.1:${operator.port}`);
  for (const name of [OPERATOR_TOKEN_NAME, OPERATOR_ADDRESS_NAME]) {
    expect(statSync(join(directory, name)).mode & 0o777).toBe(0o600);
  }
});

test("OPER-API-2 a restart keeps the token and writes down the new place", async () => {
  const directory = temporaryDirectory();
  const first = await open(directory);
  const token = first.read(OPERATOR_TOKEN_NAME);
  await first.operator.close(0);

  const second = await open(directory);

  expect(second.read(OPERATOR_TOKEN_NAME)).toBe(token);
  expect(second.read(OPERATOR_ADDRESS_NAME)).toBe(`127.0.0.1:${second.operator.port}`);
  const headers = { authorization: `Bearer ${token}` };
  expect((await fetch(`${second.url}/status`, { headers })).status).toBe(200);
  expect((await fetch(`${second.url}/status`)).status).toBe(401);
});

test("LOG-FULL-1 a disk that is full does not keep it from listening; it says what is missing", async () => {
  const files = privateFiles(realDisk(temporaryDirectory()));
  const first = await openOperatorEarly({ files, port: 0 });
  await first.close(0);
  const full = {
    ...files,
    create: () => {
      throw new DiskFull("no space");
    },
  };
  const said: string[] = [];

  const operator = await openOperatorEarly({ files: full, port: 0, warn: (it) => said.push(it) });
  onTestFinished(() => operator.close(0));

  expect((await fetch(`http://127.0.0.1:${operator.port}/livez`)).status).toBe(200);
  expect(said).toEqual([expect.stringContaining("name it by --operator-port")]);
});

test("SEC-46 OPER-API-3 a name that was made to lead here is refused on the wire", async () => {
  const { operator, read } = await open(temporaryDirectory());
  const head = [
    "GET /operator/v1/status HTTP/1.1",
    "Host: rebound.example",
    `Authorization: Bearer ${read(OPERATOR_TOKEN_NAME)}`,
    "Connection: close",
  ];

  const said = await new Promise<string>((resolve) => {
    const socket = connect(operator.port, "127.0.0.1");
    let text = "";
    socket.on("data", (piece) => {
      text += piece.toString();
    });
    socket.on("close", () => resolve(text));
    socket.write(`${head.join("\r\n")}\r\n\r\n`);
  });

  expect(said).toMatch(/^HTTP\/1\.1 403 /);
  expect(said).toContain('{"code":-3000,');
});

test("SEC-45 OPER-API-1 no other address of this machine reaches it", async () => {
  const { operator } = await open(temporaryDirectory());
  const others = Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .filter(({ internal, family }) => !internal && family === "IPv4");

  for (const { address } of others) {
    const outcome = await new Promise<string>((resolve) => {
      const socket = connect(operator.port, address, () => {
        socket.destroy();
        resolve("connected");
      });
      socket.on("error", () => resolve("refused"));
    });
    expect(outcome, address).toBe("refused");
  }
});

test("a body larger than 64 KiB is cut off", async () => {
  const { url, desk, read } = await open(temporaryDirectory());

  const reply = await fetch(`${url}/users`, {
    method: "POST",
    headers: {
      authorization: `Bearer ${read(OPERATOR_TOKEN_NAME)}`,
      "content-type": "application/json",
    },
    body: JSON.stringify({ name: "x".repeat(65_536) }),
  });

  expect(reply.status).toBe(413);
  expect(desk.exchange.commands).toHaveLength(1);
});

test("OPER-API-1 where it listens is written so that it can be read again", () => {
  const written = (host: string, port: number) => parsePlace(formatPlace({ host, port }));

  expect([0, 8081, 65_535].map((port) => written("127.0.0.1", port)?.port)).toEqual([
    0, 8081, 65_535,
  ]);
  expect(written("127.0.0.2", 1)).toEqual({ host: "127.0.0.2", port: 1 });
  expect(written("fe80::1", 1)).toEqual({ host: "fe80::1", port: 1 });
  expect(
    ["", "8081", "name:8081", "127.0.0:1", "127.0.0.1:", "127.0.0.1:808100"].map(parsePlace),
  ).toEqual(Array(6).fill(undefined));
});

test("OPER-API-8 a listener on all addresses is written down as one that this machine reaches", () => {
  const hosts = ["0.0.0.0", "::"].map((host) => parsePlace(formatPlace({ host, port: 1 }))?.host);

  expect(hosts).toEqual(["127.0.0.1", "::1"]);
});

const GIVEN = "0123456789abcdef".repeat(2);

test("OPER-API-9 a token that is given opens it beside that in the directory, and is written nowhere", async () => {
  const directory = temporaryDirectory();
  const { url, read } = await open(directory, { givenToken: GIVEN });
  const statusWith = async (authorization: string) =>
    (await fetch(`${url}/status`, { headers: { authorization } })).status;

  const statuses = await Promise.all(
    [GIVEN, read(OPERATOR_TOKEN_NAME), `${GIVEN}0`, GIVEN.toUpperCase(), "", "undefined"].map(
      (token) => statusWith(`Bearer ${token}`),
    ),
  );

  expect(statuses).toEqual([200, 200, 401, 401, 401, 401]);
  for (const name of readdirSync(directory)) expect(read(name)).not.toContain(GIVEN);
});

test("OPER-API-8 it listens where it is told, and not on 127.0.0.1 then", async () => {
  const { operator, read } = await open(temporaryDirectory(), { host: "127.0.0.2" });

  expect((await fetch(`http://127.0.0.2:${operator.port}/livez`)).status).toBe(200);
  expect(read(OPERATOR_ADDRESS_NAME)).toBe(`127.0.0.2:${operator.port}`);
  await expect(fetch(`http://127.0.0.1:${operator.port}/livez`)).rejects.toThrow();
});

/** Resolves when the connection is answered, or is cut before that. */
function probeFrom(localAddress: string, port: number): Promise<"answered" | "cut"> {
  return new Promise((resolve) => {
    const socket: Socket = connect({ host: "127.0.0.2", port, localAddress });
    onTestFinished(() => void socket.destroy());
    socket.once("data", () => resolve("answered"));
    socket.on("error", () => resolve("cut"));
    socket.on("close", () => resolve("cut"));
    socket.write(`GET /livez HTTP/1.1\r\nHost: 127.0.0.2:${port}\r\n\r\n`);
  });
}

test.skipIf(process.platform !== "linux")(
  "SEC-67 OPER-API-8 an address that holds all connections that it gets leaves half of them to others",
  async () => {
    const { operator } = await open(temporaryDirectory(), { host: "127.0.0.2" });

    const held = await Promise.all(
      Array.from({ length: 70 }, () => probeFrom("127.0.0.3", operator.port)),
    );

    expect(held.filter((outcome) => outcome === "answered")).toHaveLength(32);
    expect(await probeFrom("127.0.0.1", operator.port)).toBe("answered");
  },
);
