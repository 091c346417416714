/** The chapters on where to begin and on how a request is signed. */
import type { Chapter } from "./chapter.ts";
import { html } from "./html.ts";

/** A client's author can check code with it, and a test checks ours. */
export const SIGNING_EXAMPLE = {
  secret: "example-secret-0001",
  text: '1700000000123POST/sapi/v1/order{"symbol":"BTCUSDT","volume":"0.5","side":"BUY","type":"LIMIT","price":"20000"}',
  digest: "d736dfe7734cb197dd6191f0321cf7a40c70d80b2ec302b17d78e6b9b10293b4",
} as const;

export const START: Chapter = {
  id: "start",
  title: "Start here",
  body: html`
<p>Requests and replies are JSON over HTTP. A GET has its parameters in the query, a POST in a JSON
object as body. Replies are 200 or an <a href="#errors">error</a>. Prices and quantities may be sent as
decimal text or as JSON numbers; what counts is the text, so nothing is ever rounded. Fields that an
endpoint does not know are ignored. Times are milliseconds since 1970, UTC.</p>
<p>The same reference for programs is <a href="/openapi.json">openapi.json</a>, an OpenAPI 3.1 document.
Both are made from the table that serves the requests. A typed client with a method for each endpoint is
<code>bourse/client</code>; <code>docs/client.md</code> of the clone is its page, and
<code>docs/bot-testing.md</code> has the whole exchange inside a test. The trading console is at
<a href="/">/</a>.</p>
<p>The reference is in parts, one for each tag of the document. <em>Market data</em> needs no key.
<em>Spot</em>, <em>margin</em> and <em>futures</em> are the accounts that an endpoint is about; one about
several stands below the first. What is marked <em>extensions</em> goes beyond what venues of this family
offer.</p>
<p>Three things that surprise:</p>
<ul>
<li>The <code>volume</code> of a market order that buys is an amount of money. If it does not pay for one
step of the quantity, the reply is 200, and the order is <code>CANCELED</code> with nothing executed.</li>
<li>The reply to a futures order is its id only. What became of it is in <code>GET /fapi/v1/order</code>, and
the position in <code>GET /fapi/v1/account</code>.</li>
<li><code>X-Fault-Rule</code> on a reply means that a fault rule of the sandbox did it: somebody told it to
let such requests <a href="#practice">go wrong</a>. The header has the number of the rule.</li>
</ul>
<div class="panel needs-script" hidden>
<p><strong>Try it.</strong> Requests go to <code id="address"></code>. Your key and secret stay in this
page: they are kept in memory only, in no storage and no cookie, and a reload forgets them. The secret
is never sent.</p>
<div class="fields">
<label>API key <input id="api-key" autocomplete="off" autocapitalize="off" spellcheck="false"></label>
<label>Secret <input id="secret" class="masked" autocomplete="off" autocapitalize="off"
spellcheck="false"></label>
</div>
<p id="insecure" class="problem" hidden>This page came over plain HTTP from another machine, and there
the browser has no Web Crypto: signed requests cannot be sent from here. Use HTTPS or localhost.</p>
<p>In a fresh sandbox the keys of two users with play money are in <code>data/demo-keys.json</code>.</p>
</div>`,
};

export const SIGNING: Chapter = {
  id: "signing",
  title: "Signing a request",
  body: html`
<p>An endpoint that asks for a key wants three headers:</p>
<ul>
<li><code>X-CH-APIKEY</code>: the key.</li>
<li><code>X-CH-TS</code>: the time of the request in ms.</li>
<li><code>X-CH-SIGN</code>: HMAC-SHA256 in hex, under the secret, over time, method, path with its query,
and body, one right after the other.</li>
</ul>
<p>Sign the very bytes that you send: the query with its escapes, the body as it is written. A GET has no
body. For example, with the secret <code>${SIGNING_EXAMPLE.secret}</code>, this is signed:</p>
<pre class="long">${SIGNING_EXAMPLE.text}</pre>
<p>and this is the signature:</p>
<pre class="long">${SIGNING_EXAMPLE.digest}</pre>
<p>In a shell, from the clone, with the keys of a fresh sandbox; or put your own in:</p>
<pre>URL=http://127.0.0.1:8080
KEY=$(node -p "JSON.parse(fs.readFileSync('data/demo-keys.json')).demo1.apiKey")
SECRET=$(node -p "JSON.parse(fs.readFileSync('data/demo-keys.json')).demo1.secret")
call() { # METHOD PATH [BODY]
  TS=$(curl -s "$URL/sapi/v1/time" | tr -cd 0-9)
  SIGN=$(printf %s "$TS$1$2$3" | openssl dgst -sha256 -hmac "$SECRET" -r | cut -d' ' -f1)
  curl -s -X "$1" "$URL$2" -H 'Content-Type: application/json' --data "$3" \\
    -H "X-CH-APIKEY: $KEY" -H "X-CH-TS: $TS" -H "X-CH-SIGN: $SIGN"
}
call POST /sapi/v1/order '{"symbol":"BTCUSDT","side":"BUY","type":"MARKET","volume":"100"}'</pre>
<h3 id="timing">The time window</h3>
<p>A request is let in while the server's time is at most <code>X-CH-TS</code> +
<code>recvWindow</code>, a parameter of every signed endpoint: 5000 ms unless you say otherwise, 60000 at
most. It must be less than a second ahead of the server. The window is looked at again when the order is
put in line, so nothing is carried out late. Take the time from <code>GET /sapi/v1/time</code> if your
clock is not exact.</p>`,
};
