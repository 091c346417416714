/** What a start would be refused for, before anything is made for it on this machine. */
import { readTerms } from "../../log/postgres/schema.ts";
import { type ClockTerms, checkDatabaseClock } from "./clock-checks.ts";
import { type ClusterPlace, withCluster } from "./moves/with-cluster.ts";

/** Throws when there is no such cluster, its server must not be believed, or a clock is wrong. */
export async function checkCluster(place: ClusterPlace, clock: ClockTerms): Promise<void> {
  await withCluster(place, "bourse start", async (session) => {
    await readTerms(session);
    await checkDatabaseClock(session, clock);
  });
}
