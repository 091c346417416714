/** The workers: each sends one request after the other, and the blow comes in the middle of it. */
import type { ServerProcess } from "../../support/server-process.ts";
import type { Load } from "../blows/stage.ts";
import type { Scene } from "./requests.ts";
import { sendOne } from "./traffic.ts";

const WORKERS = 8;
/** Of so many requests enough are acknowledged, or the server does not work any more. */
const SENT_MAX = 2_000;

export async function sendAround(
  { strikesAt, more, strike }: Load,
  scene: Scene,
  { server, prefix }: { readonly server: ServerProcess; readonly prefix: string },
): Promise<void> {
  let [count, sent] = [0, 0];
  let [struck, isOver] = [undefined as Promise<unknown> | undefined, false];
  const goesOn = () => {
    if (!server.isRunning) return false;
    if (struck && more === "until it is over") return !isOver;
    return sent < SENT_MAX && (!struck || count < strikesAt + Number(more));
  };
  const work = async () => {
    while (goesOn()) {
      const acknowledged = await sendOne(scene, `${prefix}-${++sent}`);
      count += acknowledged;
      if (count < strikesAt || struck) continue;
      struck = strike(scene).finally(() => {
        isOver = true;
      });
      // It is waited for below; a failure meanwhile must not end the process.
      struck.catch(() => undefined);
    }
  };
  await Promise.all(Array.from({ length: WORKERS }, work));
  // It ended by itself, or is halted and acknowledges nothing more.
  if (!struck) throw new Error(`of ${sent} requests only ${count} were acknowledged`);
  await struck;
}
