/** What was decided about a request or an order, and with which numbers (EXPLAIN-ID-1). */

import { EXPLAIN } from "../../../contract/operator/watching/explain.ts";
import { Refusal } from "../../../contract/refusal.ts";
import { endpoint } from "./operator.ts";

/** The id of an order, a request as it stands in X-Request-Id, or a client id. */
const ID = /^[A-Za-z0-9._:/-]{1,64}$/;

export const explain = endpoint(EXPLAIN, async ({ explain: ask }, { id }) => {
  if (!ID.test(id)) {
    const msg = "An id is that of an order, of a request as in X-Request-Id, or a client id.";
    throw new Refusal("ILLEGAL_CHARS", { msg });
  }
  const unable = { ok: false, sentence: "This exchange keeps no log to explain from." } as const;
  const explained = ask ? await ask(id) : unable;
  if (!explained.ok) throw new Refusal("DISCONNECTED", { msg: explained.sentence });
  return JSON.parse(explained.text);
});
