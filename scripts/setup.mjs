/**
 * Makes a clone ready to run: installs the modules, builds `dist`, links the `bourse` command, each
 * only when it is missing or stale. It runs before `npm start` and `npm test`, so it is quick and
 * silent when there is nothing to do, speaks on stderr only, and never changes a tracked file.
 *
 * Staleness is a hash kept beside the result: in node_modules over the two package files, in dist
 * over the sources. One setup works on a clone at a time. The lock is a socket name, which the
 * kernel takes back when its holders end, however they end.
 */
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { connect, createServer } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

const ROOT = dirname(import.meta.dirname);
const MODULES_STAMP = join(ROOT, "node_modules/.bourse-setup");
const DIST = join(ROOT, "dist");
const DIST_STAMP = join(DIST, ".bourse-setup");
const TSC = join(ROOT, "node_modules/typescript/bin/tsc");
/** What runs in Node, and what runs in a browser and knows its types. */
const BUILD_CONFIGS = ["tsconfig.build.json", "tsconfig.browser.json"];
const VITE = join(ROOT, "node_modules/vite/bin/vite.js");
/** The folders under `web` that are bundled, each into one page under `dist/web`. */
const WEB_PAGES = ["console", "operator"];
/** What all pages look like; the docs page is served the files as they are. */
const LOOK = "web/look";
/** The programs and the files they share. */
const BUNDLE = "scripts/bundle.config.ts";
const COMMAND_LINK = join(ROOT, "node_modules/.bin/bourse");
const COMMAND = "../../dist/cli/bourse.js";
const INSTALL = "install --include=dev --no-save --no-audit --no-fund --loglevel=error".split(" ");
const LOCK_RETRY_MS = 50;

class SetupError extends Error {}

async function main() {
  if (isReady()) return;
  const lock = await takeLock();
  try {
    // Another setup may have done the work while this one waited.
    if (!areModulesFresh()) await install(lock);
    if (!isDistFresh()) await build(lock);
    if (!isLinked()) link();
  } finally {
    lock.close();
  }
}

function isReady() {
  return areModulesFresh() && isDistFresh() && isLinked();
}

function areModulesFresh() {
  return read(MODULES_STAMP)?.toString() === modulesHash();
}

function isDistFresh() {
  return read(DIST_STAMP)?.toString() === distHash();
}

function isLinked() {
  try {
    return readlinkSync(COMMAND_LINK) === COMMAND;
  } catch {
    return false;
  }
}

/** The platform counts too: modules copied from another kind of machine hold the wrong binaries. */
function modulesHash() {
  const hash = createHash("sha256").update(`${process.platform} ${process.arch}`);
  return addFiles(hash, ["package.json", "package-lock.json", ".npmrc"]).digest("hex");
}

function distHash() {
  const names = readdirSync(ROOT).filter((name) => /^tsconfig.*\.json$/.test(name));
  const sources = ["src", "web"]
    .flatMap((name) => readdirSync(join(ROOT, name), { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile() && !entry.name.endsWith(".test.ts"))
    .map((entry) => join(entry.parentPath, entry.name).slice(ROOT.length + 1));
  const files = [...names, ...sources, "package-lock.json", "scripts/setup.mjs", BUNDLE];
  return addFiles(createHash("sha256"), files.sort()).digest("hex");
}

function addFiles(hash, paths) {
  for (const path of paths) {
    const bytes = read(join(ROOT, path));
    hash.update(`\n${path} ${bytes?.length ?? "absent"}\n`).update(bytes ?? "");
  }
  return hash;
}

function read(path) {
  try {
    return readFileSync(path);
  } catch (error) {
    if (error.code === "ENOENT" || error.code === "ENOTDIR") return undefined;
    throw error;
  }
}

/**
 * `npm install`, not `npm ci`: a lockfile made on one platform may lack the binary packages of
 * another, and `npm ci` then gives up. npm 11 fetches them, npm 10 does not; so what must load is
 * tried, and without the lockfile either npm finds it. The versions in package.json are exact.
 */
async function install(lock) {
  say("installing modules");
  rmSync(MODULES_STAMP, { force: true });
  const hash = modulesHash();
  await npm(INSTALL, lock);
  if (!(await canLoadTools(lock))) {
    say("a binary package is missing for this platform: installing without the lockfile");
    await npm([...INSTALL, "--no-package-lock"], lock);
    if (!(await canLoadTools(lock))) {
      throw new SetupError("the compiler or the test bundler does not load; remove node_modules");
    }
  }
  writeFileSync(MODULES_STAMP, hash);
}

/**
 * Runs the npm that runs us, else the one on the path. `--no-save` asks it to leave the lockfile
 * alone; should it write there all the same, the bytes are put back.
 */
async function npm(args, lock) {
  const lockfile = join(ROOT, "package-lock.json");
  const before = read(lockfile);
  const path = process.env.npm_execpath ?? "";
  const isNpm = path.endsWith("npm-cli.js") && existsSync(path);
  const code = isNpm
    ? await run(process.execPath, [path, ...args], lock)
    : await run("npm", args, lock);

  const after = read(lockfile);
  if (before === undefined) rmSync(lockfile, { force: true });
  else if (after === undefined || !before.equals(after)) writeFileSync(lockfile, before);
  if (code !== 0) throw new SetupError(`npm install failed (${code})`);
}

/** The compiler, vitest's bundler (rolldown) and the store (lmdb) bring a binary for each platform. */
async function canLoadTools(lock) {
  const imports = ["--input-type=module", "-e", 'await import("rolldown"); await import("lmdb")'];
  return (
    existsSync(TSC) &&
    (await run(process.execPath, [TSC, "--version"], lock, "ignore")) === 0 &&
    (await run(process.execPath, imports, lock, "ignore")) === 0
  );
}

/** Compiles beside `dist` and swaps: nobody sees half a build, and no old file stays behind. */
async function build(lock) {
  say("building");
  const fresh = `${DIST}.new.tmp`;
  const old = `${DIST}.old.tmp`;
  for (const folder of [fresh, old]) rmSync(folder, { recursive: true, force: true });

  const hash = distHash();
  for (const step of buildSteps(fresh)) {
    const code = await run(process.execPath, step, lock);
    if (code === 0) continue;
    rmSync(fresh, { recursive: true, force: true });
    throw new SetupError(`the build failed (${code})`);
  }
  const isServed = (path) => !path.endsWith(".ts");
  cpSync(join(ROOT, LOOK), join(fresh, LOOK), { recursive: true, filter: isServed });
  const command = join(fresh, "cli/bourse.js");
  if (existsSync(command)) chmodSync(command, 0o755);
  writeFileSync(join(fresh, ".bourse-setup"), hash);

  if (existsSync(DIST)) renameSync(DIST, old);
  renameSync(fresh, DIST);
  rmSync(old, { recursive: true, force: true });
}

function buildSteps(folder) {
  const bundle = (config, out, ...root) => {
    return [VITE, "build", ...root, "--config", config, "--logLevel", "warn", "--outDir", out];
  };
  return [
    ...BUILD_CONFIGS.map((config) => [TSC, "-p", config, "--outDir", folder]),
    bundle(BUNDLE, folder),
    ...WEB_PAGES.map((page) => {
      return bundle("web/vite.config.ts", join(folder, "web", page), `web/${page}`);
    }),
  ];
}

/** npm links the commands of dependencies, not those of the package itself. */
function link() {
  mkdirSync(dirname(COMMAND_LINK), { recursive: true });
  rmSync(COMMAND_LINK, { force: true });
  symlinkSync(COMMAND, COMMAND_LINK);
}

/**
 * Runs a program in the clone and gives its exit code. The program inherits the lock as its fourth
 * descriptor: if this process is killed, the lock lasts until the orphan has ended as well.
 */
function run(file, args, lock, output = 2) {
  const descriptor = lock._handle?.fd;
  const stdio = ["ignore", output, output];
  if (descriptor > 2) stdio.push(descriptor);
  return new Promise((resolve, reject) => {
    const child = spawn(file, args, { cwd: ROOT, stdio });
    child.once("error", (error) => reject(new SetupError(`${file}: ${error.message}`)));
    child.once("exit", (code, signal) => resolve(code ?? signal));
  });
}

async function takeLock() {
  const name = lockName();
  for (let attempt = 0; ; attempt++) {
    const server = createServer((socket) => socket.destroy());
    const error = await new Promise((resolve) => {
      server.once("error", resolve);
      server.listen(name, () => resolve(undefined));
    });
    if (error === undefined) return server;
    if (error.code !== "EADDRINUSE") throw error;
    if (attempt === 0) say("waiting for another setup of this clone");
    if (name.startsWith("/")) await removeDeadSocket(name);
    await sleep(LOCK_RETRY_MS);
  }
}

/** Linux and Windows have socket names that are no files; elsewhere it is a file to clear away. */
function lockName() {
  const { dev, ino } = statSync(ROOT, { bigint: true });
  const id = createHash("sha256").update(`${dev} ${ino} ${ROOT}`).digest("hex").slice(0, 16);
  if (process.platform === "linux") return `\0bourse-setup-${id}`;
  if (process.platform === "win32") return `\\\\.\\pipe\\bourse-setup-${id}`;
  return join(tmpdir(), `bourse-setup-${id}`);
}

async function removeDeadSocket(path) {
  const error = await new Promise((resolve) => {
    const socket = connect(path, () => resolve(undefined));
    socket.once("error", resolve);
    socket.once("connect", () => socket.destroy());
  });
  if (error?.code === "ECONNREFUSED") rmSync(path, { force: true });
}

function say(text) {
  process.stderr.write(`setup: ${text}\n`);
}

try {
  await main();
} catch (error) {
  if (!(error instanceof SetupError)) throw error;
  say(error.message);
  process.exitCode = 1;
}
