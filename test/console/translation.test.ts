/**
 * What the console makes of the API's words for its previews is what the exchange reads of itself: the
 * terms of every market, and the exact cost behind positions whose prices are told rounded.
 */
import { expect, test } from "vitest";
import { readContractView } from "../../src/core/preview/read/read-contract-view.ts";
import { readContractTerms, readPairTerms } from "../../src/core/preview/read/read-terms.ts";
import { contractAccountViewOf } from "../../web/console/trade/contract/told-positions.ts";
import { contractTermsOf, pairTermsOf } from "../../web/console/trade/listed-terms.ts";
import { ClientDesk } from "../client/client-desk.ts";

test("SPOT-SYM-1 FUT-CONTRACT-1 the terms of every market, as the API lists them, are those of the exchange", async () => {
  const desk = await ClientDesk.open();
  const { catalogue } = desk.http.exchange.state;
  const { spot, futures } = desk.client();

  const { symbols } = await spot.symbols();
  const contracts = await futures.contracts();

  // How many orders are open a page does not count.
  const uncounted = { openOrdersMax: undefined, ordersMax: undefined };
  const pairs = catalogue.pairs.map((pair) => readPairTerms(catalogue, pair));
  const real = catalogue.contracts.map((contract) => readContractTerms(catalogue, contract));
  expect(symbols.length).toBeGreaterThan(2);
  expect(contracts.length).toBeGreaterThan(2);
  expect(symbols.map((listing) => ({ ...pairTermsOf(listing), ...uncounted }))).toEqual(
    pairs.map((terms) => ({ ...terms, ...uncounted })),
  );
  expect(contracts.map((listing) => ({ ...contractTermsOf(listing), ...uncounted }))).toEqual(
    real.map((terms) => ({ ...terms, ...uncounted })),
  );
});

test.each([
  ["E-BTC-USDT", 1],
  ["E-BTC-USDT", 2],
  ["E-BTC-USD", 1],
  ["E-BTC-USD", 2],
] as const)(
  "FUT-VALUE-4 a position of %s in mode %i is put back as it is held, its cost exactly",
  async (name, positionType) => {
    const desk = await ClientDesk.open();
    const { state } = desk.http.exchange;
    const [me, other] = [desk.client(), desk.client({ user: "demo2" })];
    const order = { contractName: name, open: "OPEN", positionType, type: "LIMIT" } as const;
    const price = (step: number) => `${50_000 + step * 1.3}`;
    for (const [step, volume] of ["7", "13", "1"].entries()) {
      const both = { ...order, price: price(step), volume };
      await other.futures.createOrder({ ...both, side: "SELL" });
      await me.futures.createOrder({ ...both, side: "BUY" });
    }

    const { account } = await me.futures.account();
    const listing = (await me.futures.contracts()).find(({ symbol }) => symbol === name);
    const told = account.flatMap(({ positionVos }) =>
      positionVos.flatMap(({ contractName, positions }) =>
        positions.map((position) => ({ ...position, contractName })),
      ),
    );

    const user = state.users.byName.get("demo1")?.id ?? 0;
    const contract = state.catalogue.contractsByName.get(name)?.id ?? 0;
    const real = readContractView(state, { user, contract, clientId: "" }, state.timeMs).account;
    expect(real.long?.volume).toBe("21");
    expect(listing && contractAccountViewOf(listing, told, real)).toEqual(real);
  },
);
