/** What was moved in is on the standby when the command has ended: the primary may die at once. */
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import type { PostgresServer } from "../../../../scripts/local-cluster/postgres-server.ts";
import { cli } from "../../../../test/support/cli-desk.ts";
import { stateHashIn, writeDirectory } from "../../../../test/support/moved-directory.ts";
import { OwnServers } from "../../../../test/support/own-servers.ts";
import { hasPostgres } from "../../../../test/support/postgres.ts";
import { directoryOfFile } from "../../../../test/support/temporary-directory.ts";
import { PATIENCE_MS } from "../../../../test/support/until.ts";

const isHere = hasPostgres();
const place = directoryOfFile();
const at = (name: string) => join(place, name);
const servers = OwnServers.ofFile();
let primary: PostgresServer;
let standby: PostgresServer;

beforeAll(async () => {
  if (!isHere) return;
  [primary, standby] = await servers.pair("other");
  await writeDirectory(at("late"), false);
}, PATIENCE_MS);

test.skipIf(!isHere)(
  "CLUSTER-INIT-1 LOG-PG-2 a cluster that was made outlives its primary, log and snapshots alike",
  async () => {
    const made = await cli(["cluster", "init", primary.url, "--from", at("late")]);
    await primary.kill();
    expect(made.err).toBe("");
    const refused = await cli(["cluster", "verify", standby.url, "--single-postgres"]);
    expect(refused.err).toContain("PostgreSQL is a standby here");

    await standby.promote();
    const verified = await cli(["cluster", "verify", standby.url, "--single-postgres"]);

    expect(verified.err).toBe("");
    expect(stateHashIn(verified.out)).toBe(stateHashIn(made.out));
    const gone = await cli(["cluster", "verify", primary.url]);
    expect(gone.code).toBe(1);
    expect(gone.err).toContain("ECONNREFUSED");
  },
  PATIENCE_MS,
);
