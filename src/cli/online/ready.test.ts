/** `bourse ready` against listeners of every state, and against none. */
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { CliDesk, cli } from "../../../test/support/cli-desk.ts";
import { OperatorDesk } from "../../../test/support/operator-desk.ts";
import { temporaryDirectory } from "../../../test/support/temporary-directory.ts";
import { privateFiles } from "../../edge/auth/private-files.ts";
import { openOperatorEarly } from "../../edge/operator/open-operator.ts";
import { realDisk } from "../../log/real-disk.ts";

test("OPER-API-5 a server that takes orders is ready, and no token is needed for it", async () => {
  const desk = await CliDesk.open();

  expect(await desk.type("ready")).toEqual({ code: 0, out: "ready", err: "" });
  const elsewhere = ["ready", "--data", temporaryDirectory(), "--operator-port", `${desk.port}`];
  expect(await cli(elsewhere)).toMatchObject({ code: 0, out: "ready" });
});

test("OPER-API-5 one that starts is not ready: exit code 1 and the reason", async () => {
  const directory = temporaryDirectory();
  const operator = await openOperatorEarly({ files: privateFiles(realDisk(directory)), port: 0 });
  onTestFinished(() => operator.close(0));

  expect(await cli(["ready", "--data", directory])).toEqual({
    code: 1,
    out: "",
    err: "Not ready: starting. The log is being replayed.",
  });
});

/** Nobody listens there: a port that was free a moment ago may be another program's by now, and nobody is given this one. */
const NOBODYS_PORT = "1";

test("none at all is exit code 3, with how to start one", async () => {
  const asked = ["ready", "--data", "nowhere", "--operator-port", NOBODYS_PORT];

  const { code, err } = await cli(asked);

  expect(code).toBe(3);
  expect(err).toBe("No server listens on 127.0.0.1:1. Start one with: bourse start --data nowhere");
});

test("with --wait it waits for the directory, the listener and the exchange", async () => {
  const directory = join(temporaryDirectory(), "made-later");
  const environment = { BOURSE_DATA: directory, BOURSE_OPERATOR_PORT: NOBODYS_PORT };

  const waiting = cli(["ready", "--wait", "60"], environment);
  mkdirSync(directory);
  const files = privateFiles(realDisk(directory));
  const operator = await openOperatorEarly({ files, port: 0, host: "127.0.0.2" });
  onTestFinished(() => operator.close(0));
  operator.serve(new OperatorDesk().options());

  expect(await waiting).toEqual({ code: 0, out: "ready", err: "" });
});

test.each(["-1", "1.5", "3601", "long"])("--wait %s is called wrongly", async (wait) => {
  expect(await cli(["ready", `--wait=${wait}`])).toMatchObject({
    code: 2,
    err: `--wait is a whole number from 0 to 3600, not ${wait}`,
  });
});
