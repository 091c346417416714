/**
 * kill -9 of the server, of its archivist or of both, under load, while replies are on their way that nobody will
 * hear. The moment is the seed's: any, while an index that ruins a user is on its way, or when the second after it
 * ticks (FUT-TICK-1).
 */
import { setTimeout as sleep } from "node:timers/promises";
import { type Afterwards, drawStrikesAt, type Stage } from "./stage.ts";

/** So many more are acknowledged while there is no archivist. */
const WITHOUT_ARCHIVIST = 20;
/** So many come at most while a second is waited for. */
const UNTIL_SECOND = 40;
const SECOND_MS = 1_000;
/** A command takes about so long, a second's a little more. */
const [COMMAND_MS, TICK_MS] = [6, 20];

export async function killServer(stage: Stage): Promise<Afterwards> {
  await stage.underLoad({
    strikesAt: drawStrikesAt(stage.plan),
    more: UNTIL_SECOND,
    strike: (scene) => stage.killUnheard(scene, () => chosenMoment(stage)),
  });
  return undefined;
}

export async function killBoth(stage: Stage): Promise<Afterwards> {
  const killArchivistThen = async () => {
    await chosenMoment(stage);
    killPid(stage.server.archivistPid);
  };
  await stage.underLoad({
    strikesAt: drawStrikesAt(stage.plan),
    more: UNTIL_SECOND,
    strike: (scene) => stage.killUnheard(scene, killArchivistThen),
  });
  return undefined;
}

/** One that ended by itself meanwhile is as good. */
export function killPid(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
  }
}

/** Where in time a kill falls is all that is waited for. */
async function chosenMoment(stage: Stage): Promise<void> {
  const [kind, within] = [Math.floor(stage.plan() * 3), stage.plan()];
  if (kind === 0) return;
  const moving = stage.index.leap(stage.operator());
  if (kind === 1) return await sleep(within * COMMAND_MS);
  await moving;
  await sleep(SECOND_MS - (Date.now() % SECOND_MS) + within * TICK_MS);
}

/** Trading goes on without an archivist; another comes by itself. */
export async function killArchivist(stage: Stage): Promise<Afterwards> {
  const { server, plan } = stage;
  await stage.underLoad({
    strikesAt: drawStrikesAt(plan),
    more: WITHOUT_ARCHIVIST,
    strike: async () => {
      const pid = server.archivistPid;
      const starts = [...server.output.matchAll(/archivist pid/g)].length;
      process.kill(pid, "SIGKILL");
      await server.says(/archivist pid/, starts + 1);
      if (server.archivistPid === pid) throw new Error("the archivist was not started again");
    },
  });
  return undefined;
}
