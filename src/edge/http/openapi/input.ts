/** What a request is given: the query of a GET, the JSON body of a POST. */

import type { Shape } from "../../../contract/field.ts";
import { shapeOf } from "../../../contract/list-forms.ts";
import type { Parameter, ParameterTable } from "../../../contract/parameter.ts";

export function inputOf(method: "GET" | "POST", parameters: ParameterTable): object {
  const entries = Object.entries(parameters);
  if (method === "GET") {
    return { parameters: entries.map(([name, parameter]) => inQuery(name, parameter)) };
  }
  const required = entries.some(([, { isRequired }]) => isRequired);
  const schema = shapeOf(parameters);
  return { requestBody: { required, content: { "application/json": { schema } } } };
}

function inQuery(name: string, { shape, isRequired: required }: Parameter<unknown>) {
  const { description, ...schema }: Shape = shape;
  return {
    name,
    in: "query",
    required,
    ...(description === undefined ? {} : { description }),
    schema,
  };
}
