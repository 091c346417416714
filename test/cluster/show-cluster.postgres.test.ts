/** `npm run cluster`, with keys that a test presses and a terminal that it reads. */
import { EventEmitter } from "node:events";
import { expect, test } from "vitest";
import { showCluster } from "../../scripts/local-cluster/show-cluster.ts";
import { OwnServers } from "../support/own-servers.ts";
import { hasPostgres, POSTGRES_PROGRAMS } from "../support/postgres.ts";
import { PATIENCE_MS, untilSeen } from "../support/until.ts";
import { serverTemplate } from "../support/worker-server.ts";

const CTRL_C = "\u0003";
const clusterTest = test.skipIf(!hasPostgres());

async function made() {
  const { place } = OwnServers.ofTest();
  return { programs: POSTGRES_PROGRAMS, place, template: await serverTemplate() };
}

/** Both ends of a terminal, or of a pipe. */
function terminal(isTTY: boolean) {
  const events = new EventEmitter();
  const modes: boolean[] = [];
  let written = "";
  const input = {
    isTTY,
    setRawMode: (isRaw: boolean) => modes.push(isRaw),
    setEncoding: () => undefined,
    on: (name: string, listener: (pressed: string) => void) => events.on(name, listener),
    pause: () => undefined,
  };
  const output = {
    isTTY,
    write: (text: string) => {
      written += text;
      return true;
    },
  };
  return {
    ends: { input, output } as unknown as Pick<
      Parameters<typeof showCluster>[0],
      "input" | "output"
    >,
    press: (key: string) => events.emit("data", key),
    written: () => written,
    modes,
  };
}

/** As the last screen has it. */
function acknowledgedIn(written: string): number {
  return Number([...written.matchAll(/(\d+) acknowledged/g)].at(-1)?.[1] ?? 0);
}

clusterTest(
  "orders go on while keys kill a node and the primary; Ctrl+C ends all of it",
  async () => {
    const { ends, press, written, modes } = terminal(true);
    const end = new AbortController();
    const showing = showCluster({ ...ends, ...(await made()), end });
    let outcome: string | undefined;
    const ended = showing
      .then(
        () => "ended",
        (error: Error) => error.message,
      )
      .then((how) => {
        outcome = how;
      });
    const seen = (isSeen: () => boolean) =>
      untilSeen("what a key does", async () => {
        expect(outcome).toBeUndefined();
        return isSeen() || undefined;
      });
    const says = (pattern: RegExp) => seen(() => pattern.test(written()));
    await says(/[1-9]\d* acknowledged/);

    press("a");
    await says(/kill -9 of PostgreSQL s1, the primary/);
    await says(/PostgreSQL s[23] is the primary/);
    const before = acknowledgedIn(written());
    await seen(() => acknowledgedIn(written()) > before);
    press("a");
    await says(/PostgreSQL s1 is back as a standby/);
    press("2");
    await says(/node n2 (is started again|has ended)|kill -9 of node n2/);
    press(CTRL_C);

    await ended;
    expect(outcome).toBe("ended");
    expect(written()).toContain("ended, and nothing is left");
    expect(modes).toEqual([true, false]);
  },
  PATIENCE_MS,
);

clusterTest(
  "Ctrl+C during the start ends it, too; where there is no terminal, lines are written",
  async () => {
    const { ends, written } = terminal(false);
    const end = new AbortController();
    const showing = showCluster({ ...ends, ...(await made()), end });
    expect(written()).toContain("starting 3 PostgreSQL servers");
    end.abort();

    await showing;
    expect(written()).toContain("ended, and nothing is left");
    expect(written()).not.toContain("making the cluster");
    expect(written()).not.toContain("\u001b");
  },
  PATIENCE_MS,
);
