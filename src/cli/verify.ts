/** `bourse verify DIR`: is everything in this directory what it should be? */
import { verify } from "../service/verify.ts";
import { offline } from "./offline.ts";
import { takeArguments } from "./usage.ts";

export async function runVerify(args: readonly string[]): Promise<void> {
  const [directory = ""] = takeArguments(args, "verify DIR", 1);
  const report = await offline(directory, verify);

  console.log(`started at    ${report.startedAt}`);
  console.log(`position      ${report.position} (${report.batches} batches)`);
  console.log(`state hash    ${report.stateHash}`);
  for (const name of report.snapshotsCompared) console.log(`snapshot      ${name} equals replay`);
  for (const name of report.damagedSnapshots) console.log(`snapshot      ${name} is damaged`);
  if (report.tornTail) console.log(`torn tail     ${report.tornTail} (a start will zero it)`);
  for (const { asset, users, fee, external } of report.totals) {
    console.log(`${asset.padEnd(13)} users ${users}, FEE ${fee}, EXTERNAL ${external}, sum 0`);
  }
  console.log("verified: chain, digests, snapshots and invariants hold");
}
