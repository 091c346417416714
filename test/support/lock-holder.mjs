/**
 * Locks a directory, says how it went, and lives until its input ends. As it was built: a holder is
 * started a score of times, and most of each start would be spent on reading TypeScript.
 */
import { lockDirectory } from "../../dist/log/directory-lock.js";

const [, , directory, platform] = process.argv;
try {
  await lockDirectory(directory, platform);
  console.log("held");
} catch (error) {
  console.log(error.message);
}
process.stdin.resume();
