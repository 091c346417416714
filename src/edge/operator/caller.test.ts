/** Which hosts a caller may name; what a listener on loopback refuses is in operator-api.test.ts. */
import { expect, test } from "vitest";
import { checkCaller } from "./caller.ts";

const REACHABLE = { isReachable: true, names: ["bourse", "exchange.test"] };
const NAMED = { isReachable: false, names: ["bourse"] };

test.each([
  "10.1.2.3",
  "10.1.2.3:8081",
  "[fd00::5]:8081",
  "127.0.0.1:8081",
  "localhost",
  "bourse:8081",
  "BOURSE",
  "exchange.test:1",
])("OPER-API-10 a listener that is not on loopback is called by the host %s", (host) => {
  checkCaller({ host: [host] }, REACHABLE);
  checkCaller({ host: [host], origin: [`http://${host.toLowerCase()}`] }, REACHABLE);
});

test.each([
  "rebound.example:8081",
  "10.1.2.3.rebound.example",
  "bourse.rebound.example",
  "exchange",
  // Written otherwise they are names, and a resolver decides what they mean.
  "167838211",
  "0x0a.1.2.3",
  "10.1.2",
  "010.1.2.3",
  "[::1",
  "fd00::5",
  "[rebound.example]",
  "bourse:8081:8081",
  "bourse@rebound.example",
  "",
])(
  "SEC-67 OPER-API-10 the host %j is refused where every address and two names are let in",
  (host) => {
    expect(() => checkCaller({ host: [host] }, REACHABLE)).toThrow("does not name this machine");
  },
);

test("SEC-67 OPER-API-10 a page of another origin is refused, be it by address or by name", () => {
  for (const origin of ["http://10.1.2.3:8080", "http://bourse", "https://bourse:8081", "null"]) {
    const headers = { host: ["bourse:8081"], origin: [origin] };
    expect(() => checkCaller(headers, REACHABLE)).toThrow("names another page");
  }
  expect(() => checkCaller({ host: ["bourse", "bourse"] }, REACHABLE)).toThrow("does not name");
});

test("OPER-API-10 on loopback a name that was given is let in, and no other address", () => {
  checkCaller({ host: ["bourse:8081"] }, NAMED);

  expect(() => checkCaller({ host: ["10.1.2.3"] }, NAMED)).toThrow("does not name this machine");
  expect(() => checkCaller({ host: ["bourse"] })).toThrow("does not name this machine");
});
