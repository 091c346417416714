/** Locks a directory, says how it went, and lives until its input ends. */
import { register } from "tsx/esm/api";

register();
const { lockDirectory } = await import("../../src/log/directory-lock.ts");
const [, , directory, platform] = process.argv;
try {
  await lockDirectory(directory, platform);
  console.log("held");
} catch (error) {
  console.log(error.message);
}
process.stdin.resume();
