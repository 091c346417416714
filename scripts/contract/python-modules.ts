/** The modules of types in the Python package, each with the records that it has. */
import type { Shape } from "../../src/contract/field.ts";
import { shapeOf } from "../../src/contract/list-forms.ts";
import { batchOrders } from "../../src/contract/pairs/batch.ts";
import type { ParameterTable } from "../../src/contract/parameter.ts";
import { RECORDS } from "../../src/contract/public/records.ts";
import { LEVEL, type PythonModule, pythonTypes } from "./python-types.ts";

/** Second names of parameters: Python has the first alone (told_parameters.py). */
const SECOND_NAMES = new Set(["postOnly", "stopPrice"]);

function batchItem(): Shape {
  const inside: ParameterTable = batchOrders.parameters.orders.inside ?? {};
  return shapeOf(
    Object.fromEntries(Object.entries(inside).filter(([name]) => !SECOND_NAMES.has(name))),
  );
}

const { pairs, accounts, markets, contracts, futures, positions, lists, ledgers } = RECORDS;

const MODULES: Readonly<Record<string, PythonModule>> = {
  pair_words: {
    about:
      "Spot and margin in the words of the API. Figures are `Decimal`; ids and times are whole numbers.",
    sent: { BatchItem: batchItem() },
    records: pairs,
    words: ["AccountName", "ReplaceMode"],
    from: { account_words: Object.keys(accounts) },
    aliases: "#: Another name.\nRefusal = OrderRefusal\n",
  },
  account_words: {
    about:
      "Accounts of spot and margin in the words of the API, and what moves money between them.",
    records: accounts,
  },
  market_words: {
    about: "Market data of pairs in the words of the API, and what is alike for contracts.",
    records: markets,
    words: ["Interval"],
    from: {
      contract_words: [
        "ContractTicker",
        "ContractTickers",
        "ContractBookTicker",
        "ContractBookTickers",
      ],
    },
    aliases: `#: Price and quantity.
${LEVEL} = List[Decimal]
#: What pairs and contracts have alike, by the names that this package had before.
TickerRow = Union[SymbolTicker, ContractTicker]
AllTickers = Union[SymbolTickers, ContractTickers]
BookTicker = Union[SymbolBookTicker, ContractBookTicker]
AllBookTickers = Union[SymbolBookTickers, ContractBookTickers]
`,
  },
  contract_words: {
    about:
      "Contracts and their market data in the words of the API. Its replies carry JSON numbers; here they are `Decimal`.",
    records: contracts,
  },
  futures_words: {
    about:
      "Orders, trades and settings of futures in the words of the API, and all other answers of futures.",
    records: futures,
    words: ["PositionType", "FuturesOrderType", "TriggerType"],
    from: {
      contract_words: Object.keys(contracts),
      position_words: Object.keys(positions),
    },
    aliases: "#: Another name.\nTimeInForce = PairTimeInForce\n",
  },
  position_words: {
    about: "Accounts and positions of futures in the words of the API.",
    records: positions,
  },
  list_words: {
    about: "Order lists in the words of the API.",
    records: lists,
    words: ["OrderListType"],
    from: { pair_words: ["CanceledOrder", "Order", "PlacedOrder"] },
  },
  ledger_words: {
    about: "Ledgers of every area in the words of the API.",
    records: ledgers,
  },
};

export const PYTHON_MODULES = Object.entries(MODULES).map(([name, module]) => ({
  path: `integrations/python/src/bourse/api/${name}.py`,
  text: () => pythonTypes(module),
}));
