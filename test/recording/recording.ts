/**
 * What left an exchange, line by line: a file for each channel or endpoint, in a folder for each kind.
 * A recording is compared by its hashes, or written down and compared by `diff`.
 */
import { createHash } from "node:crypto";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

export const KINDS = ["public", "private", "replies", "operator"] as const;
export type RecordedKind = (typeof KINDS)[number];

export class Recording {
  readonly #files = new Map<string, string[]>();

  note(kind: RecordedKind, file: string, line: string): void {
    const path = `${kind}/${file.replaceAll(/[^A-Za-z0-9._-]+/g, "-")}`;
    const lines = this.#files.get(path) ?? [];
    if (lines.length === 0) this.#files.set(path, lines);
    lines.push(line);
  }

  /** All lines of a kind, file by file. */
  linesOf(kind: RecordedKind): string[] {
    return this.#of(kind).flatMap(([, lines]) => lines);
  }

  /** How many files and lines there are of a kind. */
  countOf(kind: RecordedKind): { readonly files: number; readonly lines: number } {
    const files = this.#of(kind);
    return { files: files.length, lines: files.reduce((sum, [, lines]) => sum + lines.length, 0) };
  }

  /** Of all files of a kind, names included. */
  hashOf(kind: RecordedKind): string {
    return hashOf(this.#of(kind).map(hashLine).join(""));
  }

  /** Every file with its hash, and the hash of all of them. */
  hashes(): string {
    const lines = KINDS.flatMap((kind) => this.#of(kind)).map(hashLine);
    return `${lines.join("")}${hashOf(lines.join(""))}  all\n`;
  }

  write(directory: string): void {
    for (const [path, lines] of this.#files) {
      mkdirSync(dirname(join(directory, path)), { recursive: true });
      writeFileSync(join(directory, path), textOf(lines));
    }
    writeFileSync(join(directory, "SHA256"), this.hashes());
  }

  #of(kind: RecordedKind): [string, string[]][] {
    return [...this.#files]
      .filter(([path]) => path.startsWith(`${kind}/`))
      .sort(([a], [b]) => (a < b ? -1 : 1));
  }
}

function textOf(lines: readonly string[]): string {
  return `${lines.join("\n")}\n`;
}

function hashLine([path, lines]: [string, readonly string[]]): string {
  return `${hashOf(textOf(lines))}  ${path}\n`;
}

function hashOf(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}
