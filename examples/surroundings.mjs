/**
 * What every example is told before it begins: where the server is and whose keys it uses. A flag
 * counts first, then the environment, then what `npm start` makes.
 */
import { existsSync, readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { BourseClient, BourseError } from "bourse/client";

/** What the service said, or that it is not there, is one line; only a mistake has a stack. */
process.on("uncaughtException", (error) => {
  stop(error instanceof BourseError ? error.message : error);
});

function stop(problem) {
  console.error(problem);
  process.exit(1);
}

/**
 * The client of a user of the demo, and the values of the flags.
 * @param {Record<string, { type: "string", default: string }>} flags
 */
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
  if (!existsSync(values.keys)) stop(`${values.keys} is not there; npm start makes it`);
  const key = JSON.parse(readFileSync(values.keys, "utf8"))[values.user];
  if (key === undefined) stop(`${values.keys} has no user ${values.user}`);
  const options = { baseUrl: values.url, onRateLimit: "wait" };
  return { client: new BourseClient({ ...options, ...key }), values };
}

/**
 * A price near another one, as text. A price that is only wished for may be chosen by a double; what
 * is owned and owed stays text.
 */
export function near(price, share, precision) {
  return (Number(price) * (1 + share)).toFixed(precision);
}
