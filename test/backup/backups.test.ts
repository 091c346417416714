/** Backups on the real disk: where they lie, what is in them, what is not, and the way back. */
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { hexHashOf } from "../../src/log/hash.ts";
import {
  type Backup,
  newestBackup,
  openBackup,
  takeBackup,
} from "../../src/tools/backup/backups.ts";
import { BackupDamaged, MANIFEST_NAME } from "../../src/tools/backup/manifest.ts";
import { PlaceRefused } from "../../src/tools/backup/place.ts";
import { cli } from "../support/cli-desk.ts";
import { temporaryDirectory } from "../support/temporary-directory.ts";
import { realDirectory, SECRET, SECRET_FILES } from "./real-directory.ts";

const NOW_MS = Date.UTC(2026, 10, 15, 9, 30);

function filesBelow(path: string): string[] {
  const all = readdirSync(path, { recursive: true, encoding: "utf8", withFileTypes: true });
  return all.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
}

async function take(nowMs = NOW_MS) {
  const { place, directory } = await realDirectory();
  const to = join(place, "deep/in/backups");
  const backup = await takeBackup({ directory, to, nowMs });
  return { place, directory, to, backup };
}

test("LOG-BACKUP-2 a backup has a folder of its own, named by its time and its position", async () => {
  const { to, backup } = await take();
  const { position, kind, history, files } = backup.manifest;

  expect(backup.path).toBe(
    join(to, `2026-11-15T09-30-00.000Z-${String(position).padStart(12, "0")}`),
  );
  expect(readdirSync(to)).toHaveLength(1);
  expect({ kind, history }).toEqual({ kind: "sandbox", history: position });
  const named = files.map(({ path }) => join(backup.path, path));
  expect(filesBelow(backup.path).sort()).toEqual(
    [...named, join(backup.path, MANIFEST_NAME)].sort(),
  );
});

test("LOG-BACKUP-2 the newest backup is the one with the last name, and what is unfinished is none", async () => {
  const { directory, to, backup } = await take();
  const later = await takeBackup({ directory, to, nowMs: NOW_MS + 1 });
  mkdirSync(join(to, "2026-12-01T00-00-00.000Z.77.tmp"));

  expect(newestBackup(to)).toEqual(later);
  expect(newestBackup(backup.path)).toEqual(backup);
});

test("LOG-BACKUP-3 no byte of a secret is in a backup, nor a file that may hold one", async () => {
  const { directory, backup } = await take();

  for (const name of SECRET_FILES) expect(existsSync(join(directory, name))).toBe(true);
  const names = filesBelow(backup.path);
  for (const name of SECRET_FILES) expect(names.filter((path) => path.includes(name))).toEqual([]);
  for (const path of names) expect(readFileSync(path).includes(SECRET), path).toBe(false);
});

test("LOG-BACKUP-3 a backup is refused inside of the directory, by whichever way it is reached", async () => {
  const { place, directory } = await realDirectory();
  const before = readdirSync(directory);
  symlinkSync(directory, join(place, "link"));
  const inside = ["", "backups", "not/there/yet", "../link/backups", "log"];

  for (const way of inside) {
    const to = join(directory, way);
    await expect(takeBackup({ directory, to, nowMs: NOW_MS }), way).rejects.toThrow(PlaceRefused);
  }
  const beside = { directory, to: `${directory}-backups`, nowMs: NOW_MS };
  expect((await takeBackup(beside)).manifest.position).toBeGreaterThan(0);
  expect(readdirSync(directory)).toEqual(before);
});

test("LOG-BACKUP-2 a backup that fails leaves nothing behind", async () => {
  const { place, directory } = await realDirectory();
  const to = join(place, "backups");
  const [segment = ""] = readdirSync(join(directory, "log"));
  const path = join(directory, "log", segment);
  const bytes = readFileSync(path);
  bytes.writeUInt8(bytes.readUInt8(700) ^ 1, 700);
  writeFileSync(path, bytes);

  const { code, out, err } = await cli(["backup", directory, to]);

  expect({ code, out }).toEqual({ code: 4, out: "" });
  expect(err).toMatch(/^log\/\d{8}\.log at offset \d+: expected [^\n]+$/);
  expect(readdirSync(to)).toEqual([]);
});

test("LOG-BACKUP-2 what was restored is the directory, but for its secrets and its spare segment", async () => {
  const { place, directory, backup } = await take();
  const restored = join(place, "new/exchange");

  const { code, out } = await cli(["restore", backup.path, restored]);

  expect(code).toBe(0);
  expect(out.split("\n")[0]).toBe(
    `restored: ${restored}, sandbox, up to position ${backup.manifest.position}`,
  );
  expect(readdirSync(join(place, "new"))).toEqual(["exchange"]);
  for (const folder of ["snapshots", "archive"]) {
    for (const name of readdirSync(join(directory, folder))) {
      const path = join(folder, name);
      expect(readFileSync(join(restored, path)).equals(readFileSync(join(directory, path)))).toBe(
        true,
      );
    }
  }
  const [used = ""] = readdirSync(join(directory, "log"));
  const [own, copied] = [directory, restored].map((root) => readFileSync(join(root, "log", used)));
  expect(copied?.equals(own ?? Buffer.alloc(0))).toBe(true);
  expect(await cli(["verify", restored])).toMatchObject({ code: 0, err: "" });
});

test("LOG-BACKUP-2 a directory that holds something is not restored to", async () => {
  const { place, directory, backup } = await take();
  const empty = join(place, "empty");
  mkdirSync(empty);

  const refused = await cli(["restore", backup.path, directory]);
  const taken = await cli(["restore", backup.path, empty]);

  expect(refused).toMatchObject({
    code: 2,
    err: `${directory} is not empty: a backup is restored to a new directory`,
  });
  expect(taken.code).toBe(0);
  expect(readdirSync(empty)).toContain("log");
});

/** Each must be found, by a restore and by a drill. */
const DAMAGE: readonly [string, (backup: Backup) => void][] = [
  ...["snapshots", "history", "log", "archive"].flatMap(
    (folder): [string, (backup: Backup) => void][] => [
      [`a flipped bit in ${folder}`, (backup) => flip(fileIn(backup, folder))],
      [`a byte too few in ${folder}`, (backup) => shorten(fileIn(backup, folder))],
      [`a missing file of ${folder}`, (backup) => rmSync(fileIn(backup, folder))],
    ],
  ),
  ["no manifest", ({ path }) => rmSync(join(path, MANIFEST_NAME))],
  ["half a manifest", ({ path }) => shorten(join(path, MANIFEST_NAME), 200)],
  ["a manifest that says nothing", ({ path }) => writeFileSync(join(path, MANIFEST_NAME), "null")],
  ["a manifest of a later version", (backup) => retell(backup, { version: 2 })],
  ["a manifest that leads out", leadOut],
];

/** To a file that is there, as the manifest says. */
function leadOut(backup: Backup): void {
  const outside = { path: "log/../../stolen", bytes: 0, size: 0, sha256: hexHashOf([]) };
  mkdirSync(join(backup.path, "log"), { recursive: true });
  writeFileSync(join(backup.path, outside.path), "");
  retell(backup, { files: [outside] });
}

function fileIn({ path, manifest }: Backup, folder: string): string {
  return join(path, manifest.files.find((file) => file.path.startsWith(folder))?.path ?? "");
}

function flip(path: string): void {
  const bytes = readFileSync(path);
  const at = Math.floor(bytes.length / 2);
  bytes.writeUInt8(bytes.readUInt8(at) ^ 1, at);
  writeFileSync(path, bytes);
}

function shorten(path: string, by = 1): void {
  truncateSync(path, readFileSync(path).length - by);
}

function retell({ path, manifest }: Backup, changes: object): void {
  writeFileSync(join(path, MANIFEST_NAME), JSON.stringify({ ...manifest, ...changes }));
}

test("LOG-BACKUP-2 LOG-BACKUP-4 damage in a backup is found, wherever it is, and nothing is left of it", async () => {
  const { place, directory, to, backup } = await take();
  const scratch = join(place, "scratch");
  mkdirSync(scratch);
  let nowMs = NOW_MS;
  for (const [what, plant] of DAMAGE) {
    rmSync(backup.path, { recursive: true, force: true });
    const damaged = await takeBackup({ directory, to, nowMs: ++nowMs });
    plant(damaged);

    const drilled = await cli(["drill", to, "--scratch", scratch]);
    const restored = await cli(["restore", damaged.path, join(place, "restored")]);

    const name = damaged.path.slice(to.length + 1);
    expect([drilled.code, restored.code], what).toEqual([4, 4]);
    expect(drilled.err, what).toBe(restored.err);
    expect(drilled.err.startsWith(`${name}: `), drilled.err).toBe(true);
    expect(drilled.err).not.toContain("\n");
    expect(readdirSync(scratch), what).toEqual([]);
    expect(readdirSync(place).filter((each) => each.startsWith("restored"))).toEqual([]);
    expect(existsSync(join(place, "stolen"))).toBe(false);
    rmSync(damaged.path, { recursive: true, force: true });
  }
});

test("LOG-BACKUP-4 a log that ends before the position that the manifest names does not pass", async () => {
  const { to, backup } = await take();
  retell(backup, { position: backup.manifest.position + 1 });

  const { code, err } = await cli(["drill", to]);

  const { position } = backup.manifest;
  expect({ code, err }).toEqual({
    code: 4,
    err: `the log ends at position ${position}, expected ${position + 1}`,
  });
});

test("LOG-BACKUP-4 a drill says what it restored and how long that took", async () => {
  const { to, backup } = await take(Date.now() - 90_000);

  const { code, out } = await cli(["drill", to]);
  const json = JSON.parse((await cli(["drill", to, "--json"])).out);

  expect(code).toBe(0);
  expect(out.split("\n")).toEqual([
    expect.stringMatching(/^backup {6}.+-\d{12}, \d+\.\d MiB, 1 min \d+ s old$/),
    expect.stringMatching(new RegExp(`^position {4}${backup.manifest.position}, of 20.+Z$`)),
    expect.stringMatching(/^state hash {2}[0-9a-f]{64}$/),
    expect.stringMatching(/^took {8}\d+\.\d s to restore and verify$/),
    "drilled: the newest backup restores, and everything in it holds",
  ]);
  expect(json).toMatchObject({
    path: backup.path,
    position: backup.manifest.position,
    kind: "sandbox",
    report: { position: backup.manifest.position, damagedSnapshots: [] },
  });
  expect(json.ageMs).toBeGreaterThanOrEqual(90_000);
});

test.each([
  ["nowhere", "nowhere does not exist"],
  ["docs", "docs holds no backup"],
  ["package.json", "package.json is not a directory"],
])("LOG-BACKUP-4 without a backup in %s there is nothing to drill", async (to, sentence) => {
  expect(await cli(["drill", to])).toEqual({ code: 2, out: "", err: sentence });
});

test.each([
  ["nowhere", "nowhere does not exist"],
  ["package.json", "package.json is not a directory"],
])("%s is told the same by every command that is given it", async (path, err) => {
  const place = temporaryDirectory();

  for (const line of [
    ["verify", path],
    ["backup", path, place],
    ["restore", path, join(place, "restored")],
    ["drill", path],
  ]) {
    expect(await cli(line), line[0]).toEqual({ code: 2, out: "", err });
  }
  expect(readdirSync(place)).toEqual([]);
});

test("a place that is a file is no place for a backup or a restore", async () => {
  const { place, directory, backup } = await take();
  const file = join(place, "file");
  writeFileSync(file, "");
  const refused = { code: 2, out: "", err: `${file} is not a directory` };

  expect(await cli(["backup", directory, file])).toEqual(refused);
  expect(await cli(["backup", directory, join(file, "below")])).toEqual(refused);
  expect(await cli(["restore", backup.path, file])).toEqual(refused);
});

test("BackupDamaged has a name that scripts' exit code 4 goes by", () => {
  expect(new BackupDamaged("x").name).toBe("BackupDamaged");
  expect(() => openBackup("docs")).toThrow(BackupDamaged);
});
