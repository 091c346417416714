/**
 * Reading replies without a double between the figures and the caller. Futures replies carry money as
 * JSON numbers, written from exact decimals, and `JSON.parse` would round them. So one pass over the
 * text puts quotes around every number but those that are counts, ids, codes and times; then
 * `JSON.parse` does the rest. A number in a list goes by the name of the list.
 */

/** The fields whose numbers stay numbers: all of them are whole and below 2^53. */
const WHOLE_FIELDS: ReadonlySet<string> = new Set([
  ...[
    "code",
    "index",
    "id",
    "ids",
    "success",
    "failed",
    "canceled",
    "orderId",
    "transferId",
    "tradeId",
    "positionId",
  ],
  ...["bidId", "askId", "bidUserId", "askUserId", "uid", "contractId", "brokerId"],
  ...["countdownTime", "cancelTime"],
  ...["time", "transactTime", "serverTime", "idx", "fundingTime", "ctime", "mtime", "ctimeMs"],
  ...[
    "pricePrecision",
    "quantityPrecision",
    "maxOpenOrders",
    "maxValidOrder",
    "minLever",
    "maxLever",
  ],
  ...["baseAssetPrecision", "quoteAssetPrecision", "marginCoinPrecision", "defaultLever"],
  ...["leverageLevel", "positionType", "freezeLock", "status", "type", "side", "triggerType"],
  ...["nowLevel", "marginModel", "positionModel", "fundingIntervalHours"],
]);

/** A string, with the colon behind it if it is a name; or a number. */
const TOKEN = /"((?:[^"\\]|\\.)*)"(\s*:)?|-?\d[\d.eE+-]*/g;

/** The value of a reply: money as text, exactly as it was written. Throws what `JSON.parse` throws. */
export function readExactly(text: string): unknown {
  let field = "";
  const quoted = text.replace(TOKEN, (token, name: string | undefined, colon?: string) => {
    if (name !== undefined) {
      if (colon !== undefined) field = name;
      return token;
    }
    return WHOLE_FIELDS.has(field) ? token : `"${token}"`;
  });
  return JSON.parse(quoted);
}
