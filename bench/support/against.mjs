/**
 * Another commit beside ours: checked out in a directory of its own and built there with the
 * modules of this one, so that both can be measured in the same minutes.
 */
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** @returns {{ ref: string, dist: string, remove: () => void }} */
export function buildAgainst(root, ref) {
  const directory = mkdtempSync(join(tmpdir(), "bourse-against-"));
  const tree = join(directory, "tree");
  const git = (...args) => execFileSync("git", ["-C", root, ...args], { stdio: "pipe" });
  const remove = () => {
    git("worktree", "remove", "--force", tree);
    rmSync(directory, { recursive: true, force: true });
  };
  git("worktree", "add", "--detach", tree, ref);
  try {
    symlinkSync(join(root, "node_modules"), join(tree, "node_modules"));
    execFileSync("npm", ["run", "build"], { cwd: tree, stdio: "pipe" });
  } catch (error) {
    remove();
    throw error;
  }
  return { ref, dist: join(tree, "dist"), remove };
}
