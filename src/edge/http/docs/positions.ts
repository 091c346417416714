/** The chapter on what can happen to a position without an order of its owner: liquidation, funding. */
import type { Chapter } from "./chapter.ts";
import { html } from "./html.ts";

export const POSITIONS: Chapter = {
  id: "positions",
  title: "Liquidation and funding",
  body: html`
<p>The <strong>mark price</strong> says what a futures position is worth. It is set every second from the
index, the book and the last trade, and keeps within 5% of the index; <code>GET /fapi/v1/index</code> shows
both.</p>
<p>A position is <strong>liquidated</strong> when what backs it is down to what it must keep: an isolated
one (<code>positionType</code> 2) by its own margin, cross ones (1) by all that the account has in the coin.
<code>reducePrice</code> is the mark at which that happens. The exchange takes it over at the price at
which its margin is used up: the position is gone from <code>GET /fapi/v1/account</code>, its record in
<code>POST /fapi/v1/profitHistorical</code> has the loss as <code>closeProfit</code>, and
<code>GET /fapi/v1/myTrades</code> has one trade without a fee; both say <code>LIQUIDATION</code> in
<code>forced</code>. A margin account is liquidated by its
<code>level</code>, which <code>GET /sapi/v1/margin/account</code> shows.</p>
<p><strong>Funding</strong> is due at 00:00, 08:00 and 16:00 UTC, unless a contract has another interval:
the position's value at the mark, times the rate. Above zero longs pay shorts, below zero shorts pay longs.
It shows as <code>capitalFee</code> of the position.</p>
<p>Every rule, numbered and with a worked example, is in <code>docs/rules/futures-risk.md</code> and
<code>docs/rules/margin.md</code> of the clone. In a sandbox both can be brought about:</p>
<pre>npx bourse index set BTC 40000       # the mark follows within a second
npx bourse index withdraw BTC
npx bourse clock freeze
npx bourse clock advance 8h          # over one funding time
npx bourse clock resume</pre>`,
};
