/** The table of methods of docs/client.md, made from the client itself. */
import { BourseClient } from "../../src/client/client.ts";
import { pageWith, tableOf } from "./markdown.ts";

export const CLIENT_PAGE = "docs/client.md";

/** The text of the page. */
export function clientPage(): string {
  return pageWith(CLIENT_PAGE, { methods: methodsTable });
}

function methodsTable(): string {
  const groups = Object.entries(new BourseClient({ baseUrl: "http://127.0.0.1" }));
  const rows = groups.map(([group, api]) => [
    `\`client.${group}\``,
    methodsOf(api)
      .map((name) => `\`${name}\``)
      .join(" "),
  ]);
  return tableOf(["group", "methods"], rows);
}

/** The methods of a group in the order of the code, its parents' first. */
export function methodsOf(group: object): string[] {
  const names: string[] = [];
  for (let one = group; one !== Object.prototype; one = Object.getPrototypeOf(one)) {
    names.unshift(...Object.getOwnPropertyNames(one));
  }
  const isMethod = (name: string) =>
    name !== "constructor" && typeof Reflect.get(group, name) === "function";
  return [...new Set(names)].filter(isMethod);
}
