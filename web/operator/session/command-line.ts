/**
 * What the operator does on the page, as the line of the command line that does the same. A test types
 * each of them and finds the same command in the log.
 */

/** A request that changes something: a path of the operator's API and its parameters. */
export interface OperatorAction {
  readonly path: string;
  readonly body: Readonly<Record<string, string | number | boolean | undefined>>;
}

interface Line {
  /** The command, without `bourse`. */
  readonly words: string;
  /** Parameters that are arguments, in their order. */
  readonly takes?: readonly string[];
  /** Parameters that are options. */
  readonly options?: Readonly<Record<string, string>>;
  /** OPER-ASK-1: the command line would ask; the page has asked already. */
  readonly isFinal?: true;
}

const NAMED = { takes: ["name"] };
const OF_USER = { takes: ["user", "asset", "amount"], options: { id: "--id" } };
const OF_FUND = { takes: ["asset", "amount"], options: { fund: "--fund", id: "--id" } };

const LINES: Readonly<Record<string, Line>> = {
  "/users": { words: "user add", ...NAMED },
  "/users/freeze": { words: "user freeze", ...NAMED },
  "/users/unfreeze": { words: "user unfreeze", ...NAMED },
  "/keys": {
    words: "key add",
    takes: ["user"],
    options: { permissions: "--permissions", ip: "--ip", once: "--once", strict: "--strict" },
  },
  "/keys/revoke": { words: "key revoke", takes: ["apiKey"], isFinal: true },
  "/deposits": { words: "deposit", ...OF_USER },
  "/withdrawals": { words: "withdraw", ...OF_USER },
  "/funds/fill": { words: "insurance fund", ...OF_FUND },
  "/funds/draw": { words: "insurance withdraw", ...OF_FUND },
  "/assets": { words: "asset add", ...NAMED, options: { scale: "--scale" } },
  "/symbols": {
    words: "symbol add",
    takes: ["name", "base", "quote"],
    options: {
      pricePrecision: "--price-precision",
      quantityPrecision: "--quantity-precision",
      makerFeeRate: "--maker",
      takerFeeRate: "--taker",
      marginEnabled: "--margin-enabled",
    },
  },
  "/symbols/halt": { words: "symbol halt", ...NAMED },
  "/symbols/resume": { words: "symbol resume", ...NAMED },
  "/symbols/margin": { words: "symbol margin", takes: ["name", "marginEnabled"] },
  "/fees": {
    words: "fee set",
    takes: ["symbol"],
    options: { makerFeeRate: "--maker", takerFeeRate: "--taker" },
  },
  "/contracts": {
    words: "contract add",
    ...NAMED,
    options: {
      kind: "--kind",
      multiplier: "--multiplier",
      pricePrecision: "--price-precision",
      defaultLeverage: "--leverage",
    },
  },
  "/contracts/halt": { words: "contract halt", ...NAMED },
  "/contracts/resume": { words: "contract resume", ...NAMED },
  "/loans": {
    words: "loan set",
    takes: ["asset"],
    options: { cap: "--cap", hourlyRate: "--hourly-rate", dailyRate: "--daily-rate" },
  },
  "/loans/stop": { words: "loan stop", takes: ["asset"] },
  "/index": { words: "index set", takes: ["asset", "price"] },
  "/index/withdraw": {
    words: "index withdraw",
    takes: ["asset"],
    options: { source: "--source" },
  },
  "/orders/cancel": { words: "order cancel", takes: ["orderId"] },
  "/orders/cancel-all": {
    words: "order cancel-all",
    options: { user: "--user", symbol: "--symbol", contract: "--contract" },
    isFinal: true,
  },
  "/bans/lift": { words: "ban lift", takes: ["address"] },
  "/faults": {
    words: "faults add",
    takes: ["route", "kind"],
    options: { user: "--user", ms: "--ms", by: "--by", chance: "--chance", count: "--count" },
  },
  "/faults/remove": { words: "faults remove", takes: ["id"] },
  "/faults/clear": { words: "faults clear" },
  "/clock/freeze": { words: "clock freeze" },
  "/clock/advance": { words: "clock advance", takes: ["byMs"] },
  "/clock/resume": { words: "clock resume" },
  "/states/save": { words: "snapshot save", ...NAMED },
  "/states/load": { words: "snapshot load", ...NAMED, isFinal: true },
  "/states/remove": { words: "snapshot remove", ...NAMED, isFinal: true },
  "/reset": { words: "reset", isFinal: true },
};

/** Every path whose line is known. */
export const PATHS: readonly string[] = Object.keys(LINES);

/** `bourse user freeze alice`; what is not filled in yet stands in capitals. */
export function commandLineOf(action: OperatorAction): string {
  const { line, body } = spoken(action);
  const { words, takes = [], options = {}, isFinal } = line;
  const places = takes.map((name) => wordOf(body[name]) ?? capitals(name));
  const given = Object.entries(options).flatMap(([name, flag]) => optionOf(body[name], name, flag));
  return ["bourse", words, ...places, ...given, ...(isFinal ? ["--yes"] : [])].join(" ");
}

/** Where the command line has other words than the API. */
function spoken({ path, body }: OperatorAction): {
  readonly line: Line;
  readonly body: OperatorAction["body"];
} {
  const line = LINES[path] ?? { words: "help" };
  switch (path) {
    case "/funds/fill":
    case "/funds/draw":
      return ofFund(line, body);
    case "/symbols/margin":
      return { line, body: { ...body, marginEnabled: body["marginEnabled"] ? "on" : "off" } };
    case "/clock/advance":
      return { line, body: { byMs: durationOf(Number(body["byMs"])) } };
    default:
      return { line, body };
  }
}

function ofFund(line: Line, body: OperatorAction["body"]) {
  if (body["fund"] === "LOAN_POOL") {
    const words = line.words.replace("insurance", "pool");
    return { line: { ...line, words }, body: { ...body, fund: undefined } };
  }
  return { line, body: { ...body, fund: body["fund"] === "FUT_INSURANCE" ? "futures" : "margin" } };
}

const UNITS = [
  ["d", 86_400_000],
  ["h", 3_600_000],
  ["m", 60_000],
  ["s", 1_000],
  ["ms", 1],
] as const;

/** In the largest unit that counts it whole. */
function durationOf(ms: number): string | undefined {
  const fits = UNITS.find(([, size]) => ms > 0 && ms % size === 0);
  return fits && `${ms / fits[1]}${fits[0]}`;
}

/** A switch is there or not; an option that is empty is still to be filled in, one without a value is left out. */
function optionOf(value: OperatorAction["body"][string], name: string, flag: string): string[] {
  if (typeof value === "boolean") return value ? [flag] : [];
  return value === undefined ? [] : [flag, wordOf(value) ?? capitals(name)];
}

const PLAIN = /^[A-Za-z0-9._:/,=@%+-]+$/;

/** As a shell reads it as one word. */
function wordOf(value: OperatorAction["body"][string]): string | undefined {
  const text = `${value ?? ""}`.trim();
  if (text === "") return undefined;
  return PLAIN.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}

/** `apiKey` as `API_KEY`. */
function capitals(name: string): string {
  return name.replaceAll(/[A-Z]/g, "_$&").toUpperCase();
}
