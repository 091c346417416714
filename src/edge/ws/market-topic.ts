/** What the topics of a market have in common: they follow it, and end when it is delisted. */
import type { Feed, MarketFollower } from "./feed.ts";
import type { Markets, StreamMarket } from "./markets.ts";
import type { FoundEvents } from "./recent-events.ts";
import type { Seq } from "./seq.ts";

export interface TopicTools {
  readonly feed: Feed;
  readonly markets: Markets;
  /** There is something to tell. */
  readonly mark: () => void;
}

export class MarketTopic {
  readonly market: StreamMarket;
  readonly #tools: TopicTools;
  #leave: (() => void)[] = [];
  #isOver = false;

  constructor(market: StreamMarket, tools: TopicTools) {
    this.market = market;
    this.#tools = tools;
  }

  /** STREAM-END-1: the market is delisted. */
  protected get isOver(): boolean {
    return this.#isOver;
  }

  /** The events that the topic wants besides. */
  protected follow(follower: MarketFollower): void {
    const { feed, markets, mark } = this.#tools;
    const changed = () => {
      this.#isOver = markets.find(this.market) === undefined;
      mark();
    };
    this.#leave.push(feed.follow(this.market, { changed, ...follower }));
  }

  /** STREAM-RESUME-5 */
  protected happenedSince(from: Seq): FoundEvents | undefined {
    return this.#tools.feed.recent.ofMarket(this.market, from);
  }

  /** For a topic that time alone may change. */
  protected followSeconds(): void {
    this.#leave.push(this.#tools.feed.followSeconds(this.#tools.mark));
  }

  close(): void {
    for (const leave of this.#leave.splice(0)) leave();
  }
}
