/** The files that are made from the contract and committed, each with the function that makes it. A test holds them equal. */

import { API_PAGE, apiPage } from "./api-page.ts";
import { CLI_PAGE, cliPage } from "./cli-page.ts";
import { CLIENT_LISTS } from "./client-lists.ts";
import { CLIENT_PAGE, clientPage } from "./client-page.ts";
import { LINES_FILE, linesFile } from "./operator-lines.ts";
import { REFERENCE_PAGE, referencePage } from "./operator-reference.ts";
import { pythonCodes } from "./python-codes.ts";
import { pythonEndpoints } from "./python-endpoints.ts";
import { pythonExactFields } from "./python-exact-fields.ts";
import { PYTHON_MODULES } from "./python-modules.ts";
import { pythonWords } from "./python-words.ts";
import { STREAMS_PAGE, streamsPage } from "./streams-page.ts";

export interface GeneratedFile {
  /** From the root of the clone. */
  readonly path: string;
  text(): string;
}

const PYTHON = "integrations/python/src/bourse";

export const GENERATED: readonly GeneratedFile[] = [
  ...CLIENT_LISTS,
  { path: LINES_FILE, text: linesFile },
  { path: REFERENCE_PAGE, text: referencePage },
  { path: API_PAGE, text: apiPage },
  { path: CLI_PAGE, text: cliPage },
  { path: CLIENT_PAGE, text: clientPage },
  { path: STREAMS_PAGE, text: streamsPage },
  { path: `${PYTHON}/api/words.py`, text: pythonWords },
  ...PYTHON_MODULES,
  { path: `${PYTHON}/wire/codes.py`, text: pythonCodes },
  { path: `${PYTHON}/wire/endpoints.py`, text: pythonEndpoints },
  { path: `${PYTHON}/wire/exact_fields.py`, text: pythonExactFields },
];
