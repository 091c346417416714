/** `npm run generate`: writes every file that is made from the contract, and the tables of methods from the Python package. */
import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { GENERATED } from "./generated.ts";
import { EXAMPLES_FILE, streamExamples } from "./stream-examples.ts";

const ROOT = join(import.meta.dirname, "../..");
const PYTHON = join(ROOT, "integrations/python");

for (const { path, text } of GENERATED) writeFileSync(join(ROOT, path), text());
writeFileSync(EXAMPLES_FILE, await streamExamples());

const { error, status } = spawnSync("python3", [join(PYTHON, "tests/method_tables.py")], {
  env: { ...process.env, PYTHONPATH: join(PYTHON, "src"), PYTHONDONTWRITEBYTECODE: "1" },
  stdio: "inherit",
});
if (error) console.error("not written: integrations/python/METHODS.md, since there is no python3");
process.exitCode = error ? 0 : (status ?? 1);
