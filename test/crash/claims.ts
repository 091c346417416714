/**
 * What clients sent and what they were told, and whether the server's present state can be
 * explained by it. It knows nothing of the server's inside: every question goes over HTTP.
 * LOG-DUR-1: 200 is exactly once, 503 never, no answer zero or one times.
 */
import type { HttpAnswer, SignedClient } from "../support/signed-client.ts";

/** What came back: an answer, or none. */
type Told = HttpAnswer | undefined;

export interface Placement {
  readonly user: string;
  readonly clientId: string;
  readonly side: "BUY" | "SELL";
  readonly price: string;
  readonly volume: string;
  told: Told;
}

export interface Cancellation {
  readonly user: string;
  readonly orderId: number;
  told: Told;
}

/** Answers that say: this was never executed. */
const NEVER = new Set([400, 401, 503]);

export class Claims {
  readonly placements: Placement[] = [];
  readonly cancellations: Cancellation[] = [];
  readonly broken: string[] = [];
  /** How often each kind of answer was met: a campaign that meets only one kind proves little. */
  readonly counts = { acknowledged: 0, refused: 0, lost: 0, lostButDone: 0, canceled: 0 };
  readonly #handedOut = new Set<Placement>();
  #checkedPlacements = 0;
  #checkedCancellations = 0;

  /** One of a user's orders that came to rest, for a cancel; each is handed out once. */
  takeResting(user: string, random: () => number): Placement | undefined {
    const resting = this.placements.filter(
      ({ user: owner, told }) => owner === user && told?.json.status === "NEW",
    );
    const open = resting.filter((placement) => !this.#handedOut.has(placement));
    const taken = open[Math.floor(random() * open.length)];
    if (taken) this.#handedOut.add(taken);
    return taken;
  }

  /** Checks what was claimed since the last check; `all` looks at everything again. */
  async check(clients: ReadonlyMap<string, SignedClient>, all = false): Promise<void> {
    const placements = this.placements.slice(all ? 0 : this.#checkedPlacements);
    const cancellations = this.cancellations.slice(all ? 0 : this.#checkedCancellations);
    this.#checkedPlacements = this.placements.length;
    this.#checkedCancellations = this.cancellations.length;
    for (const placement of placements) await this.#checkPlacement(clients, placement);
    for (const cancellation of cancellations) await this.#checkCancellation(clients, cancellation);
    for (const [user, client] of clients) {
      await this.#checkLocks(user, client);
      await this.#checkHistory(user, client);
    }
  }

  #claim(isTrue: boolean, sentence: string, seen: unknown): void {
    if (!isTrue) this.broken.push(`${sentence}: ${JSON.stringify(seen)}`);
  }

  async #checkPlacement(
    clients: ReadonlyMap<string, SignedClient>,
    placement: Placement,
  ): Promise<void> {
    const { user, clientId, told } = placement;
    const query = `/sapi/v1/order?symbol=BTCUSDT&newClientOrderId=${clientId}`;
    const now = await clients.get(user)?.get(query);
    const exists = now?.status === 200;
    if (told?.status === 200) {
      this.counts.acknowledged++;
      this.#claim(exists, `order ${clientId} was acknowledged and is missing`, { told, now });
      if (exists) this.#checkSame(told.json, now.json);
    } else if (told && NEVER.has(told.status)) {
      this.counts.refused++;
      this.#claim(!exists, `order ${clientId} was refused and exists`, { told, now });
    } else {
      this.counts.lost++;
      if (exists) this.counts.lostButDone++;
    }
    if (!exists) return;
    const { side, price, volume } = placement;
    const isAsked = now.json.side === side && now.json.price === price;
    this.#claim(isAsked && now.json.origQty === volume, `order ${clientId} is as asked`, now.json);
  }

  /** What was told may have gone on, but not back. */
  // biome-ignore lint/suspicious/noExplicitAny: the server's own words.
  #checkSame(told: any, now: any): void {
    const isSame = told.orderId === now.orderId && told.clientOrderId === now.clientOrderId;
    this.#claim(isSame, "an acknowledged order kept its names", { told, now });
    const isFinal = told.status === "FILLED" || told.status === "CANCELED";
    const isKept = told.status === now.status && told.executedQty === now.executedQty;
    this.#claim(!isFinal || isKept, "a final order did not change", { told, now });
    const hasMore = unitsOf(now.executedQty, 5) >= unitsOf(told.executedQty, 5);
    this.#claim(hasMore, "no acknowledged fill was taken back", { told, now });
  }

  async #checkCancellation(
    clients: ReadonlyMap<string, SignedClient>,
    { user, orderId, told }: Cancellation,
  ): Promise<void> {
    if (told?.status !== 200) return;
    this.counts.canceled++;
    const query = `/sapi/v1/order?symbol=BTCUSDT&orderId=${orderId}`;
    const now = await clients.get(user)?.get(query);
    this.#claim(now?.json.status === "CANCELED", `the cancel of ${orderId} holds`, { told, now });
  }

  /**
   * HIST-OWN-1, HIST-ONCE-1: whatever is final by what was told is listed, nothing is listed twice,
   * and the trades of each final order add up to what it says.
   */
  async #checkHistory(user: string, client: SignedClient): Promise<void> {
    const orders = await readAll(client, "/sapi/v1/historyOrders", "orderId");
    const trades = await readAll(client, "/sapi/v1/myTrades", "id");
    const listed = new Map(orders.map((order) => [order.orderId, order]));
    this.#claim(listed.size === orders.length, `${user}: an order is listed twice`, orders.length);
    const sides = new Set(trades.map(({ id, isMaker }) => `${id} ${isMaker}`));
    this.#claim(sides.size === trades.length, `${user}: a trade is listed twice`, trades.length);
    const traded = new Map<number, bigint>();
    for (const { orderId, qty } of trades) {
      traded.set(orderId, (traded.get(orderId) ?? 0n) + unitsOf(qty, 5));
    }
    for (const { orderId, executedQty } of orders) {
      const isEqual = unitsOf(executedQty, 5) === (traded.get(orderId) ?? 0n);
      this.#claim(isEqual, `order ${orderId} has its trades`, { executedQty });
    }
    for (const id of this.#finalOf(user)) {
      this.#claim(listed.has(id), `${user}: final order ${id} is listed`, orders.length);
    }
  }

  #finalOf(user: string): number[] {
    const told = this.placements.filter((placement) => placement.user === user);
    const filled = told.filter((placement) => placement.told?.json?.status === "FILLED");
    const canceled = this.cancellations.filter(
      (cancellation) => cancellation.user === user && cancellation.told?.status === 200,
    );
    return [
      ...filled.map((placement) => placement.told?.json.orderId),
      ...canceled.map(({ orderId }) => orderId),
    ];
  }

  /** Locks equal open orders, and no client id is there twice. */
  async #checkLocks(user: string, client: SignedClient): Promise<void> {
    const open = await client.get("/sapi/v1/openOrders?symbol=BTCUSDT&limit=1000");
    const account = await client.get("/sapi/v1/account");
    const needed: Record<string, bigint> = { BTC: 0n, USDT: 0n };
    const ids = new Set<string>();
    for (const order of open?.json ?? []) {
      const rest = unitsOf(order.origQty, 5) - unitsOf(order.executedQty, 5);
      if (order.side === "SELL") needed["BTC"] = (needed["BTC"] ?? 0n) + rest * 1000n;
      else needed["USDT"] = (needed["USDT"] ?? 0n) + rest * unitsOf(order.price, 2) * 10n;
      this.#claim(!ids.has(order.clientOrderId), `${user}: a client id is open twice`, order);
      ids.add(order.clientOrderId);
    }
    for (const { asset, locked } of account?.json.balances ?? []) {
      const isEqual = unitsOf(locked, 8) === (needed[asset] ?? 0n);
      this.#claim(isEqual, `${user}: locked ${asset} equals the open orders`, { locked });
    }
  }
}

const PAGE = 1_000;

/** All pages of a history, lowest id first. The last id of a page is asked for again: it may be two. */
// biome-ignore lint/suspicious/noExplicitAny: the server's own words.
async function readAll(client: SignedClient, path: string, idName: string): Promise<any[]> {
  // biome-ignore lint/suspicious/noExplicitAny: the server's own words.
  const rows: any[] = [];
  for (let fromId = 1; ; ) {
    const page = await patiently(() =>
      client.get(`${path}?symbol=BTCUSDT&limit=${PAGE}&fromId=${fromId}`),
    );
    if (page?.status !== 200) throw new Error(`${path}: ${JSON.stringify(page)}`);
    while (rows.at(-1)?.[idName] === fromId) rows.pop();
    rows.push(...page.json.toReversed());
    if (page.json.length < PAGE) return rows;
    fromId = rows.at(-1)?.[idName];
  }
}

const PATIENCE = 10;

/** A page may be refused while the archive is behind (HIST-BOUND-1): a client asks again. */
async function patiently(ask: () => Promise<HttpAnswer | undefined>) {
  let answer = await ask();
  for (let tries = 1; answer?.status === 503 && tries < PATIENCE; tries++) answer = await ask();
  return answer;
}

/** A decimal as a whole number of its smallest steps; the checker has arithmetic of its own. */
function unitsOf(decimal: string, scale: number): bigint {
  const [whole = "0", fraction = ""] = decimal.split(".");
  return BigInt(whole + fraction.padEnd(scale, "0"));
}
