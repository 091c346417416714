/** Which version of the program this is: the one that its package names, beside `src` or `dist`. */
import { readFileSync } from "node:fs";

export const VERSION: string = JSON.parse(
  readFileSync(new URL("../package.json", import.meta.url), "utf8"),
).version;
