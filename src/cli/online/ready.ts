/**
 * `bourse ready`: whether new orders are taken, for scripts that wait for a start and for the health check
 * of a container. It asks the probe, which needs no token. Rule OPER-API-5.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { ServerUnreachable } from "../../app/failure.ts";
import { privateFiles } from "../../edge/auth/private-files.ts";
import { realDisk } from "../../log/real-disk.ts";
import { command } from "../terminal/command.ts";
import { UsageError } from "../terminal/usage.ts";
import { ONLINE_OPTIONS, placeOf } from "./online.ts";
import { findMessage, listenerOf, nothingListens, type Place } from "./operator-client.ts";
import { plainFetch } from "./plain-fetch.ts";

const ASK_AGAIN_MS = 100;
const ANSWER_MS = 4_000;
const WAIT_MAX_SECONDS = 3_600;

const { "--data": data, "--operator-port": port } = ONLINE_OPTIONS;

export const ready = command({
  name: "ready",
  says: "say whether new orders are taken: 0 if so, else 1 or 3",
  takes: [],
  options: {
    "--wait": { value: "SECONDS", says: "ask again so long, until they are; also for a server" },
    "--data": data,
    "--operator-port": port,
  },
  async run(values, terminal) {
    const place = placeOf({ ...values, "--json": undefined }, terminal);
    const deadlineMs = performance.now() + waitOf(values["--wait"]) * 1_000;
    for (;;) {
      const problem = await problemAt(place);
      if (problem === undefined) return terminal.out("ready");
      if (performance.now() >= deadlineMs) throw problem;
      await sleep(ASK_AGAIN_MS);
    }
  },
});

function waitOf(written = "0"): number {
  const seconds = /^[0-9]{1,4}$/.test(written) ? Number(written) : Number.NaN;
  if (seconds <= WAIT_MAX_SECONDS) return seconds;
  throw new UsageError(`--wait is a whole number from 0 to ${WAIT_MAX_SECONDS}, not ${written}`);
}

/** Why the server of a directory is not ready. The directory may be made meanwhile, too. */
async function problemAt(place: Place): Promise<Error | undefined> {
  const at = listenerOf(place, privateFiles(realDisk(place.dataDirectory)));
  try {
    const signal = AbortSignal.timeout(ANSWER_MS);
    const options = { method: "GET", headers: {}, signal };
    const reply = await plainFetch(`http://${at}/readyz`, options);
    if (reply.status === 200) return undefined;
    const text = await reply.text();
    return new Error(findMessage(text) ?? `The server answered ${reply.status}.`);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === "ECONNREFUSED") {
      return nothingListens({ at, dataDirectory: place.dataDirectory });
    }
    return new ServerUnreachable(`No answer came from ${at} (${message}).`);
  }
}
