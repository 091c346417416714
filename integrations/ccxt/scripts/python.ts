/** Writes the Python form of the class, made from the TypeScript source. Run: npm run python */
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { pythonFiles } from "./python-form.ts";

for (const [path, text] of pythonFiles()) {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}
