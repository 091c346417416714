/**
 * `node steps.mjs STEP...`: does several things in one process, which may be one with fewer powers or another view of
 * the disks, and prints what each has said. A step is JSON: `["bourse", ...WORDS]` runs a line of the command line,
 * `["start", KEY, ...FLAGS]` what a start does before it has its directory.
 */

import { exitCodeOf, sentenceOf } from "../../dist/app/failure.js";
import { checkFresh } from "../../dist/app/instance/provision-directory.js";
import { readConfig } from "../../dist/app/settings/config.js";
import { runCli } from "../../dist/cli/run.js";
import { makeDataDirectory } from "../../dist/log/real-disk.js";

/** As the command line has it. */
process.umask(0o077);

const STEPS = {
  async bourse(...words) {
    const said = [];
    const say = (text) => void said.push(text);
    const code = await runCli(words, { out: say, err: say });
    return { code, line: said.join("\n") };
  },
  start(key, ...flags) {
    try {
      const config = readConfig(flags, { BOURSE_MASTER_KEY_FILE: key });
      checkFresh(config);
      makeDataDirectory(config.dataDirectory);
    } catch (error) {
      return { code: exitCodeOf(error), line: sentenceOf(error) };
    }
    return { code: 0, line: "" };
  },
};

const told = [];
for (const step of process.argv.slice(2)) {
  const [name, ...words] = JSON.parse(step);
  told.push(await STEPS[name](...words));
}
console.log(JSON.stringify(told));
