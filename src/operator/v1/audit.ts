/** What came in and is still here, and who has it (CORE-AUDIT-1). */
import { Refusal } from "../../http/dialect/errors.ts";
import { endpoint } from "./operator.ts";

export const audit = endpoint({
  method: "GET",
  path: "/audit",
  parameters: {},
  async handle({ audit: ask }) {
    const audited = await ask?.();
    if (audited?.ok) return JSON.parse(audited.text);
    const sentence = audited?.sentence ?? "Nobody here can look at everybody.";
    throw new Refusal("DISCONNECTED", { msg: sentence });
  },
});
