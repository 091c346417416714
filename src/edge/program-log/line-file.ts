/**
 * The newest lines of a kind on disk. Two files, each with a largest size: when the first is full it takes the place of
 * the second. Lines are written behind what they tell of, never before it; what comes faster than the disk takes it is
 * dropped and counted, and a disk that fails stops nothing. Rules USER-LOG-3, SANDBOX-FAULT-12.
 */
import { type FileHandle, mkdir, open, rename } from "node:fs/promises";
import { join } from "node:path";
import { LOGS_DIRECTORY } from "./read-lines.ts";

const FILE_BYTES_MAX = 8 * 1024 * 1024;
const WAITING_BYTES_MAX = 1024 * 1024;

export interface LineFileOptions {
  /** The data directory. */
  readonly directory: string;
  /** The newest lines are in the first; the second is what the first was before it grew too large. */
  readonly names: readonly [string, string];
  /** What is reported when nothing can be written, and when it can again. */
  readonly words: { readonly lost: string; readonly kept: string };
  /** Called once when nothing can be written, and once when it can again. */
  readonly report: (sentence: string) => void;
  readonly fileBytesMax?: number;
  readonly waitingBytesMax?: number;
}

export class LineFile<Line extends object> {
  readonly #options: Required<LineFileOptions>;
  #waiting: string[] = [];
  #waitingBytes = 0;
  #writing: Promise<void> | undefined;
  #file: FileHandle | undefined;
  #fileBytes = 0;
  #hasFailed = false;
  #dropped = 0;

  constructor(options: LineFileOptions) {
    const bounds = { fileBytesMax: FILE_BYTES_MAX, waitingBytesMax: WAITING_BYTES_MAX };
    this.#options = { ...bounds, ...options };
  }

  /** Lines that were not written. */
  get dropped(): number {
    return this.#dropped;
  }

  add(told: Line): void {
    const line = `${JSON.stringify(told)}\n`;
    const bytes = Buffer.byteLength(line);
    const { waitingBytesMax, fileBytesMax } = this.#options;
    if (this.#waitingBytes + bytes > Math.min(waitingBytesMax, fileBytesMax)) {
      this.#dropped++;
      return;
    }
    this.#waiting.push(line);
    this.#waitingBytes += bytes;
    this.#writing ??= this.#writeAll();
  }

  /** Ends when what was added is written, or dropped. */
  async flush(): Promise<void> {
    while (this.#writing) await this.#writing;
  }

  async close(): Promise<void> {
    await this.flush();
    await this.#leave();
  }

  async #writeAll(): Promise<void> {
    while (this.#waiting.length > 0) {
      const lines = this.#waiting;
      const bytes = this.#waitingBytes;
      this.#waiting = [];
      this.#waitingBytes = 0;
      await this.#write(lines, bytes);
    }
    this.#writing = undefined;
  }

  async #write(lines: readonly string[], bytes: number): Promise<void> {
    try {
      const file = await this.#fileFor(bytes);
      await file.writeFile(lines.join(""));
      this.#fileBytes += bytes;
      if (this.#hasFailed) this.#options.report(this.#options.words.kept);
      this.#hasFailed = false;
    } catch (error) {
      this.#dropped += lines.length;
      // Begun anew with the next lines: how much of these is written is unknown.
      await this.#leave().catch(() => undefined);
      if (!this.#hasFailed) this.#options.report(`${this.#options.words.lost}: ${error}`);
      this.#hasFailed = true;
    }
  }

  /** The file with room for so many bytes. */
  async #fileFor(bytes: number): Promise<FileHandle> {
    const file = this.#file ?? (await this.#enter());
    if (this.#fileBytes + bytes <= this.#options.fileBytesMax) return file;
    await this.#leave();
    const [newest, older] = this.#options.names.map((name) => this.#pathOf(name));
    await rename(newest ?? "", older ?? "");
    return this.#enter();
  }

  /** Goes on behind what is there. */
  async #enter(): Promise<FileHandle> {
    await mkdir(this.#pathOf(), { recursive: true, mode: 0o700 });
    this.#file = await open(this.#pathOf(this.#options.names[0]), "a", 0o600);
    this.#fileBytes = (await this.#file.stat()).size;
    if (this.#fileBytes > 0 && this.#fileBytes < this.#options.fileBytesMax) {
      // What was torn ends here, and spoils no line behind it.
      await this.#file.write("\n");
      this.#fileBytes++;
    }
    return this.#file;
  }

  async #leave(): Promise<void> {
    const file = this.#file;
    this.#file = undefined;
    await file?.close();
  }

  #pathOf(name = ""): string {
    return join(this.#options.directory, LOGS_DIRECTORY, name);
  }
}
