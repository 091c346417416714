/**
 * What every example is told before it begins: where the server is and whose keys it uses. A flag
 * counts first, then the environment, then what `npm start` makes.
 */
import { readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { BourseClient } from "bourse/client";

/** The client of a user of the demo, and the values of the flags. */
export function begin(flags = {}) {
  const { BOURSE_URL = "http://127.0.0.1:8080", BOURSE_KEYS = "data/demo-keys.json" } = process.env;
  const { values } = parseArgs({
    options: {
      url: { type: "string", default: BOURSE_URL },
      keys: { type: "string", default: BOURSE_KEYS },
      user: { type: "string", default: "demo1" },
      ...flags,
    },
  });
  const key = JSON.parse(readFileSync(values.keys, "utf8"))[values.user];
  if (key === undefined) throw new Error(`${values.keys} has no user ${values.user}`);
  return { client: new BourseClient({ baseUrl: values.url, ...key }), values };
}

/**
 * A price near another one, as text. A price that is only wished for may be chosen by a double; what
 * is owned and owed stays text.
 */
export function near(price, share, precision) {
  return (Number(price) * (1 + share)).toFixed(precision);
}
