/** Real servers that are killed, promoted and made standbys again, of each PostgreSQL that is found here. */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { temporaryDirectory } from "../../test/support/temporary-directory.ts";
import { PostgresServer } from "./postgres-server.ts";
import { embeddedPrograms, NoPostgres, packagedPrograms, postgresPrograms } from "./programs.ts";

const START_MS = 60_000;
const places = { "the system": packagedPrograms(), npm: embeddedPrograms() };

test("programs that are named are taken, and a directory without them is refused with a sentence", () => {
  const directory = join(temporaryDirectory(), "bin");
  mkdirSync(directory);

  expect(() => postgresPrograms(directory)).toThrow(NoPostgres);
  for (const name of ["initdb", "postgres"]) writeFileSync(join(directory, name), "");
  expect(postgresPrograms(directory)).toBe(directory);
});

describe.each(Object.entries(places))("the PostgreSQL of %s", (_, programs) => {
  test.skipIf(!programs)(
    "a killed primary is replaced by its standby, and comes back as a standby of that",
    async () => {
      const at = (name: string) => ({ directory: join(place, name), programs });
      const place = temporaryDirectory();
      const one = await PostgresServer.start(at("one"));
      onTestFinished(() => one.abandon());
      await one.sql("create table kept (number int)");
      await one.set("synchronous_standby_names", "ANY 1 (s1, s2)");
      const two = await PostgresServer.startStandby(one, at("two"), "s2");
      onTestFinished(() => two.abandon());
      await one.sql("insert into kept values (1)");

      await one.kill();
      expect(await one.role()).toBe("down");
      expect(await two.role()).toBe("standby");
      await two.promote();
      expect(await two.role()).toBe("primary");
      await one.becomeStandby(two, "s1");
      await two.sql("insert into kept values (2)");

      expect(await one.role()).toBe("standby");
      const rows = () => one.sql("select number from kept order by number");
      await expect.poll(rows).toEqual([{ number: 1 }, { number: 2 }]);
    },
    START_MS,
  );
});

test.skipIf(!postgresPrograms())("a server that cannot start says why", async () => {
  const directory = join(temporaryDirectory(), "primary");
  const server = await PostgresServer.start({ directory });
  await server.stop();
  writeFileSync(join(directory, "postgresql.auto.conf"), "no_such_setting = on\n");

  await expect(server.begin()).rejects.toThrow(/did not start.*no_such_setting/s);
  expect(server.isRunning).toBe(false);
});
