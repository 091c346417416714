/** The form of an endpoint; the page's script shows it and makes a request of it. */
import type { Shape } from "../../../contract/field.ts";
import { type ApiParameter, type Endpoint, isSigned, parametersOf } from "./api-document.ts";
import { type Html, html } from "./html.ts";
import { placeholderOf } from "./placeholders.ts";
import { REQUIRED } from "./shape-rows.ts";

export function showForm({ method, path, operation }: Endpoint): Html {
  const signed = isSigned(operation);
  const parameters = parametersOf(operation);
  return html`
<form class="try" novalidate data-method="${method}" data-path="${path}" data-signed="${signed ? "yes" : "no"}">
<div class="fields">${parameters.map(showField)}</div>
<h5>${signed ? "What is signed, at the time of sending" : "What is asked for"}</h5>
<pre class="preview"></pre>
<button>${signed ? "Sign and send" : "Send"}</button>
<div class="outcome" aria-live="polite"></div>
</form>`;
}

function showField(parameter: ApiParameter): Html {
  const { name, required, schema } = parameter;
  const mark = required ? REQUIRED : undefined;
  return html`<label>${name}${mark}${schema.enum ? choice(parameter) : entry(parameter)}</label>`;
}

/**
 * Nothing is the first choice, so that what is left out stays left out. A value that may be sent bare or
 * in quotes is one choice.
 */
function choice({ name, schema: { enum: values = [] } }: ApiParameter): Html {
  const texts = new Set(["", ...values.map(String)]);
  const options = [...texts].map((text) => html`<option>${text}</option>`);
  return html`<select name="${name}">${options}</select>`;
}

function entry(parameter: ApiParameter): Html {
  const { name, schema } = parameter;
  const json = isJson(schema) ? html` data-json` : undefined;
  return html`<input name="${name}" placeholder="${placeholderOf(parameter)}" autocomplete="off"
autocapitalize="off" spellcheck="false"${json}>`;
}

function isJson({ type }: Shape): boolean {
  return type === "array" || type === "object";
}
