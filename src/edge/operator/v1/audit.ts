/** The money that came in and is still here, and which accounts have it (CORE-AUDIT-1). */

import { AUDIT } from "../../../contract/operator/watching/audit.ts";
import { Refusal } from "../../../contract/refusal.ts";
import { endpoint } from "./operator.ts";

export const audit = endpoint(AUDIT, async ({ audit: ask }) => {
  const audited = await ask?.();
  if (audited?.ok) return JSON.parse(audited.text);
  const sentence = audited?.sentence ?? "Nobody here can look at everybody.";
  throw new Refusal("DISCONNECTED", { msg: sentence });
});
