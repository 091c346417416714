/** An explanation for people: about a dozen lines, a word in front of each saying what it is about. */
import type {
  Cause,
  Effect,
  Explanation,
  FuturesStanding,
  OrderExplained,
  OrderStep,
  RefusedEarly,
  StateBefore,
  Step,
  Told,
  ToldBalance,
  Underway,
} from "./words/explanation.ts";
import { isTold } from "./words/told.ts";

/** A line: the word in front, and the text behind it. */
type Row = readonly [string, string];

export function tell(explanation: Explanation): readonly string[] {
  const notes = explanation.notes.map((note): Row => ["note", note]);
  const strikes = (explanation.strikes ?? []).map(
    ({ rule, says }): Row => ["struck", `rule ${rule}: ${says}`],
  );
  return align([...rowsOf(explanation), ...strikes, ...notes]);
}

function rowsOf(explanation: Explanation): readonly Row[] {
  switch (explanation.found) {
    case "request":
      return [
        ["request", `${explanation.id}: found in the log`],
        ...explanation.steps.flatMap((step) => stepRows(step, explanation.told)),
      ];
    case "order":
      return orderRows(explanation);
    case "orders":
      return [
        ["orders", `${explanation.id} is the client id of ${explanation.orders.length} orders`],
        ...explanation.orders.map(
          ({ order, user, says }): Row => ["order", `${order} of ${user}: ${says}`],
        ),
      ];
    case "refusal":
      return refusalRows(explanation);
    case "struck":
      return [["request", `${explanation.id}: ${STRUCK}`]];
    case "nothing":
      return [["nothing", `${explanation.id} was not found`]];
    case "underway":
      return [["underway", `${explanation.id}: ${sayDone(explanation)}; ask again`]];
    case "unknown":
      return [["unknown", `${explanation.id} could not be explained`]];
  }
}

function sayDone({ done, of }: Pick<Underway, "done" | "of">): string {
  return of === 0 ? "it is looked for" : `${done} of ${of} commands are replayed`;
}

const EARLY = "refused before it reached the log, so nothing was executed";
const STRUCK = "no command of it is in the log, as of a read; a fault rule struck it";
const OPEN = "its outcome is open; it is not in the part of the log that was read";

function refusalRows(explanation: RefusedEarly): readonly Row[] {
  const { id, time, route, status, code, msg, user, isOpen } = explanation;
  return [
    ["request", `${id}: ${isOpen ? OPEN : EARLY}`],
    ["when", time],
    ...(user === undefined ? [] : [["who", user] as const]),
    ["asked", route],
    ["answered", `${code} (HTTP ${status}): ${msg}`],
  ];
}

function orderRows(explanation: OrderExplained): readonly Row[] {
  const { id, order, user, created, told, life, now } = explanation;
  return [
    ["order", `${id} of ${user}: ${order}`],
    ["now", now],
    ...(created ? stepRows(created, told) : []),
    ...life.filter(({ position }) => position !== created?.position).flatMap(momentRows),
  ];
}

function momentRows(moment: OrderStep): readonly Row[] {
  return [["later", sayCause(moment)], ...effectRows("", moment.effects)];
}

function sayCause({ position, time, user, request, asked }: Cause): string {
  const who = [user ?? (request && "the operator"), request && `request ${request}`];
  const by = who.filter((part) => part !== undefined).join(", ");
  return `position ${position}, ${time}: ${asked}${by === "" ? "" : ` (${by})`}`;
}

function stepRows(step: Step, told: Told | undefined): readonly Row[] {
  const { position, time, timeMs, verdict, request, user, key } = step;
  const { api } = verdict;
  const code = api && `${api.code} (HTTP ${api.status})${api.msg ? `: ${api.msg}` : ""}`;
  return [
    ["when", `${time} (${timeMs}), position ${position}`],
    ["who", sayWho(user, key, request)],
    ["asked", step.asked],
    ...standingRows("before", step.before),
    ...limitRows(step.limits),
    ["verdict", verdict.says],
    ...(code ? [[isTold(verdict, told) ? "answered" : "decided", code] as const] : []),
    ...effectRows("", step.effects),
    ...effectRows("then", step.followUps),
    ...(step.untold > 0 ? [["", `and ${step.untold} more`] as const] : []),
    ...(verdict.result === "accepted" ? standingRows("after", step.after) : UNCHANGED),
  ];
}

/** CORE-SEQ-2: a rejected command changes nothing. */
const UNCHANGED: readonly Row[] = [["after", "as before: nothing was changed"]];

function sayWho(user: string | undefined, key: number | undefined, request: string | undefined) {
  const by = request === undefined ? "" : `, request ${request}`;
  if (user !== undefined) return `${user}, key ${key}${by}`;
  return request === undefined ? "the exchange itself" : `the operator${by}`;
}

function effectRows(word: string, effects: readonly Effect[]): readonly Row[] {
  return effects.map(({ says }, index) => [index === 0 ? word : "", says]);
}

function limitRows(limits: Step["limits"]): readonly Row[] {
  const told = Object.entries(limits).map(([name, value]) => `${name} ${value}`);
  return told.length === 0 ? [] : [["limits", told.join(", ")]];
}

function standingRows(word: string, standing: StateBefore): readonly Row[] {
  const { market, balances, margin, futures } = standing;
  const told = [
    ...(market ? [sayMarket(market)] : []),
    ...(balances.length > 0 ? [balances.map(sayBalance).join("; ")] : []),
    ...(margin ? [`margin level ${margin.level}, ${margin.state}`] : []),
    ...(futures ? sayFutures(futures) : []),
  ];
  return told.map((text, index) => [index === 0 ? word : "", text]);
}

function sayMarket({ symbol, ...prices }: Readonly<Record<string, string>>): string {
  const told = Object.entries(prices).map(([name, value]) => `${name} ${value}`);
  return `${symbol}: ${told.join(", ")}`;
}

function sayBalance({ area, asset, free, locked, borrowed, interest }: ToldBalance): string {
  const owed = borrowed === undefined ? "" : `, ${borrowed} borrowed, ${interest} interest`;
  return `${area} ${asset} ${free} free, ${locked} locked${owed}`;
}

function sayFutures(account: FuturesStanding): string[] {
  const { coin, normal, locked, equity, unrealized, positions } = account;
  return [
    `futures ${coin} ${normal} normal, ${locked} locked, equity ${equity}, unrealized ${unrealized}`,
    ...positions.map((one) => {
      const held = `${one.side} ${one.volume} ${one.contract}, ${one.mode} ${one.leverage}x`;
      const prices = `opened at ${one.openPrice}, liquidation at ${one.liquidationPrice}`;
      return `position ${one.id}: ${held}, ${prices}, margin ${one.margin}, unrealized ${one.unrealized}`;
    }),
  ];
}

function align(rows: readonly Row[]): string[] {
  const width = Math.max(...rows.map(([word]) => word.length)) + 2;
  return rows.map(([word, text]) => word.padEnd(width) + text);
}
