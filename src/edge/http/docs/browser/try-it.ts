/**
 * "Try it": each form becomes a request, signed with the key and the secret that stand in the page.
 * They are read from their fields when a request is sent and are kept nowhere else: no storage, no
 * cookie, and a reload forgets them.
 */
import { Signer } from "../../../../client/session/signature.ts";
import { block, get, linkToField, make } from "./elements.ts";
import { prettyJson } from "./pretty-json.ts";
import {
  type FormField,
  signedTextOf,
  type WrittenRequest,
  writeRequest,
} from "./written-request.ts";

const HEADERS_SHOWN = [
  "X-Request-Id",
  "X-RateLimit-Limit",
  "X-RateLimit-Remaining",
  "X-RateLimit-Reset",
  "Retry-After",
  "X-Fault-Rule",
];

export function addTryIt(): void {
  for (const element of document.querySelectorAll<HTMLElement>(".needs-script")) {
    element.hidden = false;
  }
  get<HTMLElement>(document, "#address").textContent = location.origin;
  get<HTMLElement>(document, "#insecure").hidden = canSign();
  for (const form of document.querySelectorAll<HTMLFormElement>("form.try")) {
    form.addEventListener("input", () => preview(form));
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      void submit(form);
    });
    preview(form);
  }
}

/** Web Crypto is there in a secure context only. */
function canSign(): boolean {
  return isSecureContext && "subtle" in crypto;
}

function isSigned(form: HTMLFormElement): boolean {
  return form.dataset["signed"] === "yes";
}

function requestOf(form: HTMLFormElement): WrittenRequest {
  const controls = form.querySelectorAll<HTMLInputElement | HTMLSelectElement>("[name]");
  const fields = [...controls].map(
    ({ name, value, dataset }): FormField => ({
      name,
      value: value.trim(),
      isJson: dataset["json"] !== undefined,
    }),
  );
  const { method = "GET", path = "/" } = form.dataset;
  return writeRequest({ method, path }, fields);
}

/** Shows what would be signed or sent, before anything is. */
function preview(form: HTMLFormElement): void {
  const request = requestOf(form);
  const shown = isSigned(form) ? signedTextOf("TIME", request) : request.target;
  get<HTMLElement>(form, ".preview").textContent = shown;
}

async function submit(form: HTMLFormElement): Promise<void> {
  const outcome = get<HTMLElement>(form, ".outcome");
  const button = get<HTMLButtonElement>(form, "button");
  outcome.replaceChildren(make("p", "Waiting for the reply."));
  button.disabled = true;
  try {
    outcome.replaceChildren(...(await send(requestOf(form), isSigned(form))));
  } catch (error) {
    outcome.replaceChildren(problemOf(error));
  } finally {
    button.disabled = false;
  }
}

/** The fields of the key are a long way up the page. */
class KeyMissing extends Error {}

function problemOf(error: unknown): HTMLElement {
  const problem = make("p", error instanceof Error ? error.message : `${error}`, "problem");
  if (!(error instanceof KeyMissing)) return problem;
  problem.append(" ", linkToField("To the fields.", get<HTMLElement>(document, "#api-key")));
  return problem;
}

async function send(request: WrittenRequest, signed: boolean): Promise<readonly HTMLElement[]> {
  const { method, target, body } = request;
  const signature = signed ? await sign(request) : undefined;
  const headers = { ...typeOf(body), ...signature?.headers };
  const init: RequestInit = { method, headers, credentials: "omit", cache: "no-store" };
  const reply = await fetch(target, body === "" ? init : { ...init, body });
  const said = await reply.text();
  return [
    ...(signature ? block("What was signed", signature.text) : []),
    ...(signature ? block("X-CH-SIGN", signature.headers["X-CH-SIGN"]) : []),
    statusOf(reply),
    ...block("Headers", headersOf(reply)),
    ...block("Body", prettyJson(said)),
  ];
}

function typeOf(body: string): Record<string, string> {
  return body === "" ? {} : { "Content-Type": "application/json" };
}

async function sign(request: WrittenRequest) {
  const apiKey = valueIn("#api-key");
  const secret = valueIn("#secret");
  if (apiKey === "" || secret === "") throw new KeyMissing("Put your API key and secret in first.");
  if (!canSign()) throw new Error("This page can sign only over HTTPS or on localhost.");
  // The server's own time, asked just before: then it does not matter what our clock shows.
  const ts = await askTime();
  const sign = await new Signer(secret).sign({ ts, ...request });
  const headers = { "X-CH-APIKEY": apiKey, "X-CH-TS": `${ts}`, "X-CH-SIGN": sign };
  return { text: signedTextOf(`${ts}`, request), headers };
}

function valueIn(selector: string): string {
  return get<HTMLInputElement>(document, selector).value.trim();
}

function statusOf({ status, ok }: Response): HTMLElement {
  return make("p", `HTTP ${status}`, ok ? "status good" : "status bad");
}

function headersOf({ headers }: Response): string {
  const shown = HEADERS_SHOWN.filter((name) => headers.has(name));
  return shown.map((name) => `${name}: ${headers.get(name)}`).join("\n");
}

async function askTime(): Promise<number> {
  const reply = await fetch("/sapi/v1/time", { credentials: "omit", cache: "no-store" });
  if (!reply.ok) throw new Error(`The server's time could not be asked: HTTP ${reply.status}.`);
  const { serverTime } = (await reply.json()) as { serverTime: number };
  return serverTime;
}
