/** The pages beside the API, as the public edge shows them. */
import { expect, test } from "vitest";
import { PublicApi } from "../../src/edge/http/public-api.ts";
import { ROUTES } from "../../src/edge/http/routes.ts";
import { siteOf } from "../../src/edge/public/site-of.ts";
import { HttpDesk } from "../support/http-client.ts";

const SITE = siteOf(ROUTES);

async function siteDesk() {
  const desk = await HttpDesk.open();
  const { exchange, keys, history, reports } = desk;
  const report = (error: unknown) => void reports.push(error);
  const api = new PublicApi({ exchange, keys, history, report, site: SITE });
  return (method: string, path: string) =>
    api.dispatch(desk.head(method, path, "", {}), new Uint8Array(0));
}

test.each([...SITE])(
  "%s is shown as what it is, and never from an old copy but where its name is that of its bytes",
  async (path, page) => {
    const ask = await siteDesk();

    const reply = await ask("GET", path);

    expect(reply).toMatchObject({ status: 200, type: page.type, body: page.body });
    expect(reply.headers).toMatchObject({
      "X-Content-Type-Options": "nosniff",
      "Cache-Control": path.startsWith("/assets/")
        ? "public, max-age=31536000, immutable"
        : "no-cache",
    });
  },
);

test.each(["HEAD", "POST", "PUT", "DELETE", "OPTIONS", "get"])(
  "%s on a page is 405 and says which method there is",
  async (method) => {
    const ask = await siteDesk();

    for (const path of SITE.keys()) {
      const { status, headers, body } = await ask(method, path);

      expect({ status, allow: headers["Allow"] }, path).toEqual({ status: 405, allow: "GET" });
      expect(JSON.parse(body)).toMatchObject({ code: -1020 });
    }
    expect(await ask(method, "/docs/")).toMatchObject({ status: 404 });
  },
);
