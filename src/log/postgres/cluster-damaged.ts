/** What the database has is not a log, or not all of it; the message is for people. */
export class ClusterDamaged extends Error {
  override readonly name = "ClusterDamaged";
}

export function batchDamaged(number: number, problem: string): ClusterDamaged {
  return new ClusterDamaged(`Batch ${number} of the cluster's log is damaged: ${problem}.`);
}
