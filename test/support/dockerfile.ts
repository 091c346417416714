/** The Dockerfile as it is written: its instructions, and what the image runs and is told. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { DockerfileParser, type Instruction } from "dockerfile-ast";

const ROOT = join(import.meta.dirname, "../..");
/** Where the image has what the clone has. */
const IN_IMAGE = "/opt/bourse";

export interface DockerLine {
  readonly keyword: string;
  /** Behind the keyword and its flags, continued lines joined. */
  readonly text: string;
  /** By name, without the dashes. */
  readonly flags: Readonly<Record<string, string>>;
}

export function dockerLines(written: string): readonly DockerLine[] {
  return DockerfileParser.parse(written).getInstructions().map(lineOf);
}

function lineOf(instruction: Instruction): DockerLine {
  const keyword = instruction.getKeyword();
  const words = (instruction.getTextContent() ?? "").slice(keyword.length);
  const flags: Record<string, string> = {};
  let text = words.replaceAll(/\\\n\s*/g, " ").trim();
  for (let flag = FLAG.exec(text); flag; flag = FLAG.exec(text)) {
    flags[flag[1] ?? ""] = flag[2] ?? "";
    text = text.slice(flag[0].length).trim();
  }
  return { keyword, text, flags };
}

const FLAG = /^--([a-z-]+)=(\S+)/;

/** The words of the exec form; undefined when it is written for a shell. */
export function execForm(text: string): readonly string[] | undefined {
  try {
    const words: unknown = JSON.parse(text);
    return Array.isArray(words) && words.every((word) => typeof word === "string")
      ? words
      : undefined;
  } catch {
    return undefined;
  }
}

/** NAME=value pairs of an ENV. */
export function environmentIn(text: string): Readonly<Record<string, string>> {
  const pairs = text.split(/\s+/).map((pair) => pair.split("=", 2));
  return Object.fromEntries(pairs.map(([name = "", value = ""]) => [name, value]));
}

export interface ImageProgram {
  readonly entrypoint: readonly string[];
  readonly healthCheck: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
}

/** What a container of the image would run here: its paths are those of the clone, its Node is ours. */
export function imageProgram(): ImageProgram {
  const all = dockerLines(readFileSync(join(ROOT, "Dockerfile"), "utf8"));
  const lines = all.slice(all.findLastIndex(({ keyword }) => keyword === "FROM"));
  const last = (keyword: string) => lines.findLast((line) => line.keyword === keyword)?.text ?? "";
  const environments = lines.filter(({ keyword }) => keyword === "ENV");
  return {
    entrypoint: here([...(execForm(last("ENTRYPOINT")) ?? []), ...(execForm(last("CMD")) ?? [])]),
    healthCheck: here(execForm(last("HEALTHCHECK").replace(/^CMD /, "")) ?? []),
    environment: Object.assign({}, ...environments.map(({ text }) => environmentIn(text))),
  };
}

function here(words: readonly string[]): readonly string[] {
  return words.map((word, at) =>
    at === 0 && word === "node" ? process.execPath : word.replace(IN_IMAGE, ROOT),
  );
}
