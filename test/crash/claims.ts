/**
 * What clients sent and what they were told, and whether the server's present state can be
 * explained by it. It knows nothing of the server's inside: every query goes over HTTP.
 * LOG-DUR-1: 200 is exactly once, 4xx and 503 never, 504 and no answer zero or one times. What a
 * client was shown, stays.
 */
import type { HttpAnswer, SignedClient } from "../support/signed-client.ts";
import { findOrder } from "./asking.ts";
import { AREA_NAMES, type AreaName, type OrderRow } from "./checker/areas.ts";
import { Books, type Movement } from "./checker/books.ts";
import { contradictionsIn, type Known, type KnownByArea } from "./checker/contradictions.ts";
import { type Counts, noCounts } from "./checker/counts.ts";
import { futuresLiquidations, marginLiquidations } from "./checker/liquidations.ts";
import {
  type Amendment,
  brokenOfAmendment,
  brokenOfReplacement,
  brokenOfSweep,
  LATE_MS,
  type Replacement,
  type Sweep,
  sweepsOver,
} from "./checker/managed-claims.ts";
import {
  brokenOfCancellation,
  brokenOfPlacement,
  type Cancellation,
  isTold,
  type Placement,
  type Told,
} from "./checker/order-claims.ts";
import { type Holdings, LIST_NAMES, type ListName, readHoldings, rowsOf } from "./holdings.ts";

export type Clients = ReadonlyMap<string, SignedClient>;

/** What a check is told besides. */
export interface Checking {
  /** Looks at everything again, not only at what came since the last check. */
  readonly all?: boolean;
  /** A command was answered that was sent after this moment: all that was due by then is done. Without it, none was. */
  readonly settledMs?: number;
}

/** What an undone order was told, as it were: it never was. */
const UNDONE: HttpAnswer = { status: 503, json: {}, headers: {} };
/** Of users that have set none: the demo's. */
const LEVERAGE = 20n;

export class Claims {
  readonly placements: Placement[] = [];
  readonly cancellations: Cancellation[] = [];
  readonly movements: Movement[] = [];
  readonly replacements: Replacement[] = [];
  readonly amendments: Amendment[] = [];
  readonly sweeps: Sweep[] = [];
  readonly broken: string[] = [];
  /** How often each kind of answer was met: a campaign that meets only one kind proves little. */
  readonly counts: Counts = noCounts();
  /** `USER KIND` of the liquidations that a blow brought about as the last thing before its kill. */
  readonly atKill = new Set<string>();
  /** What each user set, once, before anything was traded. */
  readonly leverage = new Map<string, bigint>();
  /** Of each user and area, what came to rest and was not yet handed out. */
  #resting = new Map<string, Placement[]>();
  /** How each order stood when it was last asked about: also of those that no client was told of. */
  #seen = new Map<Placement, OrderRow>();
  /** Of each user and list, the rows that were shown under load. */
  #shown = new Map<string, Set<string>>();
  #liquidations = new Set<string>();
  #books = new Map<string, Books>();
  #checkedPlacements = 0;
  #checkedCancellations = 0;

  /** Notes what a placement was told. */
  answer(placement: Placement, told: Told): void {
    placement.told = told;
    if (told?.status !== 200) return;
    // A reply of futures does not say whether it rests.
    if (placement.area !== "futures" && told.json.status !== "NEW") return;
    const place = `${placement.user} ${placement.area}`;
    this.#resting.set(place, [...(this.#resting.get(place) ?? []), placement]);
  }

  /** One of a user's orders that came to rest, for a cancel; each is handed out once. */
  takeResting(user: string, area: AreaName, random: () => number): Placement | undefined {
    const resting = this.#resting.get(`${user} ${area}`) ?? [];
    const [taken] = resting.splice(Math.floor(random() * resting.length), 1);
    return taken;
  }

  /** From here on every countdown that was acknowledged is over. */
  get lastSweepMs(): number {
    return Math.max(0, ...this.sweeps.map(({ overAtMs = 0 }) => overAtMs + LATE_MS + 1));
  }

  /** Notes rows that a client was shown: a kill must not take them back. */
  show(user: string, list: ListName, rows: readonly string[]): void {
    const shown = this.#shown.get(`${user} ${list}`) ?? new Set();
    for (const row of rows) shown.add(row);
    this.#shown.set(`${user} ${list}`, shown);
    this.counts.shown += rows.length;
  }

  /** Remembers all of it; what is answered goes back to it, as a state that is loaded does. */
  mark(): () => void {
    const { length } = this.placements;
    const later = [this.movements, this.replacements, this.amendments, this.sweeps] as const;
    const lengths = later.map((list) => list.length);
    const cancellations = this.cancellations.length;
    const copies = this.#copies();
    return () => {
      for (const placement of this.placements.slice(length)) {
        placement.told = UNDONE;
        placement.isAnswered = false;
      }
      this.cancellations.length = cancellations;
      later.forEach((list, at) => {
        list.length = Math.min(list.length, lengths[at] ?? 0);
      });
      this.#checkedCancellations = Math.min(this.#checkedCancellations, cancellations);
      this.#resting = copies.resting;
      this.#seen = copies.seen;
      this.#shown = copies.shown;
      this.#liquidations = copies.liquidations;
      this.#books = copies.books;
    };
  }

  #copies() {
    return {
      resting: new Map([...this.#resting].map(([place, resting]) => [place, [...resting]])),
      seen: new Map(this.#seen),
      shown: new Map([...this.#shown].map(([list, rows]) => [list, new Set(rows)])),
      liquidations: new Set(this.#liquidations),
      books: new Map([...this.#books].map(([user, books]) => [user, books.copy()])),
    };
  }

  /** Checks what was claimed since the last check. */
  async check(clients: Clients, { all = false, settledMs = 0 }: Checking = {}): Promise<void> {
    const users = [...clients].map(async ([user, client]) => {
      await this.#checkOrders(user, client, all);
      await this.#checkManaged(user, client);
      const holdings = await readHoldings(client);
      this.#checkSweeps(user, holdings, settledMs);
      await this.#checkHoldings(user, client, holdings);
    });
    await Promise.all(users);
    this.#checkedPlacements = this.placements.length;
    this.#checkedCancellations = this.cancellations.length;
    this.replacements.length = 0;
    this.amendments.length = 0;
    for (const name of this.atKill)
      this.broken.push(`${name}: a liquidation before a kill is gone`);
    this.atKill.clear();
  }

  /** Once: what was replaced is over, and of what was amended only less can be open. */
  async #checkManaged(user: string, client: SignedClient): Promise<void> {
    for (const replacement of this.replacements.filter((it) => it.user === user)) {
      const { area, orderId, clientId } = replacement;
      const old = await findOrder(client, area, { orderId });
      const placed = await findOrder(client, area, { clientId });
      this.broken.push(...brokenOfReplacement(replacement, old, placed));
    }
    for (const amendment of this.amendments.filter((it) => it.user === user)) {
      const now = await findOrder(client, amendment.area, { orderId: amendment.orderId });
      this.broken.push(...brokenOfAmendment(amendment, now));
    }
  }

  #checkSweeps(user: string, holdings: Holdings, settledMs: number): void {
    const own = this.sweeps.filter((sweep) => sweep.user === user);
    for (const sweep of sweepsOver(own, settledMs)) {
      const sentences = brokenOfSweep(sweep, holdings);
      this.broken.push(...sentences.map((sentence) => `${user}: ${sentence}`));
      if (sweep.kind === "countdown") this.counts.countdownsOver++;
      this.sweeps.splice(this.sweeps.indexOf(sweep), 1);
    }
  }

  async #checkOrders(user: string, client: SignedClient, all: boolean): Promise<void> {
    for (const [index, placement] of this.placements.entries()) {
      const isNew = index >= this.#checkedPlacements;
      if (placement.user !== user || !(isNew || all)) continue;
      const exists = await this.#checkPlacement(client, placement);
      if (isNew) this.#countPlacement(placement, exists);
    }
    for (const [index, cancellation] of this.cancellations.entries()) {
      const isNew = index >= this.#checkedCancellations;
      if (cancellation.user !== user || !(isNew || all)) continue;
      const isDone = await this.#checkCancellation(client, cancellation);
      if (isNew && isDone) this.counts.canceled++;
    }
  }

  async #checkHoldings(user: string, client: SignedClient, holdings: Holdings): Promise<void> {
    const known = this.#knownOf(user);
    const found = contradictionsIn(holdings, known, this.leverage.get(user) ?? LEVERAGE);
    const margin = await marginLiquidations(client, holdings, known.margin);
    const money = this.#checkMoney(user, holdings, margin.found.length);
    const sentences = [...found, ...margin.broken, ...money, ...this.#lostRows(user, holdings)];
    this.broken.push(...sentences.map((sentence) => `${user}: ${sentence}`));
    for (const { kind, id } of [...margin.found, ...futuresLiquidations(holdings)]) {
      const name = `${user} ${kind} ${id}`;
      if (this.#liquidations.has(name)) continue;
      this.#liquidations.add(name);
      this.counts[`${kind}Liquidations`]++;
      if (this.atKill.delete(`${user} ${kind}`)) this.counts[`${kind}AtKill`]++;
    }
  }

  #checkMoney(user: string, holdings: Holdings, forced: number): string[] {
    const known = this.#books.get(user);
    const books = known ?? new Books();
    this.#books.set(user, books);
    if (!known) books.open(holdings);
    const movements = this.movements.filter((movement) => movement.user === user);
    const doubtful = movements.filter(({ isMade }) => isMade === undefined);
    const broken = known ? books.check(holdings, movements, forced) : [];
    this.counts.movesLost += doubtful.length;
    this.counts.movesLostButDone += doubtful.filter(({ isMade }) => isMade).length;
    return broken;
  }

  #lostRows(user: string, holdings: Holdings): string[] {
    return LIST_NAMES.flatMap((list) => {
      const shown = this.#shown.get(`${user} ${list}`);
      if (!shown) return [];
      const rows = new Set(rowsOf(holdings, list));
      const lost = [...shown].filter((row) => !rows.has(row));
      return lost.map((row) => `${list} listed ${row}, and it is gone`);
    });
  }

  /** Answers whether it exists. */
  async #checkPlacement(client: SignedClient, placement: Placement): Promise<boolean> {
    const { clientId, area } = placement;
    const now = await findOrder(client, area, { clientId });
    this.broken.push(...brokenOfPlacement(placement, now, this.#seen.get(placement)));
    if (now) this.#seen.set(placement, now);
    return now !== undefined;
  }

  #countPlacement({ told, isAnswered }: Placement, exists: boolean): void {
    if (isAnswered && exists) this.counts.unheard++;
    if (told === UNDONE) this.counts.undone++;
    else if (isTold(told, "done")) this.counts.acknowledged++;
    else if (isTold(told, "never")) this.counts.refused++;
    else this.counts.lost++;
    if (!isTold(told, "done") && !isTold(told, "never") && exists) this.counts.lostButDone++;
  }

  /** Answers whether it was acknowledged. */
  async #checkCancellation(client: SignedClient, cancellation: Cancellation): Promise<boolean> {
    const { area, orderId, told } = cancellation;
    if (!isTold(told, "done")) return false;
    const now = await findOrder(client, area, { orderId });
    this.broken.push(...brokenOfCancellation(cancellation, now));
    return true;
  }

  #knownOf(user: string): KnownByArea {
    const [spot, margin, futures] = AREA_NAMES.map((area): Known => {
      const placed = this.placements.filter((it) => it.user === user && it.area === area);
      const filled = placed.filter(({ told }) => told?.json.status === "FILLED");
      const canceled = this.cancellations.filter(
        (it) => it.user === user && it.area === area && isTold(it.told, "done"),
      );
      return {
        clientIds: new Set(placed.map(({ clientId }) => clientId)),
        rows: placed.flatMap((placement) => this.#seen.get(placement) ?? []),
        final: [...filled.map(({ told }) => told?.json.orderId), ...canceled.map(idOf)],
      };
    });
    return { spot, margin, futures } as KnownByArea;
  }
}

function idOf({ orderId }: { readonly orderId: number }): number {
  return orderId;
}
