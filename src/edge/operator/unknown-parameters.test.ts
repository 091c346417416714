/** A request of the operator's with a parameter that it does not take is refused, whichever it is. */
import { expect, test } from "vitest";
import { OperatorDesk } from "../../../test/support/operator-desk.ts";
import { OPERATOR_ROUTES } from "./routes.ts";

const NAME = "mispelt";

test("OPER-API-11 no request of the operator's takes a parameter that it does not know", async () => {
  const desk = await new OperatorDesk().provision();
  const before = desk.exchange.state.position;
  const taken: string[] = [];

  for (const { method, path, type } of OPERATOR_ROUTES) {
    if (type !== undefined) continue;
    const place = path.replace("/operator/v1", "");
    const { status } =
      method === "GET"
        ? await desk.get(`${place}?${NAME}=1`)
        : await desk.post(place, { [NAME]: 1 });
    if (status < 400) taken.push(`${method} ${path}`);
  }

  expect(taken).toEqual([]);
  expect(desk.exchange.state.position).toBe(before);
});

test("OPER-API-11 the message has what the request takes; nothing given is nothing", async () => {
  const desk = await new OperatorDesk().provision();

  const refused = await desk.post("/users", { name: "zoe", nmae: "zoe" });

  expect(refused.json.msg).toBe("Parameter nmae is not known; this request takes name.");
  expect(await desk.post("/users", { name: "zoe", nmae: null, other: "" })).toMatchObject({
    status: 200,
  });
});
