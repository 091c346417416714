/** A client whose answers about orders of spot and margin are noted, with when it asked and was answered. */
import { AREAS, unitsOf } from "../../crash/checker/areas.ts";
import { type Credentials, type HttpAnswer, SignedClient } from "../../support/signed-client.ts";
import { ABSENT, type OrderHistories, type Shown } from "./order-histories.ts";

const NO_SUCH_ORDER = -2013;
const ENDS = ["FILLED", "CANCELED", "REJECTED"];
const PATHS: ReadonlySet<string> = new Set([AREAS.spot.order, AREAS.margin.order]);

export interface Recording {
  readonly histories: OrderHistories;
  readonly user: string;
  /** What is asked: a node. */
  readonly at: string;
}

export class RecordedClient extends SignedClient {
  readonly #recording: Recording;

  constructor(port: number, credentials: Credentials, recording: Recording) {
    super(port, credentials);
    this.#recording = recording;
  }

  override async get(target: string): Promise<HttpAnswer | undefined> {
    const { pathname, searchParams } = new URL(target, "http://node");
    const clientId = searchParams.get(AREAS.spot.clientIdName);
    return await this.#noted("a query", { pathname, clientId }, () => super.get(target));
  }

  override async post(path: string, body: unknown): Promise<HttpAnswer | undefined> {
    const { [AREAS.spot.clientIdName]: clientId } = body as Readonly<Record<string, unknown>>;
    const asked = { pathname: path, clientId: clientId === undefined ? null : `${clientId}` };
    return await this.#noted("a placement", asked, () => super.post(path, body));
  }

  async #noted(
    what: string,
    { pathname, clientId }: { readonly pathname: string; readonly clientId: string | null },
    ask: () => Promise<HttpAnswer | undefined>,
  ): Promise<HttpAnswer | undefined> {
    const askedMs = performance.now();
    const answer = await ask();
    const shown = clientId !== null && PATHS.has(pathname) ? shownBy(answer) : undefined;
    if (shown) {
      const { histories, user, at } = this.#recording;
      const seen = { askedMs, answeredMs: performance.now(), shown, what: `${what} at ${at}` };
      histories.note(`${pathname} ${user} ${clientId}`, seen);
    }
    return answer;
  }
}

/** Undefined of an answer that shows nothing of the order: a refusal, or none. */
function shownBy(answer: HttpAnswer | undefined): Shown | undefined {
  if (answer?.json?.code === NO_SUCH_ORDER) return ABSENT;
  if (answer?.status !== 200 || typeof answer.json.status !== "string") return undefined;
  const { status, executedQty } = answer.json;
  const end = ENDS.includes(status) ? status : undefined;
  return { isPlaced: true, executed: unitsOf(executedQty), end };
}
