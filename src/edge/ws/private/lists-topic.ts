/**
 * A user's order lists: whatever a command did to one is told once, as the list stands after it. Read once, when the channel opens; from
 * then on the events alone say how each list stands. STREAM-MINE-7.
 */
import type { Written } from "../../../contract/field.ts";
import { MY_CHANNELS } from "../../../contract/streams/channels.ts";
import { MY_LISTS } from "../../../contract/streams/private-rows.ts";
import { writerAround, writtenList } from "../../../contract/writer.ts";
import type { OrderId } from "../../../core/engine/orders/order.ts";
import type { UserId } from "../../../core/engine/users/users.ts";
import type { Advance, Topic } from "../channel.ts";
import { EventQueue } from "../event-queue.ts";
import { type MissedEvents, piecesOf } from "../missed.ts";
import type { PrivateEvent } from "../private-event.ts";
import type { RecentEvents } from "../recent-events.ts";
import type { Seq } from "../seq.ts";
import type { Audience } from "./audience.ts";
import { type ListStanding, standingBehind } from "./list-standing.ts";
import { missedLists } from "./missed-lists.ts";
import type { MyListText, PrivateWords } from "./private-words.ts";

const listsText = writerAround(MY_LISTS, "lists");

export interface ListsTools {
  readonly audience: Audience;
  readonly words: Pick<PrivateWords, "openListsOf" | "orderList">;
  readonly recent: RecentEvents;
  readonly mark: () => void;
}

export class ListsTopic implements Topic {
  /** At the next beat. */
  readonly everyMs = MY_CHANNELS["my.lists"].everyMs;
  readonly #user: UserId;
  readonly #tools: ListsTools;
  readonly #leave: () => void;
  /** The open lists as they were told last: as many as the engine lets a user have open. */
  readonly #told = new Map<OrderId, ListStanding>();
  /** The open lists as they stand now. */
  readonly #open = new Map<OrderId, ListStanding>();
  /** What the command whose events come has done, by list: only the last of each counts. */
  readonly #command = new Map<OrderId, { readonly list: ListStanding; readonly seq: Seq }>();
  #position = 0;
  readonly #fresh = new EventQueue<ListStanding>();

  constructor(user: UserId, tools: ListsTools) {
    this.#user = user;
    this.#tools = tools;
    this.#read();
    this.#leave = tools.audience.join(user, {
      hear: (event, seq) => this.#hear(event, seq),
      look: () => undefined,
    });
  }

  #read(): void {
    this.#told.clear();
    this.#open.clear();
    for (const list of this.#tools.words.openListsOf(this.#user)) {
      this.#told.set(list.id, list);
      this.#open.set(list.id, list);
    }
  }

  told(): Written<unknown> {
    return this.#listed([...this.#told.values()]);
  }

  advance(): Advance | undefined {
    this.#settle();
    const piece = this.#fresh.take();
    if (!piece) return undefined;
    if (!this.#fresh.isEmpty) this.#tools.mark();
    const { rows, seq, isCut } = piece;
    if (isCut) {
      this.#read();
      return { data: this.told(), seq, isWhole: true };
    }
    for (const list of rows) note(this.#told, list);
    return { data: this.#listed(rows), seq };
  }

  /** Asked when all is told, so that the open lists are those behind the newest event. */
  since(from: Seq): MissedEvents | undefined {
    const missed = this.#tools.recent.ofUser(this.#user, from);
    return missed && { ...missed, write: () => this.#rewrite(missed.found) };
  }

  #rewrite(found: MissedEvents["found"]): Advance[] {
    const { words } = this.#tools;
    const rows = missedLists(found, this.#open);
    const written = rows.map(({ list, seq }) => ({ row: words.orderList(list), seq }));
    return piecesOf(written, listOf);
  }

  #listed(lists: readonly ListStanding[]): Written<unknown> {
    return listOf(lists.map((list) => this.#tools.words.orderList(list)));
  }

  /** The command is over. */
  #settle(): void {
    for (const { list, seq } of this.#command.values()) this.#fresh.push(list, seq);
    this.#command.clear();
  }

  #hear(event: PrivateEvent, seq: Seq): void {
    const list = standingBehind(event, (id) => this.#open.get(id));
    if (!list) return;
    note(this.#open, list);
    if (seq.position !== this.#position) this.#settle();
    this.#position = seq.position;
    this.#command.delete(list.id); // It moves to the place of the list's last event.
    this.#command.set(list.id, { list, seq });
    this.#tools.mark();
  }

  close(): void {
    this.#leave();
  }
}

/** Only lists that are open are kept. */
function note(open: Map<OrderId, ListStanding>, list: ListStanding): void {
  if (list.endedAtMs === undefined) open.set(list.id, list);
  else open.delete(list.id);
}

function listOf(lists: readonly MyListText[]): Written<unknown> {
  return listsText({ lists: writtenList(lists) });
}
