/**
 * The console's exchange over the typed client: one public stream for the market, and
 * one for the account of the key, so that signing in and out does not disturb what is being watched.
 */
import {
  BourseClient,
  type BourseError,
  followRows,
  type Interval,
  type StreamOptions,
} from "../../../src/client/client.ts";
import type { Subscribes } from "../../../src/client/stream/follow.ts";
import type { BourseStream } from "../../../src/client/stream/stream.ts";
import { followKept, keep, readKept } from "../parts/kept.ts";
import { labelOfMarket } from "./account/account-news.ts";
import { AccountWatch } from "./account/account-watch.ts";
import { alertOfInsured } from "./account/alert-words.ts";
import { Alerts } from "./account/alerts.ts";
import { fetchOffers, isKeyName, keepKey, readKey } from "./account/kept-key.ts";
import { loadRates } from "./account/load-rates.ts";
import { loadPast } from "./account/past.ts";
import { alertOfPrice, type PriceAlert, PriceAlerts } from "./account/price-alerts.ts";
import { Recall } from "./account/recall.ts";
import { ConnectionWatch } from "./connection-watch.ts";
import type {
  CandleWatch,
  ConsoleExchange,
  Draft,
  KeyEntry,
  NewFeedEntry,
  OfferedKey,
  ShownKey,
  ShownMarket,
  ShownTicker,
} from "./exchange.ts";
import { exchangeClock, timedBy } from "./exchange-clock.ts";
import { FeedStore } from "./feed.ts";
import { LiveValue } from "./live.ts";
import { StreamedCandles } from "./market/candle-watch.ts";
import { MarketWatch } from "./market/market-watch.ts";
import { keepUnchanged, loadMarkets } from "./market/markets.ts";

const KEPT_MARKET = "market";
/** Between two tries to learn which markets there are. */
const RETRY_MS = 2_000;

export class ConnectedExchange implements ConsoleExchange {
  readonly client: LiveValue<BourseClient>;
  readonly sender: LiveValue<BourseClient>;
  readonly markets = new LiveValue<readonly ShownMarket[]>([]);
  readonly areMarketsKnown = new LiveValue(false);
  readonly tickers = new LiveValue<ReadonlyMap<string, ShownTicker>>(new Map());
  readonly key = new LiveValue<ShownKey | undefined>(undefined);
  readonly offers = new LiveValue<readonly OfferedKey[]>([]);
  readonly draft = new LiveValue<Draft>({});
  readonly priceAlerts = new PriceAlerts(this.tickers, (reached) => this.#tellReached(reached));
  readonly account: AccountWatch;
  readonly #baseUrl: string;
  readonly #streamOptions: StreamOptions;
  readonly #publicClient: BourseClient;
  readonly #stream: BourseStream;
  readonly #watch: MarketWatch;
  readonly #feed = new FeedStore(() => exchangeClock.now());
  readonly #alerts = new Alerts(() => exchangeClock.now());
  readonly #recall: Recall;
  readonly #connection: ConnectionWatch;
  /** The market's stream, by which the page sets its clock. */
  readonly #told: Subscribes;
  /** Whether the histories of this user were asked. */
  #isRecalled = false;
  #unfollowKept: (() => void) | undefined;
  #accountStream: BourseStream | undefined;
  #retry: ReturnType<typeof setTimeout> | undefined;
  #isOver = false;

  constructor(baseUrl: string, streamOptions: StreamOptions = {}) {
    this.#baseUrl = baseUrl;
    this.#streamOptions = streamOptions;
    this.#publicClient = new BourseClient({ baseUrl, onRateLimit: "wait" });
    this.client = new LiveValue(this.#publicClient);
    this.sender = new LiveValue(this.#publicClient);
    this.#stream = this.#publicClient.stream(streamOptions);
    this.#told = timedBy(exchangeClock, this.#stream);
    this.#watch = new MarketWatch(this.#told, () => void this.#readMarkets());
    this.#connection = new ConnectionWatch(this.#stream, (entry) => this.note(entry));
    this.account = new AccountWatch({
      note: (entry) => this.note(entry),
      alarmed: (events) => {
        for (const alert of events.flatMap(alertOfInsured)) this.#alerts.raise(alert);
        this.#recall.ask();
      },
      call: (name) => labelOfMarket(this.markets.value, name),
      refused: (error) => this.#refused(error),
    });
    this.account.margin.follow(() => this.#takeMargin());
    this.#recall = new Recall({
      load: () => this.#loadPast(),
      take: ({ entries, alerts }) => {
        this.#feed.recall(entries);
        for (const alert of alerts) this.#alerts.raise(alert);
      },
    });
  }

  get status() {
    return this.#connection.status;
  }

  get staleSince() {
    return this.#connection.staleSince;
  }

  get selected() {
    return this.#watch.market;
  }

  get book() {
    return this.#watch.book;
  }

  get tape() {
    return this.#watch.tape;
  }

  get index() {
    return this.#watch.index;
  }

  get feed() {
    return this.#feed.entries;
  }

  get alerts() {
    return this.#alerts.entries;
  }

  /** Resolves when the markets have been asked for once; everything else comes when it comes. */
  async begin(): Promise<void> {
    followRows(this.#told, "tickers", (rows) =>
      this.tickers.set(new Map(rows.map((row) => [row.name, row]))),
    );
    const kept = readKey();
    if (kept) this.#takeKey(kept);
    this.#unfollowKept = followKept((name) => {
      if (isKeyName(name)) this.#followKey();
      else this.#alerts.read();
    });
    void fetchOffers(this.#baseUrl).then((offers) => this.offers.set(offers));
    // A server that was started again may have other markets.
    let wasLost = false;
    this.status.follow(() => {
      wasLost ||= this.status.value === "reconnecting";
      if (this.status.value !== "open") return;
      void this.#readMarkets();
      // What happened meanwhile, the histories tell.
      if (wasLost) this.#recall.ask();
      wasLost = false;
    });
    await this.#readMarkets();
  }

  /** Ends it: no connection and no timer is left. */
  close(): void {
    this.#isOver = true;
    this.#unfollowKept?.();
    clearTimeout(this.#retry);
    this.#leaveAccount();
    this.#stream.close();
  }

  /** Until they have been read; a server that is being started answers in a while. */
  async #readMarkets(): Promise<void> {
    clearTimeout(this.#retry);
    try {
      const { value: before } = this.markets;
      const markets = keepUnchanged(before, await loadMarkets(this.#publicClient));
      if (this.#isOver) return;
      this.markets.set(markets);
      this.areMarketsKnown.set(true);
      const wanted = this.selected.value?.name ?? readKept(KEPT_MARKET);
      const market = markets.find(({ name }) => name === wanted) ?? markets[0];
      if (market) this.#watch.select(market);
      if (!this.#isRecalled) this.#recall.ask();
      void this.#readRates();
    } catch {
      if (!this.#isOver) this.#retry = setTimeout(() => void this.#readMarkets(), RETRY_MS);
    }
  }

  select(name: string): void {
    const market = this.markets.value.find((each) => each.name === name);
    if (!market) return;
    keep(KEPT_MARKET, name);
    this.#watch.select(market);
  }

  watchCandles(name: string, interval: Interval): CandleWatch {
    const kind = this.markets.value.find((market) => market.name === name)?.kind ?? "pair";
    const source = { client: this.#publicClient, stream: this.#told };
    return new StreamedCandles(source, { name, kind }, interval);
  }

  async signIn(entry: KeyEntry): Promise<void> {
    const { apiKey, secret } = entry;
    await new BourseClient({ baseUrl: this.#baseUrl, apiKey, secret }).spot.account();
    keepKey(entry);
    this.#feed.clear();
    this.#takeKey(entry);
  }

  signOut(): void {
    keepKey(undefined);
    this.#alerts.close();
    this.#leaveAccount();
    this.#feed.clear();
  }

  dismissAlert(id: string): void {
    this.#alerts.dismiss(id);
  }

  note(entry: NewFeedEntry): void {
    this.#feed.note(entry);
  }

  offerDraft(draft: Draft): void {
    this.draft.set({ ...draft, count: (this.draft.value.count ?? 0) + 1 });
  }

  #takeKey({ apiKey, secret, user }: KeyEntry): void {
    this.#leaveAccount();
    const client = new BourseClient({ baseUrl: this.#baseUrl, apiKey, secret });
    this.client.set(client);
    // An order that the service did not take is never sent later: its moment has passed.
    this.sender.set(new BourseClient({ baseUrl: this.#baseUrl, apiKey, secret, retries: 0 }));
    this.key.set(user === undefined ? { apiKey } : { apiKey, user });
    this.#accountStream = client.stream(this.#streamOptions);
    this.#connection.join(this.#accountStream);
    this.#alerts.open(apiKey);
    this.account.open(timedBy(exchangeClock, this.#accountStream));
    void this.#readRates();
  }

  /** When the user signs in, and when the markets may have changed. Without an answer the market's rates are shown. */
  async #readRates(): Promise<void> {
    const { value: client } = this.client;
    if (!this.key.value) return;
    const rates = await loadRates(client).catch(() => undefined);
    if (rates && client === this.client.value) this.account.rates.set(rates);
  }

  /** Another tab has signed out, or in as another user: so has this one. */
  #followKey(): void {
    const entry = readKey();
    if (entry?.apiKey === this.key.value?.apiKey) return;
    this.#feed.clear();
    if (entry) this.#takeKey(entry);
    else this.#leaveAccount();
  }

  /** The account's stream has spoken for the first time: now it is known what time it is there. */
  #takeMargin(): void {
    const { value: level } = this.account.margin;
    if (level) this.#alerts.takeMargin(level);
    if (!this.#isRecalled) this.#recall.ask();
  }

  /** Of the selected market first. */
  #loadPast() {
    const { value: markets } = this.markets;
    if (!this.account.margin.value || markets.length === 0) return undefined;
    this.#isRecalled = true;
    const { value: selected } = this.selected;
    const others = markets.filter((market) => market !== selected);
    return loadPast(this.client.value, selected ? [selected, ...others] : others);
  }

  /** In the feed, and to who is signed in as an alert. */
  #tellReached(reached: PriceAlert): void {
    const { title } = labelOfMarket(this.markets.value, reached.market);
    const alert = alertOfPrice(reached, { title, time: exchangeClock.now() });
    this.note({ kind: "note", tone: "plain", text: alert.title });
    this.#alerts.raise(alert);
  }

  #leaveAccount(): void {
    this.#recall.forget();
    this.#isRecalled = false;
    this.#alerts.leave();
    this.account.close();
    this.#connection.join(undefined);
    this.#accountStream?.close();
    this.#accountStream = undefined;
    this.client.set(this.#publicClient);
    this.sender.set(this.#publicClient);
    this.key.set(undefined);
  }

  /** A key that was good once and is not any more: it is forgotten, and the user is told why. */
  #refused(error: BourseError): void {
    if (error.kind !== "credentials") {
      this.note({ kind: "connection", tone: "bad", text: `Account: ${error.message}` });
      return;
    }
    this.signOut();
    const text = `The key is not accepted any more: ${error.message} Sign in again.`;
    this.note({ kind: "refusal", tone: "bad", text });
  }
}
