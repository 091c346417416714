/** From a directory to a cluster and back, with a real PostgreSQL: nothing is lost on the way, and nothing is half there. */
import { cpSync, existsSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import { cli } from "../../../../test/support/cli-desk.ts";
import { segmentsIn, stateHashIn, stateHashOf } from "../../../../test/support/moved-directory.ts";
import { clusterTest, MovesDesk } from "../../../../test/support/moves-desk.ts";
import { PATIENCE_MS } from "../../../../test/support/until.ts";
import { lockDirectory } from "../../../log/directory-lock.ts";
import { COPY_MARK } from "../../../log/file/copy-mark.ts";

const desk = MovesDesk.ofFile();
const at = (name: string) => desk.at(name);
const sql = (name: string, text: string) => desk.databases.sql(name, text);

clusterTest.each(["whole", "late"])(
  "CLUSTER-INIT-2 CLUSTER-VERIFY-1 CLUSTER-EXPORT-1 a %s log becomes a cluster, a directory, and a cluster again",
  async (kind) => {
    const [there, again] = [`${kind}_there`, `${kind}_again`];
    const cluster = await desk.databases.typed(there);
    const stateHash = await stateHashOf(at(kind));

    const made = await cli(["cluster", "init", ...cluster, "--from", at(kind)]);
    const verified = await cli(["cluster", "verify", ...cluster]);
    const exported = await cli(["cluster", "export", ...cluster, at(there)]);

    for (const { code, err, out } of [made, verified, exported]) {
      expect(code, err).toBe(0);
      expect(stateHashIn(out)).toBe(stateHash);
    }
    const begins = kind === "whole" ? "the beginning" : /\d{12}\.snap/;
    expect(/^started at +(.*)$/m.exec(verified.out)?.[1]).toMatch(begins);
    expect(await stateHashOf(at(there))).toBe(stateHash);
    expect(segmentsIn(at(there))).toEqual(segmentsIn(at(kind)));
    expect(existsSync(join(at(there), COPY_MARK))).toBe(false);
    // The way back can be gone again: nothing of the cluster is in the way.
    const next = await desk.databases.typed(again);
    expect((await cli(["cluster", "init", ...next, "--from", at(there)])).code).toBe(0);
    expect(stateHashIn((await cli(["cluster", "verify", ...next])).out)).toBe(stateHash);
    const rows =
      "select number, first_position, count, epoch, hash, bytes from bourse.log order by 1";
    expect(await sql(again, rows)).toEqual(await sql(there, rows));
  },
  PATIENCE_MS,
);

const wrongly: readonly (readonly [string, number, readonly string[], RegExp])[] = [
  [
    "a size beside --from",
    2,
    ["init", "URL", "--from", at("whole"), "--segment-mib", "1"],
    /as large as DIR's/,
  ],
  [
    "a directory that is not there",
    2,
    ["init", "URL", "--from", at("nowhere")],
    /nowhere does not exist/,
  ],
  [
    "a directory without a log",
    2,
    ["init", "URL", "--from", at("empty")],
    /is not a data directory/,
  ],
  [
    "a copy",
    2,
    ["init", "URL", "--from", at("copy")],
    /is a copy of a cluster's, which may lack its end/,
  ],
  [
    "a damaged directory",
    4,
    ["init", "URL", "--from", at("damaged")],
    /archive\/00000001\.log at offset 0/,
  ],
  [
    "a place that is taken",
    2,
    ["export", "URL", at("copy")],
    /is not empty: a cluster is exported to a new directory/,
  ],
  ["a file", 2, ["export", "URL", at("file")], /is not a directory/],
  ["no cluster to export", 1, ["export", "URL", at("never")], /has no cluster: make one/],
  ["no cluster to verify", 1, ["verify", "URL"], /has no cluster: make one/],
  ["no such database", 1, ["verify", "NONE"], /database "\w+_none" does not exist/],
  [
    "a password",
    2,
    ["verify", "postgres://bourse:a-password@127.0.0.1:1/x"],
    /^The URL has a password, and others can read a command line/,
  ],
  ["no URL", 2, ["verify", "nonsense"], /is a URL, or a file that has one/],
];

clusterTest(
  "CLUSTER-INIT-1 whatever is refused is told in one sentence, and leaves nothing",
  async () => {
    await desk.databases.create("refused");
    mkdirSync(at("empty"));
    writeFileSync(at("file"), "");
    for (const name of ["copy", "damaged"]) cpSync(at("whole"), at(name), { recursive: true });
    writeFileSync(join(at("copy"), COPY_MARK), "");
    const oldest = readdirSync(join(at("damaged"), "archive")).sort()[0] ?? "";
    writeFileSync(join(at("damaged"), "archive", oldest), Buffer.alloc(500, 1), { flag: "r+" });

    for (const [name, code, [verb = "", url = "", ...rest], sentence] of wrongly) {
      const database = url === "URL" ? desk.databases.url("refused") : url;
      const written = url === "NONE" ? desk.databases.url("none") : database;
      const typed = ["cluster", verb, written, ...rest, "--single-postgres"];
      const refused = await cli(typed);

      expect(refused.err, name).toMatch(sentence);
      expect(refused.err.split("\n"), name).toHaveLength(1);
      expect(refused.code, name).toBe(code);
    }

    expect(await sql("refused", HAS_SCHEMA)).toEqual([]);
    expect(existsSync(at("never"))).toBe(false);
  },
  PATIENCE_MS,
);

const HAS_SCHEMA = "select 1 from pg_namespace where nspname = 'bourse'";

clusterTest("LOG-PG-5 every verb looks at the server first", async () => {
  const url = await desk.databases.create("unsafe");
  for (const typed of [
    ["init", url, "--from", at("whole")],
    ["export", url, at("never")],
    ["verify", url],
  ]) {
    const refused = await cli(["cluster", ...typed]);

    expect(refused).toMatchObject({ code: 1, out: "" });
    expect(refused.err).toContain("no synchronous standby");
  }
  expect(await sql("unsafe", HAS_SCHEMA)).toEqual([]);
});

clusterTest(
  "CLUSTER-INIT-1 a directory in use is not moved, and no cluster is made over another",
  async () => {
    const cluster = await desk.databases.typed("taken");
    const init = () => cli(["cluster", "init", ...cluster, "--from", at("whole")]);
    const lock = await lockDirectory(at("whole"));
    const inUse = await init();
    await lock.release();
    expect(inUse).toMatchObject({
      code: 1,
      err: expect.stringContaining("is in use by the process"),
    });
    expect((await init()).code).toBe(0);

    const again = await init();

    expect(again).toMatchObject({ code: 1, out: "" });
    expect(again.err).toBe("The database has a schema named bourse already.");
  },
);

const damages: readonly (readonly [string, string, RegExp])[] = [
  [
    "a byte",
    "update bourse.log set bytes = set_byte(bytes, 90, get_byte(bytes, 90) # 1) where number = 5",
    /Batch 5 .* a wrong checksum/,
  ],
  ["a row", "delete from bourse.log where number = 7", /Batch 7 .* missing/],
  [
    "a hash",
    "update bourse.log set hash = decode(repeat('00', 32), 'hex') where number = 9",
    /Batch 9 .* another's/,
  ],
  [
    "a moved row",
    "update bourse.log set bytes = (select bytes from bourse.log where number = 3), hash = (select hash from bourse.log where number = 3) where number = 4",
    /Batch 4 .* expected position/,
  ],
  [
    "a piece of the first snapshot",
    "update bourse.snapshot_piece set bytes = set_byte(bytes, 200, get_byte(bytes, 200) # 1) where position = (select min(position) from bourse.snapshot)",
    /which the log of the cluster begins at, is damaged/,
  ],
  [
    "a piece of the newest snapshot",
    "delete from bourse.snapshot_piece where position = (select max(position) from bourse.snapshot)",
    /only 0 bytes/,
  ],
  ["the first snapshot", "delete from bourse.snapshot where is_origin", /begins at is not there/],
];

clusterTest(
  "CLUSTER-VERIFY-1 damage in the database is found and named, with the number of a proof that failed",
  async () => {
    const cluster = await desk.databases.typed("hurt");
    expect((await cli(["cluster", "init", ...cluster, "--from", at("late")])).code).toBe(0);
    for (const [name, change, sentence] of damages) {
      await sql("hurt", "create schema if not exists kept");
      for (const table of ["log", "snapshot", "snapshot_piece"]) {
        await sql("hurt", `create table kept.${table} as select * from bourse.${table}`);
      }
      await sql("hurt", change);

      const verified = await cli(["cluster", "verify", ...cluster]);

      expect(verified.err, name).toMatch(sentence);
      expect(verified.code, name).toBe(4);
      for (const table of ["log", "snapshot", "snapshot_piece"]) {
        await sql("hurt", `delete from bourse.${table}`);
        await sql("hurt", `insert into bourse.${table} select * from kept.${table}`);
      }
      await sql("hurt", "drop schema kept cascade");
    }
    expect(await cli(["cluster", "verify", ...cluster])).toMatchObject({ code: 0, err: "" });
  },
  PATIENCE_MS,
);

clusterTest("CLUSTER-EXPORT-1 an export that fails leaves no directory", async () => {
  const cluster = await desk.databases.typed("half");
  expect((await cli(["cluster", "init", ...cluster, "--from", at("late")])).code).toBe(0);
  await sql("half", "delete from bourse.log where number = 8");

  const failed = await cli(["cluster", "export", ...cluster, at("half")]);

  expect(failed.code).toBe(4);
  expect(existsSync(at("half"))).toBe(false);
});
