/**
 * The golden log's chapters of the order set, on a pair of its own: each time in force, each self-trade mode, stops that wait
 * and that set off others, all orders canceled at once, orders replaced, amended and rejected, a countdown that is
 * renewed and one that ends. WEI is asset 3 and trades around 100 USDT, asset 2.
 */
import { PAIR_DEFAULTS } from "../../src/core/engine/catalogue/catalogue.ts";
import type { Command } from "../../src/core/engine/codec.ts";
import type { AskedInstructions } from "../../src/core/engine/orders/instructions.ts";

const WORDS =
  /^(buy|sell) (?:for )?(\S+)(?: @ (\S+))?(?: stop (\S+))?(?: (ioc|fok|post_only))?(?: (expire_maker|expire_taker|expire_both|none))?$/;
const by = (user: number) => ({ user, key: user, request: 40 });

function asked(words: string) {
  const [, side, quantity = "", price = "", trigger, force, selfTrade] = WORDS.exec(words) ?? [];
  const isPlain = trigger === undefined && force === undefined && selfTrade === undefined;
  const instructions = {
    timeInForce: (force ?? "gtc") as AskedInstructions["timeInForce"],
    selfTrade: selfTrade as AskedInstructions["selfTrade"],
    triggerPrice: trigger ?? "",
  };
  return {
    side: side === "buy" ? ("buy" as const) : ("sell" as const),
    kind: price === "" ? ("market" as const) : ("limit" as const),
    quantity,
    price,
    clientId: "",
    instructions: isPlain ? undefined : instructions,
  };
}

/** `1 buy 2 @ 99 ioc`: an order of trader 1. */
function orders(pair: number, ...lines: string[]): Command[] {
  return lines.map((line) => {
    const [user = "", ...words] = line.split(" ");
    return { type: "PlaceOrder", ...by(Number(user)), pair, ...asked(words.join(" ")) };
  });
}

/** The pair, before its first trade: a stop has no price to wait for yet. */
export function opening(pair: number): Command[] {
  const rules = {
    ...PAIR_DEFAULTS,
    pricePrecision: 2,
    quantityPrecision: 1,
    selfTrade: "none",
  } as const;
  return [
    {
      type: "AddPair",
      ...rules,
      name: "WEIUSDT",
      base: 3,
      quote: 2,
      isMarginEnabled: true,
      request: 40,
    },
    ...orders(pair, "1 sell 1 @ 101 stop 102", "1 sell 3 @ 100", "2 buy 2 @ 100"),
  ];
}

export function forces(pair: number): Command[] {
  const batch = ["buy 1 @ 99", "buy 1 @ 100 ioc", "sell 1 @ 104 post_only"].map(asked);
  const items = batch.map(({ instructions: _, ...item }) => item);
  const instructions = batch.map((item) => item.instructions);
  return [
    ...orders(
      pair,
      ...[
        "2 buy 3 @ 100 fok",
        "2 buy 1 @ 100 post_only",
        "2 buy 0.5 @ 100 fok",
        "2 buy 1 @ 99.5 post_only",
      ],
      ...["2 buy 1 @ 101 ioc", "1 sell 1 @ 102", "1 buy 2 @ 102 expire_maker", "1 sell 1 @ 103"],
      ...[
        "1 buy 1 @ 103 expire_both",
        "1 sell 1 @ 103",
        "1 buy 1 @ 103 none",
        "1 sell 2 @ 102 expire_taker",
      ],
      ...["2 buy for 50 ioc", "2 sell 1 fok", "1 buy 1 @ 99 stop 0"],
    ),
    { type: "PlaceBatch", ...by(2), pair, items, instructions },
    { type: "PlaceMarginOrder", ...by(4), pair, ...asked("buy 0.1 @ 104 ioc") },
    { type: "PlaceMarginOrder", ...by(4), pair, ...asked("buy 0.1 @ 104 stop 105") },
  ];
}

/** Stops that wait for a rise and for a fall; one trade sets off a row of them. */
export function stops(pair: number): Command[] {
  return orders(
    pair,
    ...["2 buy 1 @ 97", "2 buy 1 @ 96", "2 buy 5 @ 95", "1 sell 1 stop 97.5", "1 sell 1 stop 96.5"],
    ...[
      "1 sell 9 @ 95 stop 96",
      "2 buy 1 @ 106 stop 105",
      "2 buy for 100 stop 110 ioc",
      "1 sell 9 @ 96",
    ],
    ...["1 sell 4 @ 97", "1 sell 2 @ 90 stop 91", "2 buy 1 @ 80 stop 85 expire_both"],
  );
}

/** An order that is amended, replaced, gone, replaced all the same, and replaced by one that is rejected. */
export function management(pair: number): Command[] {
  const replace = { type: "ReplaceOrder", ...by(2), pair, area: "spot", mustCancel: true } as const;
  const quote = { ...replace, order: 0, orderClientId: "quote" };
  const [placed] = orders(pair, "2 buy 5 @ 92");
  return [
    { ...(placed as Command & { type: "PlaceOrder" }), clientId: "quote" },
    { ...quote, ...asked("buy 3 @ 92") },
    { ...quote, ...asked("buy 3 @ 92.5") },
    { ...quote, ...asked("buy 3 @ 93") },
    { ...quote, mustCancel: false, ...asked("buy 3 @ 93 post_only"), clientId: "quote" },
    { ...quote, ...asked("buy 900000000 @ 93") },
    ...orders(pair, "2 buy 1 @ 91"),
    { type: "SetCountdown", ...by(2), pair, afterMs: 5_000 },
    { type: "SetCountdown", ...by(1), pair, afterMs: 5_000 },
    { type: "SetCountdown", ...by(1), pair, afterMs: 500 },
    { type: "SetCountdown", ...by(4), pair, afterMs: 3_600_000 },
    { type: "EndCountdown", user: 2, pair },
  ];
}

/** A countdown that was renewed, one that was not. */
export function silence(pair: number): Command[] {
  return [
    { type: "SetCountdown", ...by(1), pair, afterMs: 0 },
    { type: "EndCountdown", user: 2, pair },
    { type: "EndCountdown", user: 2, pair },
    { type: "CancelAllOrders", ...by(4), pair, area: "margin" },
    ...orders(pair, "1 sell 1 @ 120", "1 sell 1 @ 121"),
    { type: "CancelAllOrders", ...by(1), pair, area: "spot" },
    ...orders(
      pair,
      "1 sell 1 @ 120 post_only",
      "1 sell 1 @ 119 stop 130",
      "2 buy for 33 stop 90 ioc",
    ),
  ];
}
