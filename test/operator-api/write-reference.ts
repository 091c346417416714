/** Writes docs/operator-api.md anew, after a change of the operator's table. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { REFERENCE_PAGE, referencePage } from "./reference-page.ts";

writeFileSync(join(import.meta.dirname, "../..", REFERENCE_PAGE), referencePage());
