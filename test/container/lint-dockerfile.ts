/**
 * What is wrong with a Dockerfile: all that the parser of the language server finds, warnings too, and
 * what the house demands of an image that runs an exchange.
 */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { validate } from "dockerfile-utils";
import { type DockerLine, dockerLines, environmentIn, execForm } from "../support/dockerfile.ts";
import { isPinned, ROOT, settingProblems } from "./settings.ts";

interface Stage {
  readonly base: string;
  readonly name: string | undefined;
  readonly lines: readonly DockerLine[];
}

export function dockerfileProblems(written: string): string[] {
  const stages = stagesOf(dockerLines(written));
  const last = stages.at(-1);
  return [
    ...validate(written).map(({ message, range }) => `line ${range.start.line + 1}: ${message}`),
    ...stages.flatMap((stage, at) => stageProblems(stage, stages.slice(0, at))),
    ...(last ? imageProblems(last) : ["there is no FROM"]),
  ];
}

function stagesOf(lines: readonly DockerLine[]): Stage[] {
  const starts = lines.flatMap(({ keyword }, at) => (keyword === "FROM" ? [at] : []));
  return starts.map((start, at) => {
    const [base = "", , name] = (lines[start]?.text ?? "").split(/\s+/);
    return { base, name, lines: lines.slice(start + 1, starts[at + 1]) };
  });
}

function stageProblems({ base, lines }: Stage, before: readonly Stage[]): string[] {
  const known = before.map(({ name }) => name);
  const unpinned = known.includes(base) || isPinned(base) ? [] : [`FROM ${base} is not pinned`];
  return [...unpinned, ...lines.flatMap((line) => lineProblems(line, known))];
}

function lineProblems(line: DockerLine, stages: readonly (string | undefined)[]): string[] {
  const { keyword, text, flags } = line;
  switch (keyword) {
    case "ADD":
      return ["ADD unpacks and downloads: COPY does neither"];
    case "COPY":
      return flags["from"] === undefined ? copyProblems(text) : fromProblems(flags["from"], stages);
    case "ENV":
      return settingProblems(environmentIn(text));
    case "ARG":
      return settingProblems({ [text.split("=")[0] ?? ""]: "" });
    case "RUN":
      return /\bsudo\b|\bcurl\b|\bwget\b/.test(text) ? ["RUN fetches what no lockfile names"] : [];
    default:
      return [];
  }
}

/** What is copied is there, and reaches the build. */
function copyProblems(text: string): string[] {
  const sources = text.split(/\s+/).slice(0, -1);
  const ignored = readFileSync(join(ROOT, ".dockerignore"), "utf8").split("\n");
  return sources
    .filter((source) => !existsSync(join(ROOT, source)) || ignored.includes(source))
    .map((source) => `COPY ${source} copies nothing`);
}

function fromProblems(from: string, stages: readonly (string | undefined)[]): string[] {
  return stages.includes(from) ? [] : [`COPY --from=${from} names no stage`];
}

/** Of the stage that becomes the image. */
function imageProblems({ lines }: Stage): string[] {
  const last = (keyword: string) => lines.findLast((line) => line.keyword === keyword);
  return [
    ...userProblems(last("USER")?.text),
    ...healthProblems(last("HEALTHCHECK")),
    ...commandProblems("ENTRYPOINT", last("ENTRYPOINT")?.text),
    ...(last("CMD") ? commandProblems("CMD", last("CMD")?.text) : []),
    ...(last("STOPSIGNAL")?.text === "SIGTERM" ? [] : ["STOPSIGNAL is not SIGTERM"]),
    ...(last("VOLUME") ? [] : ["there is no VOLUME: the log would be gone with its container"]),
  ];
}

function userProblems(user = "root"): string[] {
  return /^(?:root|0)(?::|$)/.test(user) ? ["USER is root"] : [];
}

function healthProblems(line: DockerLine | undefined): string[] {
  if (!line) return ["there is no HEALTHCHECK"];
  const needed = ["interval", "timeout", "start-period", "retries"];
  const missing = needed.filter((flag) => line.flags[flag] === undefined);
  return [
    ...missing.map((flag) => `HEALTHCHECK has no --${flag}`),
    ...commandProblems("HEALTHCHECK", line.text.replace(/^CMD /, "")),
  ];
}

const BUILT = /^\/opt\/bourse\/(dist\/.+)$/;

/** No shell stands between a signal and the program, and the program is one that the build makes. */
function commandProblems(keyword: string, text = ""): string[] {
  const words = execForm(text);
  if (!words) return [`${keyword} is not in exec form`];
  return words
    .map((word) => BUILT.exec(word)?.[1])
    .filter((path) => path !== undefined && !existsSync(join(ROOT, path)))
    .map((path) => `${keyword} runs ${path}, which is not built`);
}
