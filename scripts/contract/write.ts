/** `npm run generate`: writes every file that is made from the contract. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { GENERATED } from "./generated.ts";

const ROOT = join(import.meta.dirname, "../..");

for (const { path, text } of GENERATED) writeFileSync(join(ROOT, path), text());
