/**
 * What clients sent and what they were told, and whether the server's present state can be
 * explained by it. It knows nothing of the server's inside: every question goes over HTTP.
 * LOG-DUR-1: 200 is exactly once, 503 never, no answer zero or one times.
 */
import type { HttpAnswer, SignedClient } from "../support/signed-client.ts";
import { findOrder, type OrderRow } from "./asking.ts";
import { contradictionsIn, type Known, readHoldings, unitsOf } from "./holdings.ts";

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

export type Clients = ReadonlyMap<string, SignedClient>;

/** Answers that say: this was never executed. */
const NEVER = new Set([400, 401, 503]);

export class Claims {
  readonly placements: Placement[] = [];
  readonly cancellations: Cancellation[] = [];
  readonly broken: string[] = [];
  /** How often each kind of answer was met: a campaign that meets only one kind proves little. */
  readonly counts = { acknowledged: 0, refused: 0, lost: 0, lostButDone: 0, canceled: 0 };
  /** Of each user, what came to rest and was not yet handed out. */
  readonly #resting = new Map<string, Placement[]>();
  /** How each order stood when it was last asked about: also of those that nobody was told of. */
  readonly #seen = new Map<Placement, OrderRow>();
  #checkedPlacements = 0;
  #checkedCancellations = 0;

  /** Notes what a placement was told. */
  answer(placement: Placement, told: Told): void {
    placement.told = told;
    if (told?.json.status !== "NEW") return;
    const resting = this.#resting.get(placement.user) ?? [];
    this.#resting.set(placement.user, resting);
    resting.push(placement);
  }

  /** One of a user's orders that came to rest, for a cancel; each is handed out once. */
  takeResting(user: string, random: () => number): Placement | undefined {
    const resting = this.#resting.get(user) ?? [];
    const [taken] = resting.splice(Math.floor(random() * resting.length), 1);
    return taken;
  }

  /** Checks what was claimed since the last check; `all` looks at everything again. */
  async check(clients: Clients, all = false): Promise<void> {
    for (const placement of this.placements.slice(this.#checkedPlacements)) {
      this.#countPlacement(placement, await this.#checkPlacement(clients, placement));
    }
    for (const cancellation of this.cancellations.slice(this.#checkedCancellations)) {
      if (await this.#checkCancellation(clients, cancellation)) this.counts.canceled++;
    }
    if (all) await this.#checkAgain(clients);
    this.#checkedPlacements = this.placements.length;
    this.#checkedCancellations = this.cancellations.length;
    for (const [user, client] of clients) {
      const found = contradictionsIn(await readHoldings(client), this.#knownOf(user));
      this.broken.push(...found.map((sentence) => `${user}: ${sentence}`));
    }
  }

  async #checkAgain(clients: Clients): Promise<void> {
    const placements = this.placements.slice(0, this.#checkedPlacements);
    const cancellations = this.cancellations.slice(0, this.#checkedCancellations);
    for (const placement of placements) await this.#checkPlacement(clients, placement);
    for (const cancellation of cancellations) await this.#checkCancellation(clients, cancellation);
  }

  #claim(isTrue: boolean, sentence: string, seen: unknown): void {
    if (!isTrue) this.broken.push(`${sentence}: ${JSON.stringify(seen)}`);
  }

  /** Answers whether it exists. */
  async #checkPlacement(clients: Clients, placement: Placement): Promise<boolean> {
    const { user, clientId, told } = placement;
    const now = await findOrder(clientOf(clients, user), { clientId });
    if (isTold(told, "done")) {
      this.#claim(now !== undefined, `order ${clientId} was acknowledged and is missing`, { told });
      if (now) this.#checkSame(told?.json, now);
    } else if (isTold(told, "never")) {
      this.#claim(!now, `order ${clientId} was refused and exists`, { told, now });
    }
    this.#compareWithSeen(placement, now);
    const { side, price, volume } = placement;
    const isAsked = !now || (now.side === side && now.price === price && now.origQty === volume);
    this.#claim(isAsked, `order ${clientId} is not as asked`, { placement, now });
    return now !== undefined;
  }

  #compareWithSeen(placement: Placement, now: OrderRow | undefined): void {
    const seen = this.#seen.get(placement);
    this.#claim(!seen || now !== undefined, `order ${placement.clientId} is gone`, { seen });
    if (seen && now) this.#checkSame(seen, now);
    if (now) this.#seen.set(placement, now);
  }

  #countPlacement({ told }: Placement, exists: boolean): void {
    if (isTold(told, "done")) this.counts.acknowledged++;
    else if (isTold(told, "never")) this.counts.refused++;
    else this.counts.lost++;
    if (!told && exists) this.counts.lostButDone++;
  }

  /** What was told may have gone on, but not back. */
  #checkSame(told: OrderRow, now: OrderRow): void {
    const isSame = told.orderId === now.orderId && told.clientOrderId === now.clientOrderId;
    this.#claim(isSame, "an order has other names than before", { told, now });
    const isFinal = told.status === "FILLED" || told.status === "CANCELED";
    const isKept = told.status === now.status && told.executedQty === now.executedQty;
    this.#claim(!isFinal || isKept, "a final order changed", { told, now });
    const hasMore = unitsOf(now.executedQty, 5) >= unitsOf(told.executedQty, 5);
    this.#claim(hasMore, "a fill was taken back", { told, now });
  }

  /** Answers whether it was acknowledged. */
  async #checkCancellation(
    clients: Clients,
    { user, orderId, told }: Cancellation,
  ): Promise<boolean> {
    if (!isTold(told, "done")) return false;
    const now = await findOrder(clientOf(clients, user), { orderId });
    this.#claim(now?.status === "CANCELED", `the cancel of ${orderId} does not hold`, {
      told,
      now,
    });
    return true;
  }

  #knownOf(user: string): Known {
    const placed = this.placements.filter((placement) => placement.user === user);
    const filled = placed.filter(({ told }) => told?.json.status === "FILLED");
    const canceled = this.cancellations.filter(
      (cancellation) => cancellation.user === user && isTold(cancellation.told, "done"),
    );
    return {
      clientIds: new Set(placed.map(({ clientId }) => clientId)),
      final: [
        ...filled.map(({ told }) => told?.json.orderId),
        ...canceled.map(({ orderId }) => orderId),
      ],
    };
  }
}

function isTold(told: Told, what: "done" | "never"): boolean {
  if (!told) return false;
  return what === "done" ? told.status === 200 : NEVER.has(told.status);
}

function clientOf(clients: Clients, user: string): SignedClient {
  const client = clients.get(user);
  if (!client) throw new Error(`${user} has no client`);
  return client;
}
