/** Reads what the program keeps in files of lines, each a JSON object. A line that was torn by a crash is passed over. */
import { open, readdir } from "node:fs/promises";
import { join } from "node:path";

/** Inside the data directory. */
export const LOGS_DIRECTORY = "logs";

/** The names of the files that are there, in the order of the alphabet. */
export async function fileNamesIn(directory: string, form: RegExp): Promise<string[]> {
  try {
    const names = await readdir(join(directory, LOGS_DIRECTORY));
    return names.filter((name) => form.test(name)).sort();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return [];
    throw error;
  }
}

/** The lines of a file in which a text occurs, oldest first; none where there is no such file. */
export async function* linesIn<Line>(
  directory: string,
  name: string,
  text: string,
): AsyncGenerator<Line> {
  const file = await openIfThere(join(directory, LOGS_DIRECTORY, name));
  if (!file) return;
  try {
    for await (const written of file.readLines()) {
      const line = written.includes(text) ? parse<Line>(written) : undefined;
      if (line) yield line;
    }
  } finally {
    await file.close();
  }
}

async function openIfThere(path: string) {
  try {
    return await open(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}

function parse<Line>(written: string): Line | undefined {
  try {
    return JSON.parse(written);
  } catch {
    return undefined;
  }
}
