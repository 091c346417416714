/**
 * kill -9 behind liquidations: one user has borrowed all that is allowed in margin, another has opened a position at
 * high leverage, and the index falls. The workers have come to rest before, so nothing is in the way of either: both
 * are the last that happened, and what the exchange did by itself must be there again.
 */
import { type ListName, readNewest } from "../holdings.ts";
import { getClient, type Scene } from "../load/requests.ts";
import { borrow, clearBooks, fall, openPosition } from "./ruined.ts";
import { type Afterwards, drawStrikesAt, type Stage } from "./stage.ts";

export async function killAfterRuin(stage: Stage): Promise<Afterwards> {
  const isShown = stage.plan() < 0.5;
  await stage.underLoad({
    strikesAt: drawStrikesAt(stage.plan),
    more: 0,
    strike: async () => undefined,
  });
  await stage.withScene((scene) =>
    stage.killUnheard(scene, async () => {
      await ruin(scene, `r${stage.round}`);
      if (isShown) await lookAtBoth(scene);
    }),
  );
  return undefined;
}

async function ruin(scene: Scene, name: string): Promise<void> {
  const { crowd, claims } = scene;
  await clearBooks(scene);
  await scene.index.makeSure(scene.operator);
  await openPosition(scene, `${name}-f`);
  await borrow(scene, `${name}-m`);
  await fall(scene);
  claims.atKill.add(`${crowd.borrower} margin`).add(`${crowd.holder} futures`);
}

/** What is shown of it must stay, down to its time. */
async function lookAtBoth(scene: Scene): Promise<void> {
  await look(scene, scene.crowd.borrower, "margin");
  await look(scene, scene.crowd.holder, "profits");
}

async function look({ clients, claims }: Scene, user: string, list: ListName): Promise<void> {
  claims.show(user, list, await readNewest(getClient(clients, user), list));
}
