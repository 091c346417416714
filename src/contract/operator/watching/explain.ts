/** What was decided about a request or an order, and with which numbers (EXPLAIN-ID-1). */
import { told } from "../../field.ts";
import { required } from "../../parameter.ts";
import { name } from "../forms.ts";
import { request } from "../request.ts";
import { at } from "../typed.ts";
import { EXPLANATION } from "./explanation.ts";

export const EXPLAIN = request({
  method: "GET",
  path: "/explain",
  parameters: {
    id: at(
      "ID",
      required(
        told(name, {
          description: "The id of an order, of a request as in X-Request-Id, or a client id.",
        }),
      ),
    ),
  },
  about: {
    operation: "explain",
    tag: "watching",
    summary: "What was decided about a request or an order, and with which numbers",
    description:
      "What takes longer than two seconds is answered with `underway` and how far it is: ask again with the same id until it is made.",
    reply: EXPLANATION,
  },
  commands: [
    {
      words: "explain",
      says: "tell what was decided about a request or an order, and with which numbers",
    },
  ],
});
