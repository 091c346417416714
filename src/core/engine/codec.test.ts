/** Commands as bytes: what is read back is what was written, and nothing else is read at all. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { anyCommand, arbitraryOf } from "../../../test/support/arbitrary-command.ts";
import { COMMAND_TYPES } from "../../../test/support/declarations.ts";
import { runs } from "../../../test/support/runs.ts";
import { Fault } from "../base/assert.ts";
import { ByteWriter } from "../base/records/bytes.ts";
import { COMMAND_BYTES_MAX, type Command, decodeCommands, encodeCommand } from "./codec.ts";

function bytesOf(...commands: readonly Command[]): Uint8Array {
  const out = new ByteWriter();
  for (const command of commands) encodeCommand(out, command);
  return out.view();
}

test.each(COMMAND_TYPES)("CORE-REPLAY-1 any %s is read back as it was written", (type) => {
  fc.assert(
    fc.property(arbitraryOf(type), (command) => {
      expect([...decodeCommands(bytesOf(command), 1)]).toEqual([command]);
    }),
    { seed: 31, numRuns: runs(100, 100) },
  );
});

test("CORE-REPLAY-1 the commands of a batch are read back in their order", () => {
  fc.assert(
    fc.property(fc.array(anyCommand, { maxLength: 8 }), (commands) => {
      const read = [...decodeCommands(bytesOf(...commands), commands.length)];

      expect(read).toEqual(commands);
    }),
    { seed: 32, numRuns: runs(200, 200) },
  );
});

test("damaged bytes give a command or an error, and never hang or read outside", () => {
  const damage = fc.array(fc.tuple(fc.nat(), fc.nat(255)), { minLength: 1, maxLength: 4 });
  fc.assert(
    fc.property(anyCommand, damage, (command, changes) => {
      const bytes = bytesOf(command).slice();
      for (const [at, value] of changes) bytes[at % bytes.length] = value;
      try {
        for (const read of decodeCommands(bytes, 1)) expect(COMMAND_TYPES).toContain(read.type);
      } catch (error) {
        expect(error instanceof Fault || error instanceof TypeError, String(error)).toBe(true);
      }
    }),
    { seed: 33, numRuns: runs(1000, 1000) },
  );
});

test("bytes that are cut short, or go on behind the last command, are a fault", () => {
  const bytes = bytesOf({ type: "AddUser", name: "bob", request: 1 });
  const longer = Uint8Array.of(...bytes, 0);

  for (let end = 0; end < bytes.length; end++) {
    expect(() => [...decodeCommands(bytes.subarray(0, end), 1)]).toThrow(Fault);
  }
  expect(() => [...decodeCommands(longer, 1)]).toThrow("ends with its last command");
});

test("an unknown code or version is a fault", () => {
  const bytes = bytesOf({ type: "HourTick", hourMs: 0 });

  expect(() => [...decodeCommands(bytes.with(2, 255), 1)]).toThrow("command 255 version 1");
  expect(() => [...decodeCommands(bytes.with(3, 9), 1)]).toThrow("command 2 version 9");
});

test("a command longer than its field says is a fault, as is one too long for the log", () => {
  const bytes = Uint8Array.of(...bytesOf({ type: "HourTick", hourMs: 1 }), 0);
  const endless = { type: "AddUser" as const, name: "x".repeat(COMMAND_BYTES_MAX), request: 0 };

  expect(() => [...decodeCommands(bytes.with(0, 4), 1)]).toThrow("ends where its length says");
  expect(() => bytesOf(endless)).toThrow("not too long");
});

/** Codes in the log are for ever: this list may grow, a line of it may not change. */
test("CORE-REPLAY-1 every command keeps its code and its bytes", () => {
  const hex = (command: Command) => Buffer.from(bytesOf(command)).toString("hex");

  expect(hex({ type: "OpenDirectory", kind: "sandbox", format: 1, rules: 1 })).toBe(
    "05000101010101",
  );
  expect(hex({ type: "HourTick", hourMs: 3_600_000 })).toBe("06000201" + "80dddb01");
  expect(hex({ type: "AddUser", name: "bob", request: 2 })).toBe("07000a01" + "03626f62" + "02");
  expect(hex({ type: "BanAddress", block: "::/64", request: 2 })).toBe(
    "09000f01" + "053a3a2f3634" + "02",
  );
  expect(hex({ type: "LiftBan", block: "::/64", request: 2 })).toBe(
    "09001001" + "053a3a2f3634" + "02",
  );
  expect(hex({ type: "CancelBatch", user: 1, key: 2, request: 3, pair: 4, orders: [300] })).toBe(
    "09002b01" + "01020304" + "01" + "ac02",
  );
  expect(
    hex({
      type: "PlaceOrder",
      user: 1,
      key: 2,
      request: 3,
      pair: 4,
      side: "sell",
      kind: "market",
      quantity: "0.5",
      price: "",
      clientId: "x",
    }),
  ).toBe("0f002801" + "01020304" + "0101" + "03302e35" + "00" + "0178");
});

const LENDING_BYTES: readonly (readonly [Command, string])[] = [
  [
    { type: "SetLoanTerms", asset: 1, hourlyRate: 300, cap: 5n, request: 9 },
    "0800190101ac02010509",
  ],
  [
    {
      type: "SetMarginRules",
      leverageMax: 3,
      transferLevel: 300,
      callLevel: 4,
      liquidationLevel: 5,
      clearanceRate: 6,
      liquidationRange: 7,
      request: 9,
    },
    "0a001a0103ac020405060709",
  ],
  [{ type: "SetMarginPair", pair: 4, isMarginEnabled: true, request: 9 }, "05001b01040109"],
  [
    { type: "SetIndex", asset: 1, source: "x", weight: 2, price: 300n, request: 9 },
    "0a001c0101017802022c0109",
  ],
  [{ type: "WithdrawIndex", asset: 1, source: "x", request: 9 }, "06001d0101017809"],
  [
    { type: "FillFund", id: "x", fund: "loan_pool", asset: 1, amount: 5n, request: 9 },
    "0900200101780001010509",
  ],
  [
    { type: "DrawFund", id: "x", fund: "margin_insurance", asset: 1, amount: -5n, request: 9 },
    "0900210101780101810509",
  ],
  [
    {
      type: "PlaceMarginOrder",
      user: 1,
      key: 2,
      request: 3,
      pair: 4,
      side: "sell",
      kind: "market",
      quantity: "0.5",
      price: "",
      clientId: "x",
    },
    "0f00320101020304010103302e35000178",
  ],
  [
    {
      type: "CancelMarginOrder",
      user: 1,
      key: 2,
      request: 3,
      pair: 4,
      order: 300,
      clientId: "",
    },
    "0900330101020304ac0200",
  ],
  [
    {
      type: "Transfer",
      user: 1,
      key: 2,
      request: 3,
      from: "spot",
      to: "margin",
      asset: 4,
      amount: 5n,
    },
    "0a0034010102030001040105",
  ],
  [{ type: "Repay", user: 1, key: 2, request: 3, asset: 4, amount: 0n }, "070035010102030400"],
];

test("CORE-REPLAY-1 every command of lending keeps its code and its bytes", () => {
  for (const [command, bytes] of LENDING_BYTES) {
    expect(Buffer.from(bytesOf(command)).toString("hex"), command.type).toBe(bytes);
  }
});

const BY = { user: 1, key: 2, request: 3 };
const HAND = { contract: 4, request: 9 };
const FEES = { openMakerRate: -2, openTakerRate: 3, closeMakerRate: -4, closeTakerRate: 5 };
const RULES_OF_CONTRACT = {
  volumeMin: 1,
  marketVolumeMax: 2,
  limitVolumeMax: 3,
  moneyMin: 4n,
  marketMoneyMax: 5n,
  limitMoneyMax: 6n,
  ordersMax: 7,
  fees: FEES,
  maxFeeRate: 8,
  tiers: [{ valueMax: 300n, leverageMax: 20, maintenanceRate: 300 }],
  leverageDefault: 9,
  priceRange: 10,
  unwindRange: 11,
  selfTrade: "none" as const,
  fundingHours: 8,
  interestRate: -1,
  fundingClamp: 12,
  impactNotional: 13n,
  settlementHours: 0,
  triggerSource: "mark" as const,
  conditionTtlMs: 300,
};
const name = { name: "E-B-C", kind: "inverse" as const, base: 1, multiplier: 100n };
const precisions = { multiplierDecimals: 2, pricePrecision: 1 };

test("CORE-REPLAY-1 every command of futures keeps its code and its bytes", () => {
  const written: readonly (readonly [Command, string])[] = [
    [
      { type: "AddContract", ...name, ...precisions, ...RULES_OF_CONTRACT, request: 9 },
      "3700220105452d422d430101016402010102030104010501060701020003010400050801022c0114" +
        "ac02090a0b010801010c010d0001ac0209",
    ],
    [
      { type: "ChangeContract", ...RULES_OF_CONTRACT, ...HAND },
      "2c002301040102030104010501060701020003010400050801022c0114ac02090a0b010801010c01" +
        "0d0001ac0209",
    ],
    [{ type: "HaltContract", ...HAND }, "040024010409"],
    [{ type: "ResumeContract", ...HAND }, "040025010409"],
    [{ type: "DelistContract", ...HAND }, "040026010409"],
    [
      {
        type: "PlaceFuturesOrder",
        ...BY,
        contract: 4,
        side: "sell",
        kind: "limit",
        action: "close",
        mode: "isolated",
        timeInForce: "post_only",
        trigger: "down",
        quantity: "5",
        price: "0.5",
        triggerPrice: "1",
        clientId: "x",
      },
      "16003c0101020304010001010304013503302e3501310178",
    ],
    [
      { type: "CancelFuturesOrder", ...BY, contract: 4, order: 300, clientId: "" },
      "09003d0101020304ac0200",
    ],
    [{ type: "CancelAllFutures", ...BY, contract: 0 }, "06003e0101020300"],
    [{ type: "SetLeverage", ...BY, contract: 4, leverage: 20 }, "07003f010102030414"],
    [{ type: "SetMarginMode", ...BY, contract: 4, mode: "isolated" }, "070040010102030401"],
    [{ type: "MovePositionMargin", ...BY, position: 5, amount: -300n }, "0900410101020305822c01"],
    [{ type: "SecondTick", secondMs: 1000 }, "04004201e807"],
    [
      { type: "FillFund", id: "x", fund: "futures_insurance", asset: 1, amount: 5n, request: 9 },
      "0900200101780201010509",
    ],
    [
      { type: "Transfer", ...BY, from: "futures", to: "spot", asset: 4, amount: 5n },
      "0a0034010102030200040105",
    ],
  ];

  for (const [command, bytes] of written) {
    expect(Buffer.from(bytesOf(command)).toString("hex"), command.type).toBe(bytes);
  }
});

test("CORE-REPLAY-1 every command of a second version keeps its bytes, and without its fields those of the first", () => {
  const hex = (command: Command) => Buffer.from(bytesOf(command)).toString("hex");
  const by = { user: 1, key: 2, request: 3 };
  const move = {
    type: "Transfer",
    ...by,
    from: "spot",
    to: "margin",
    asset: 4,
    amount: 5n,
  } as const;
  const cancel = { type: "CancelAllFutures", ...by, contract: 0 } as const;
  const terms = { type: "SetLoanTerms", asset: 1, hourlyRate: 300, cap: 5n, request: 9 } as const;
  const key = { type: "AddKey", user: 1, apiKey: "k", mayTrade: true, request: 9 } as const;
  const made = { ...key, sealedSecret: Uint8Array.of(7), addresses: [] };

  expect(hex({ ...move, clientRequestId: undefined })).toBe(hex(move));
  expect(hex({ ...move, clientRequestId: "t" })).toBe("0e0034020102030001040105" + "010174" + "00");
  expect(hex({ ...move, signature: "a" })).toBe("0e0034020102030001040105" + "00" + "010161");
  expect(hex({ ...cancel, signature: "a" })).toBe("09003e0201020300" + "010161");
  expect(hex({ ...terms, tradesMoveMax: 0 })).toBe("0a00190201ac02010509" + "0100");
  expect(hex(made)).toBe("0a000d0101016b0107010009");
  expect(hex({ ...made, isOnce: true })).toBe("0c000d0201016b0107010009" + "0101");
  expect(hex({ ...made, isStrict: true })).toBe("0d000d0301016b0107010009" + "00" + "0101");
});
