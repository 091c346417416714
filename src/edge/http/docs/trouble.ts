/** The chapters on what goes wrong: codes, limits, and the two replies that mean the most. */
import { type ApiCode, type ApiDocument, endpointsOf, repliesOf } from "./api-document.ts";
import { type Chapter, code, row, table } from "./chapter.ts";
import { html } from "./html.ts";

export function errorsOf(document: ApiDocument): Chapter {
  const rows = codesOf(document).map(({ code: number, name, meaning, statuses }) =>
    row(code(number), statuses.join(", "), html`<p class="message">${meaning}</p>`, code(name)),
  );
  return {
    id: "errors",
    title: "Errors",
    body: html`
<p>A refusal has an HTTP status of 400 or more and this body, nothing else:</p>
<pre>{"code":-1121,"msg":"Invalid symbol."}</pre>
<p>Codes are stable; messages may improve, so switch on the code. Every reply has an
<code>X-Request-Id</code>: name it when you ask the operator about a request. On his machine
<code>npx bourse explain ID</code> tells what was decided about it, and with which numbers.</p>
${table("All error codes", ["Code", "HTTP", "Message", "Name"], rows)}`,
  };
}

interface CodeWithStatuses extends ApiCode {
  readonly statuses: readonly string[];
}

/** Every code of the document with the statuses that it comes with, from -1000 down. */
function codesOf(document: ApiDocument): readonly CodeWithStatuses[] {
  const replies = [
    ...Object.entries(document["x-unrouted"]),
    ...endpointsOf(document).flatMap(({ operation }) => repliesOf(document, operation)),
  ];
  const found = new Map<number, CodeWithStatuses>();
  for (const [status, { "x-codes": codes = [] }] of replies) {
    for (const shown of codes) {
      const before = found.get(shown.code)?.statuses ?? [];
      const statuses = [...new Set([...before, status])].sort();
      found.set(shown.code, { ...shown, statuses });
    }
  }
  return [...found.values()].sort((a, b) => b.code - a.code);
}

export const LIMITS: Chapter = {
  id: "limits",
  title: "Limits",
  body: html`
<p>Each signed endpoint has a limit of its own for each user, all keys of the user together. Public
endpoints share one limit for each address. A window opens with the first request and lasts its length;
refused requests count as well.</p>
${table(
  "Headers of limits",
  ["Header", "Meaning"],
  [
    row(code("X-RateLimit-Limit"), "how many requests the window has"),
    row(code("X-RateLimit-Remaining"), "how many of them are left"),
    row(code("X-RateLimit-Reset"), "when the window ends, in ms"),
    row(code("Retry-After"), "with 429, 418 and 503: in how many seconds to come again"),
  ],
)}
<p>Beyond the limit the answer is 429 (-1003), and nothing was done. An address that gets 100 of these
within a minute is banned: 418 for 2 minutes, and twice as long at each repeat.</p>`,
};

export const OUTCOMES: Chapter = {
  id: "outcomes",
  title: "What 503 and 504 mean",
  body: html`
<p>Each status says how often a request was carried out, and it is a promise:</p>
${table(
  "What a status promises",
  ["HTTP", "Carried out", "What to do"],
  [
    row("200", "exactly once, and on disk", "go on"),
    row("4xx", "not at all", "correct the request; after 429 wait for Retry-After"),
    row("503", "not at all", "send it again after Retry-After"),
    row("504", "once or not at all", "find out which, as below"),
    row("500, or no reply", "once or not at all", "the same"),
  ],
)}
<div class="note"><p><strong>A 504 is not a failure.</strong> The order may stand in the book. Whoever
takes it for a failure and sends another has two.</p></div>
<h3 id="after-504">After a 504</h3>
<ol>
<li>Give every order a client id that you never used before (<code>newClientOrderId</code>, in futures
<code>clientOrderId</code>). You need it exactly when no reply tells you the order's number.</li>
<li>Ask for the order by that id. If it is there, that is your reply.</li>
<li>If not (-2013), it may still be on its way. After a 504 it is in line at most: send a command that
does nothing, a cancel of a client id that no order has. Commands are answered in their order, so its
-2013 comes after yours. If the connection broke, wait first until the server's time has passed
<code>X-CH-TS</code> + <code>recvWindow</code> and a second more.</li>
<li>Ask again. If it is still not there, it was never carried out. Only now send it again, with the same
client id: should there be a mistake in all this, it is refused (-2010) and not done twice.</li>
</ol>
<p>A cancel is simpler: send it again. -1145 says that the order is over, which is what you wanted or
what somebody was quicker with; ask for it to learn which. A transfer bears no id: look at the balances
before you send it again.</p>
<p>The typed client <code>bourse/client</code> does all of this (<code>docs/client.md</code> of the clone).</p>
<h3 id="practice">Practice it</h3>
<p>A sandbox can be told to answer so, and both kinds look the same:</p>
<pre>npx bourse faults add 'POST /sapi/v1/order' 504-executed --count 1
npx bourse faults add 'POST /sapi/v1/order' 504-not-executed --count 1</pre>
<p>Only the header <code>X-Fault-Rule</code> shows that a rule did it.</p>`,
};
