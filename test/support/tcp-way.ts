/**
 * A way between two processes that both believe in: what comes in at one port goes out to another. It can be cut silently, as a
 * network that drops every packet; reset, as a firewall does; or slowed down. A connection that was cut silently goes on when
 * the way is healed: nothing of it was lost. What it holds back has arrived here: whoever sent it has done so for certain.
 */
import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Server, type Socket } from "node:net";

interface Piece {
  readonly bytes: Buffer | undefined;
  readonly dueMs: number;
}

export class TcpWay {
  readonly #server: Server;
  #target: number;
  readonly #lanes = new Set<Lane>();
  #isCut: Cut = "nowhere";
  readonly #onHeld: (() => void)[] = [];
  delayMs = 0;

  private constructor(target: number) {
    this.#target = target;
    this.#server = createServer({ allowHalfOpen: true }, (socket) => this.#take(socket));
  }

  /** Opens a way to a port of loopback. */
  static async to(target: number): Promise<TcpWay> {
    const way = new TcpWay(target);
    way.#server.listen(0, "127.0.0.1");
    await once(way.#server, "listening");
    return way;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  /** Who connects from now on comes out at another port: that of a process which was started anew. */
  leadTo(target: number): void {
    this.#target = target;
  }

  isCut(direction: "there" | "back"): boolean {
    return this.#isCut === "both ways" || this.#isCut === direction;
  }

  /** Nothing is forwarded any more, and nobody is told. Who connects now gets no word either. */
  cut(where: Exclude<Cut, "nowhere"> = "both ways"): void {
    this.#isCut = where;
  }

  /** What was held back goes on its way. */
  heal(): void {
    this.#isCut = "nowhere";
    for (const lane of this.#lanes) lane.forward();
  }

  /** Waits until bytes from the port that it leads to are held back, on so many connections. */
  async holds(connections = 1): Promise<void> {
    while ([...this.#lanes].filter((lane) => lane.holdsBytesBack).length < connections) {
      await new Promise<void>((resolve) => this.#onHeld.push(resolve));
    }
  }

  /** What is held back of each of these connections. */
  get heldTexts(): string[] {
    return [...this.#lanes].filter((lane) => lane.holdsBytesBack).map((lane) => lane.heldText);
  }

  /** Waits until so many bytes to the port that it leads to are held back on one connection. */
  async keeps(bytes: number): Promise<void> {
    while (![...this.#lanes].some((lane) => lane.isThere && lane.heldBytes >= bytes)) {
      await new Promise<void>((resolve) => this.#onHeld.push(resolve));
    }
  }

  /** Told by a lane. */
  held(): void {
    for (const look of this.#onHeld.splice(0)) look();
  }

  /** All connections end at once. */
  reset(): void {
    for (const lane of this.#lanes) lane.destroy();
  }

  #take(near: Socket): void {
    const far = connect({ port: this.#target, host: "127.0.0.1", allowHalfOpen: true });
    for (const socket of [near, far]) socket.setNoDelay(true);
    const there = new Lane({ way: this, from: near, to: far, direction: "there" });
    const back = new Lane({ way: this, from: far, to: near, direction: "back" });
    for (const lane of [there, back]) {
      this.#lanes.add(lane);
      lane.onEnd = () => this.#lanes.delete(lane);
    }
  }

  async close(): Promise<void> {
    const closed = once(this.#server, "close");
    this.#server.close();
    this.reset();
    await closed;
  }
}

/** Where nothing gets through: to the port that it leads to, or from it. */
type Cut = "nowhere" | "there" | "back" | "both ways";

interface LanePlan {
  readonly way: TcpWay;
  readonly from: Socket;
  readonly to: Socket;
  readonly direction: "there" | "back";
}

/** One direction of a connection. */
class Lane {
  readonly #way: TcpWay;
  readonly #direction: "there" | "back";
  readonly #from: Socket;
  readonly #to: Socket;
  readonly #held: Piece[] = [];
  #timer: NodeJS.Timeout | undefined;
  onEnd: () => void = () => undefined;

  constructor({ way, from, to, direction }: LanePlan) {
    this.#way = way;
    this.#direction = direction;
    this.#from = from;
    this.#to = to;
    from.on("data", (bytes: Buffer) => this.#hold(bytes));
    from.on("end", () => this.#hold(undefined));
    // How one end breaks is how the other sees it, unless nothing gets through.
    from.on("error", () => undefined);
    from.on("close", () => this.#hold(undefined));
    to.on("close", () => this.onEnd());
  }

  #hold(bytes: Buffer | undefined): void {
    this.#held.push({ bytes, dueMs: performance.now() + this.#way.delayMs });
    this.forward();
    this.#way.held();
  }

  get holdsBytesBack(): boolean {
    return this.#direction === "back" && this.#held.some(({ bytes }) => bytes !== undefined);
  }

  get isThere(): boolean {
    return this.#direction === "there";
  }

  get heldBytes(): number {
    return this.#held.reduce((sum, { bytes }) => sum + (bytes?.length ?? 0), 0);
  }

  get heldText(): string {
    return Buffer.concat(this.#held.flatMap(({ bytes }) => bytes ?? [])).toString();
  }

  /** Sends on what is due. */
  forward(): void {
    clearTimeout(this.#timer);
    for (;;) {
      const [piece] = this.#held;
      if (!piece || this.#way.isCut(this.#direction)) return;
      const waitMs = piece.dueMs - performance.now();
      if (waitMs > 0) {
        this.#timer = setTimeout(() => this.forward(), waitMs);
        return;
      }
      this.#held.shift();
      this.#send(piece.bytes);
    }
  }

  #send(bytes: Buffer | undefined): void {
    if (this.#to.destroyed) return;
    if (bytes) this.#to.write(bytes);
    else if (this.#from.destroyed) this.#to.destroySoon();
    else this.#to.end();
  }

  destroy(): void {
    clearTimeout(this.#timer);
    this.#from.resetAndDestroy();
    this.#to.resetAndDestroy();
    this.onEnd();
  }
}
