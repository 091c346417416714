/** The fundings of a contract that were settled, for anybody to see. */

import { told } from "../../contract/field.ts";
import { limitTo, milliseconds } from "../../contract/forms.ts";
import { optional } from "../../contract/parameter.ts";
import { openEndpoint } from "../dialect/endpoint.ts";
import { rowsOrRefusal } from "../dialect/find-order.ts";
import { jsonList } from "../dialect/json-text.ts";
import { contractName, getContractNamed } from "./contract-name.ts";
import { FUNDINGS } from "./history-shapes.ts";

const FUNDINGS_MAX = 1_000;
const FUNDINGS_DEFAULT = 100;

/** FUT-DATA-4 */
export const fundingRate = openEndpoint({
  method: "GET",
  path: "/fapi/v1/fundingRate",
  security: "NONE",
  parameters: {
    contractName,
    startTime: optional(told(milliseconds, { description: "No funding before, in ms." })),
    endTime: optional(told(milliseconds, { description: "No funding after, in ms." })),
    limit: optional(told(limitTo(FUNDINGS_MAX), { default: FUNDINGS_DEFAULT })),
  },
  about: {
    operation: "futuresFundingRate",
    tags: ["market data", "futures", "extensions"],
    summary: "The fundings of a contract that were settled",
    description:
      "To read all of them, ask again with the oldest fundingTime less one as endTime, until a page is empty. For the rate of the running interval see /fapi/v1/index.",
    reply: FUNDINGS,
    codes: ["BAD_SYMBOL"],
    waitsFor: "archive",
  },
  async handle(call, { contractName: name, startTime, endTime, limit = FUNDINGS_DEFAULT }) {
    const rows = await call.history.fundings({
      kind: "funding",
      area: "futures",
      market: getContractNamed(call, name).id,
      firstMs: startTime ?? 0,
      lastMs: endTime ?? Number.MAX_SAFE_INTEGER,
      limit,
    });
    return jsonList(rowsOrRefusal(rows));
  },
});
