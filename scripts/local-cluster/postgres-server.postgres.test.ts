/** Real servers that are killed, promoted and made standbys again, of each PostgreSQL that is found here. */
import { writeFileSync } from "node:fs";
import { connect, createServer } from "node:net";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { OwnServers } from "../../test/support/own-servers.ts";
import { hasPostgres } from "../../test/support/postgres.ts";
import { PATIENCE_MS, UNTIL_SEEN } from "../../test/support/until.ts";
import { PostgresServer } from "./postgres-server.ts";
import { embeddedPrograms, packagedPrograms } from "./programs.ts";

const isHere = hasPostgres();
const places = isHere ? { "the system": packagedPrograms(), npm: embeddedPrograms() } : {};

describe.each(Object.entries(places))("the PostgreSQL of %s", (_, programs) => {
  test.skipIf(!programs)(
    "a killed primary is replaced by its standby, and comes back as a standby of that",
    async () => {
      const { place } = OwnServers.ofTest();
      const at = (name: string) => ({ directory: join(place, name), programs });
      const one = await PostgresServer.start(at("one"));
      onTestFinished(() => one.abandon());
      await one.sql("create table kept (number int)");
      await one.set("synchronous_standby_names", "ANY 1 (s1, s2)");
      const two = await PostgresServer.startStandby(one, at("two"), "s2");
      onTestFinished(() => two.abandon());
      await one.sql("insert into kept values (1)");

      await one.kill();
      expect(await one.role()).toBe("down");
      expect(await two.isStandby()).toBe(true);
      await two.promote();
      expect(await two.isStandby()).toBe(false);
      await one.becomeStandby(two, "s1");
      await two.sql("insert into kept values (2)");

      expect(await one.isStandby()).toBe(true);
      const rows = () => one.sql("select number from kept order by number");
      await expect.poll(rows, UNTIL_SEEN).toEqual([{ number: 1 }, { number: 2 }]);
    },
    PATIENCE_MS,
  );
});

test.skipIf(!isHere)(
  "a server that cannot start says why",
  async () => {
    const server = await OwnServers.ofTest().primary();
    await server.stop();
    writeFileSync(join(server.directory, "postgresql.auto.conf"), "no_such_setting = on\n");

    await expect(server.begin()).rejects.toThrow(/did not start.*no_such_setting/s);
    expect(server.isRunning).toBe(false);
  },
  PATIENCE_MS,
);

test.skipIf(!isHere)(
  "a server whose port leads to another by now does not start, and does not take that one for itself",
  async () => {
    const servers = OwnServers.ofTest();
    const [one, other] = [await servers.primary(), await servers.primary()];
    await one.stop();
    const way = createServer((near) => {
      const far = connect({ port: other.port, host: "127.0.0.1" });
      for (const socket of [near, far]) socket.on("error", () => undefined);
      near.pipe(far).pipe(near);
    });
    await new Promise<void>((resolve) => way.listen(one.port, "127.0.0.1", resolve));
    onTestFinished(() => void way.close());

    await expect(one.begin()).rejects.toThrow(/did not start.*Address already in use/s);
    expect(one.isRunning).toBe(false);
  },
  PATIENCE_MS,
);
