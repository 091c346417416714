/**
 * The three areas as a client meets them: where an order is sent, canceled, asked for and listed, and
 * what the answers mean. Futures say numbers where the others say decimals; the checker has one form.
 */
export type AreaName = "spot" | "margin" | "futures";

/** An order as a reply or a list has it. A reply of futures has the id only. */
export interface OrderRow {
  readonly orderId: number;
  readonly clientOrderId: string;
  readonly side: string;
  readonly price: string;
  readonly origQty: string;
  readonly executedQty: string;
  readonly status: string;
  /** Of futures: an order that closes freezes nothing. */
  readonly action?: string;
}

/** What is asked for. */
export interface Asked {
  readonly area: AreaName;
  readonly side: "BUY" | "SELL";
  readonly price: string;
  readonly volume: string;
  /** Of futures; the usual is cross margin that opens. */
  readonly open?: "OPEN" | "CLOSE";
  readonly positionType?: 1 | 2;
  /** Of spot and margin, what the order asks for besides. */
  readonly instructions?: AskedWords;
}

export interface AskedWords {
  readonly timeInForce: "GTC" | "IOC" | "FOK" | "POST_ONLY";
  readonly selfTrade?: "EXPIRE_TAKER" | "EXPIRE_MAKER" | "EXPIRE_BOTH";
  readonly triggerPrice?: string;
}

export interface Area {
  readonly order: string;
  readonly cancel: string;
  readonly cancelAll: string;
  readonly openOrders: string;
  readonly trades: string;
  /** Margin lists no ended orders. */
  readonly ended: string | undefined;
  /** How a request says what it is about. */
  readonly market: Readonly<Record<string, string>>;
  readonly clientIdName: string;
}

const PAIR = { market: { symbol: "BTCUSDT" }, clientIdName: "newClientOrderId" } as const;

export const AREAS: Readonly<Record<AreaName, Area>> = {
  spot: { ...PAIR, ...pathsOf("/sapi/v1"), ended: "GET /sapi/v1/historyOrders" },
  margin: { ...PAIR, ...pathsOf("/sapi/v1/margin"), ended: undefined },
  futures: {
    ...pathsOf("/fapi/v1"),
    cancelAll: "/fapi/v1/cancel_all",
    ended: "POST /fapi/v1/orderHistorical",
    market: { contractName: "E-BTC-USDT" },
    clientIdName: "clientOrderId",
  },
};

export const AREA_NAMES = Object.keys(AREAS) as AreaName[];

function pathsOf(root: string) {
  return {
    order: `${root}/order`,
    cancel: `${root}/cancel`,
    cancelAll: `${root}/cancelAll`,
    openOrders: `${root}/openOrders`,
    trades: `GET ${root}/myTrades`,
  };
}

/** The body that asks for it. */
export function bodyOf(asked: Asked, clientId: string): Readonly<Record<string, unknown>> {
  const { market, clientIdName } = AREAS[asked.area];
  const { side, price, volume, open = "OPEN", positionType = 1 } = asked;
  const terms = asked.area === "futures" ? { open, positionType } : asked.instructions;
  return { ...market, type: "LIMIT", side, price, volume, ...terms, [clientIdName]: clientId };
}

/** Numbers for the states of the order history of futures (FUT-FIELD-10). */
const STATUSES: Readonly<Record<string, string>> = { 2: "FILLED", 4: "CANCELED", 6: "REJECTED" };

// biome-ignore lint/suspicious/noExplicitAny: the server's own words.
export function rowOf(json: any): OrderRow {
  const status = STATUSES[json.status] ?? json.status.replace("CANCELLED", "CANCELED");
  return {
    orderId: json.orderId,
    clientOrderId: json.clientOrderId ?? json.clientId,
    side: json.side,
    price: `${json.price}`,
    origQty: `${json.origQty ?? json.volume}`,
    executedQty: `${json.executedQty ?? json.dealVolume}`,
    status,
    ...(json.action === undefined ? {} : { action: json.action }),
  };
}

/** A decimal, or a number of futures, as a whole number of steps; the checker has arithmetic of its own. */
export function unitsOf(decimal: string | number, scale = 8): bigint {
  const text = typeof decimal === "number" ? decimal.toFixed(scale) : decimal;
  const [whole = "0", fraction = ""] = text.split(".");
  return BigInt(whole + fraction.padEnd(scale, "0"));
}
