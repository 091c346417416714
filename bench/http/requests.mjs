/** The bytes of requests as a client of the public API sends them: signed now, with usual headers. */
import { createHmac } from "node:crypto";

const USUAL = [
  "Host: 127.0.0.1",
  "User-Agent: bench/1.0",
  "Accept-Encoding: gzip, deflate",
  "Accept: */*",
  "Connection: keep-alive",
  "Content-Type: application/json",
].join("\r\n");

/** @typedef {{ apiKey: string, secret: string, orderId: number }} Account */

/** @param {Account} account */
export function signedGet(account, target) {
  return `GET ${target} HTTP/1.1\r\n${USUAL}\r\n${signature(account, `GET${target}`)}\r\n\r\n`;
}

/** @param {Account} account */
export function signedPost(account, path, body) {
  const signed = signature(account, `POST${path}${body}`);
  const length = `Content-Length: ${body.length}`;
  return `POST ${path} HTTP/1.1\r\n${USUAL}\r\n${signed}\r\n${length}\r\n\r\n${body}`;
}

export function publicGet(target) {
  return `GET ${target} HTTP/1.1\r\n${USUAL}\r\n\r\n`;
}

function signature({ apiKey, secret }, text) {
  const ts = Date.now();
  const sign = createHmac("sha256", secret)
    .update(ts + text)
    .digest("hex");
  return `X-CH-APIKEY: ${apiKey}\r\nX-CH-TS: ${ts}\r\nX-CH-SIGN: ${sign}`;
}

/** The operator's requests bear a token instead. */
export function operatorPost(token, path, fields) {
  const body = JSON.stringify(fields);
  const lines = [`POST /operator/v1${path} HTTP/1.1`, USUAL, `Authorization: Bearer ${token}`];
  return `${lines.join("\r\n")}\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
}

export function operatorGet(token, path) {
  return tokenGet(token, `/operator/v1${path}`);
}

/** The page of metrics stands beside the operator's API. */
export function metricsGet(token) {
  return tokenGet(token, "/metrics");
}

function tokenGet(token, target) {
  const lines = [`GET ${target} HTTP/1.1`, USUAL, `Authorization: Bearer ${token}`];
  return `${lines.join("\r\n")}\r\n\r\n`;
}
