/** Another process that locks a directory, or tries to. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { onTestFinished } from "vitest";

const PROGRAM = fileURLToPath(new URL("lock-holder.mjs", import.meta.url));

export interface LockHolder {
  readonly child: ChildProcess;
  /** "held", or the message of its refusal. */
  readonly says: string;
}

export interface Locking {
  readonly directory: string;
  readonly platform?: string;
  /** Typed before it. */
  readonly within?: readonly string[];
}

export async function startHolder(locking: Locking): Promise<LockHolder> {
  const { directory, platform = process.platform, within = [] } = locking;
  const typed = [...within, process.execPath, PROGRAM, directory, platform];
  const [program = "", ...args] = typed;
  const child = spawn(program, args, { stdio: ["pipe", "pipe", "inherit"] });
  onTestFinished(() => void child.kill("SIGKILL"));
  const [line] = await once(child.stdout, "data");
  return { child, says: String(line).trim() };
}

/** kill -9. */
export async function killHolder({ child }: Pick<LockHolder, "child">): Promise<void> {
  const exit = once(child, "exit");
  child.kill("SIGKILL");
  await exit;
}
