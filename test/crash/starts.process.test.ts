/** Starts and stops of the real process that meet something in their way. */
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { HalfSentOrder } from "../support/half-sent-order.ts";
import type { Ended } from "../support/run-to-end.ts";
import { bourse, ServerProcess } from "../support/server-process.ts";
import { SignedClient } from "../support/signed-client.ts";
import { directoryOfFile, temporaryDirectory } from "../support/temporary-directory.ts";
import { bodyOf } from "./checker/areas.ts";
import type { Placement } from "./checker/order-claims.ts";
import { Claims } from "./claims.ts";
import { verifyDirectory } from "./verify-directory.ts";

/** A segment is written full of zeros when it is made. */
const ARGS = ["--segment-mib", "1"];
const PATIENT = { recvWindow: 60_000 };
/** A few seconds on a machine that has nothing else to do. */
const PATIENCE_MS = 300_000;

/** The sentences stand in the message: a list is shown by its length only. */
function expectNone(sentences: readonly string[], rerun: string): void {
  expect(sentences, [rerun, ...sentences].join("\n")).toEqual([]);
}

describe("a directory from a start that is refused to a stop", () => {
  const directory = directoryOfFile();
  const key = { apiKey: "a".repeat(32), secret: "b".repeat(64) };
  let refused: Ended;
  let bare: ServerProcess;
  let servers: ServerProcess[] = [];

  beforeAll(async () => {
    refused = await bourse("start", "--data", directory, "--port", "0", "--no-demo");
    bare = await ServerProcess.start(directory, ["--no-demo", "--sandbox", ...ARGS]);
    await bare.kill();
    // Of a demo that is made, its keys come first.
    const keys = { demo1: key, demo2: { ...key, apiKey: "c".repeat(32) } };
    writeFileSync(join(directory, "demo-keys.json"), JSON.stringify(keys));
    const starts = [ServerProcess.start(directory, ARGS), ServerProcess.start(directory, ARGS)];
    servers = await Promise.all(starts);
  }, PATIENCE_MS);

  afterAll(async () => {
    for (const server of servers) await server.stop();
  });

  test("CORE-DIR-1 a start that is refused leaves a new directory open to any kind", () => {
    expect(refused.code).toBe(2);
    expect(refused.output).toContain("BOURSE_MASTER_KEY_FILE");
    expect(bare.output).toContain("sandbox");
  });

  test("LOG-LOCK-1 of two processes started on one directory at the same moment one serves", () => {
    const [up, ...others] = servers.filter((server) => server.isRunning);
    const [down] = servers.filter((server) => !server.isRunning);

    expect(up && others.length === 0).toBe(true);
    expect(down?.exitCode).toBe(1);
    expect(down?.output).toContain(`is in use by the process with pid ${up?.pid}`);
  });

  test("a demo that a crash cut short is completed by the next start: its keys came first", async () => {
    const client = new SignedClient(runningOf(servers).port, key);

    const account = await client.get("/sapi/v1/account");

    expect(account?.json.balances[0]).toEqual({ asset: "BTC", free: "100", locked: "0" });
    client.close();
  });

  test("LOG-DUR-1 a server that is told to stop answers 503 to what comes, and none of it ever was", async () => {
    const server = runningOf(servers);
    const claims = new Claims();
    const kept = placement("kept");
    const client = new SignedClient(server.port, key);
    claims.answer(kept, await client.post("/sapi/v1/order", bodyOf(kept, kept.clientId)));
    client.close();
    const late = ["late-1", "late-2", "late-3"].map(placement);
    claims.placements.push(kept, ...late);

    // Their connections are not idle, so they are waited for; what they ask for comes when it stops.
    const sending = late.map((asked) =>
      HalfSentOrder.begin(server.port, key, { ...bodyOf(asked, asked.clientId), ...PATIENT }),
    );
    const halves = await Promise.all(sending);
    const stopped = server.stop();
    await server.says(/stopping/);
    const told = await Promise.all(halves.map((half) => half.finish()));
    await stopped;
    late.forEach((asked, at) => {
      claims.answer(asked, told[at]);
    });

    expect(server.exitCode).toBe(0);
    expect(kept.told?.status).toBe(200);
    expect(told.map((answer) => answer?.status)).toEqual([503, 503, 503]);
    await verifyDirectory(directory);
    const again = await ServerProcess.start(directory, ARGS);
    servers.push(again);
    const clients = new Map([["demo1", new SignedClient(again.port, key)]]);
    await claims.check(clients);
    for (const one of clients.values()) one.close();
    expectNone(claims.broken, "what the stopped server did");
  });
});

function placement(clientId: string): Placement {
  const order = { area: "spot", side: "BUY", price: "1", volume: "0.001" } as const;
  return { user: "demo1", clientId, ...order, told: undefined };
}

function runningOf(servers: readonly ServerProcess[]): ServerProcess {
  const running = servers.find(({ isRunning }) => isRunning);
  if (!running) throw new Error("no server runs");
  return running;
}

test("a start that cannot listen ends, with a sentence and without holding the directory", async () => {
  const occupant = createServer().listen(0, "127.0.0.1");
  onTestFinished(() => void occupant.close());
  await once(occupant, "listening");
  const { port } = occupant.address() as AddressInfo;
  const directory = temporaryDirectory();

  const ports = ["--port", `${port}`, "--operator-port", "0"];
  const { code, output } = await bourse("start", "--data", directory, ...ports);

  expect(code).toBe(1);
  expect(output).toContain(`port ${port} of 127.0.0.1 is in use`);
  await verifyDirectory(directory);
});
