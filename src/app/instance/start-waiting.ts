/** CLUSTER-START-1 with the clocks of this machine: work of a start that PostgreSQL is needed for. */

import type { ProgramLog } from "../../edge/program-log/program-log.ts";
import { systemTimer } from "../../log/system-timer.ts";
import { whenPostgresAnswers } from "../../runtime/cluster/wait-for-postgres.ts";
import type { ClusterConfig } from "../settings/config.ts";

export function startWaiting<T>(
  { patienceMs }: Pick<ClusterConfig, "patienceMs">,
  { report }: Pick<ProgramLog, "report">,
  work: () => Promise<T>,
): Promise<T> {
  const now = () => performance.now();
  return whenPostgresAnswers(work, { patienceMs, now, timer: systemTimer, report });
}
