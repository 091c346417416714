/**
 * Keeps the client ids beside the engine's, as plain text: who bears one, when the last order that bore it ended and whether its
 * user canceled it, and whose are free at once. An order that is placed by itself is judged by them; how a name stands that
 * ended while a liquidation or a replacement was going on is not told by events. Rules SPOT-CLIENT-2, SPOT-CLIENT-3, SPOT-CLIENT-7.
 */
import type { Command } from "../../../src/core/engine/codec.ts";
import type { ExchangeEvent } from "../../../src/core/engine/events.ts";
import type { OrderEnded } from "../../../src/core/engine/orders/order-events.ts";
import type { ExchangeState } from "../../../src/core/engine/state.ts";
import type { Tally } from "../tally.ts";
import { claim } from "./claim.ts";

const REST_MS = 60_000;
const USED = "client_id_used";

const AREAS: Readonly<Partial<Record<Command["type"], string>>> = {
  PlaceOrder: "spot",
  PlaceMarginOrder: "margin",
  PlaceFuturesOrder: "futures",
};
/** By which users cancel orders of their own. */
const CANCELS: ReadonlySet<Command["type"]> = new Set([
  ...([
    "CancelOrder",
    "CancelBatch",
    "CancelAllOrders",
    "CancelOrderList",
    "ReplaceOrder",
  ] as const),
  ...(["CancelMarginOrder", "CancelFuturesOrder", "CancelAllFutures"] as const),
]);

type Standing = "open" | "resting" | "reused" | "free" | "untold";

export class NameWatch {
  private readonly state: ExchangeState;
  private readonly tally: Tally;
  private readonly open = new Map<string, number>();
  /** When the last order of a name ended that its user did not cancel. */
  private readonly ended = new Map<string, number>();
  private readonly untold = new Set<string>();
  private readonly reusing = new Set<number>();
  private command: Command | undefined;
  private isLiquidating = false;
  private standing: Standing = "untold";

  constructor(state: ExchangeState, tally: Tally) {
    this.state = state;
    this.tally = tally;
  }

  begin(command: Command, timeMs: number): void {
    this.command = command;
    this.isLiquidating = false;
    const name = nameOf(command);
    this.standing = name === undefined ? "untold" : this.standingOf(name, command, timeMs);
  }

  private standingOf(name: string, command: Command, timeMs: number): Standing {
    if (this.open.has(name)) return "open";
    if ("user" in command && this.reusing.has(command.user)) {
      const isEnded = timeMs - (this.ended.get(name) ?? -Infinity) <= REST_MS;
      return isEnded ? "reused" : "free";
    }
    const { ended } = this.state.orders.clientIds;
    if (this.untold.has(name)) return "untold";
    if (timeMs - (this.ended.get(name) ?? -Infinity) > REST_MS) return "free";
    return ended.count < ended.countMax ? "resting" : "untold"; // CORE-BOUND-1: the oldest may be forgotten.
  }

  hear(event: ExchangeEvent): void {
    if (event.type === "LiquidationBegan") this.isLiquidating = true;
    const isOrder = event.type === "OrderRested" || event.type === "OrderEnded";
    if (!isOrder || event.clientId === "") return;
    const name = keyOf(event.user, event.area, event.clientId);
    if (event.type === "OrderRested") this.open.set(name, event.id);
    else this.end(name, event);
  }

  private end(name: string, event: OrderEnded): void {
    const wasOpen = this.open.get(name) === event.id;
    if (wasOpen) this.open.delete(name);
    if (event.status === "rejected" && !wasOpen) return; // SPOT-CLIENT-5
    const { command } = this;
    const isByUser =
      command !== undefined &&
      CANCELS.has(command.type) &&
      "user" in command &&
      command.user === event.user &&
      event.status === "canceled" &&
      (event.reason === undefined || event.reason === "list_ended");
    if (!isByUser) {
      this.untold.delete(name);
      this.ended.set(name, event.timeMs);
    } else if (this.isLiquidating || command.type === "ReplaceOrder") this.untold.add(name);
  }

  /** After the command; `reason` is that of a refusal. */
  see(command: Command, reason: string | undefined): void {
    const { standing } = this;
    if (command.type === "SetClientIdReuse" && reason === undefined) {
      if (command.isFree) this.reusing.add(command.user);
      else this.reusing.delete(command.user);
    }
    const isFree = standing === "free" || standing === "reused";
    const isTaken = standing === "open" || standing === "resting";
    const said = `SPOT-CLIENT-2 SPOT-CLIENT-3 SPOT-CLIENT-7 the client id is ${standing}`;
    claim(!(isFree && reason === USED), `${said}, and not in use`);
    claim(!(isTaken && reason === undefined), `${said}, and not free`);
    if (standing === "reused" && reason === undefined) this.tally.count("client id reused at once");
    if (standing === "resting" && reason === USED) this.tally.count("client id of an ended order");
  }
}

/** The name of an order that is placed by itself. */
function nameOf(command: Command): string | undefined {
  const area = AREAS[command.type];
  if (area === undefined || !("clientId" in command) || !("user" in command)) return undefined;
  return command.clientId === "" ? undefined : keyOf(command.user, area, command.clientId);
}

function keyOf(user: number, area: string, clientId: string): string {
  return `${user} ${area} ${clientId}`;
}
