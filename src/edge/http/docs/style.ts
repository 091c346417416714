/**
 * How the page looks, wide and narrow, with what every system has. Colours, measures and the header are
 * those of all pages (web/look), as they lie in what was built.
 */
import { readFileSync } from "node:fs";
import { builtFile } from "../../../package/package.ts";

const LOOK = ["tokens.css", "header.css"];

/** The whole sheet. */
export function docsStyle(): string {
  const look = LOOK.map((name) => readFileSync(builtFile(`web/look/${name}`), "utf8"));
  return [...look, STYLE].join("");
}

const STYLE = `
* { box-sizing: border-box; }
html { scroll-padding-top: 1rem; }
.top-bar { border-bottom: 1px solid var(--line); }
body { margin: 0; background: var(--panel); color: var(--text); font: 400 var(--large)/1.6 var(--font); }
a { color: var(--accent); text-decoration-thickness: 1px; text-underline-offset: 2px; }
a:focus-visible, button:focus-visible, summary:focus-visible, input:focus-visible,
select:focus-visible, .table:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
code, pre, .path, input, select { font-family: var(--font-code); font-size: 0.875em; }
code { background: var(--raised); padding: 0.1em 0.3em; border-radius: 4px; overflow-wrap: anywhere; }
pre { background: var(--raised); padding: 0.75rem 1rem; border-radius: 8px; overflow-x: auto;
  margin: 0.5rem 0; line-height: 1.5; }
pre code { background: none; padding: 0; font-size: inherit; overflow-wrap: normal; }
.skip { position: absolute; left: -100vw; }
.skip:focus { left: 1rem; top: 1rem; background: var(--panel); padding: 0.5rem; z-index: 2; }
.layout { display: grid; grid-template-columns: 19rem minmax(0, 1fr); }
nav { position: sticky; top: 0; height: 100vh; overflow-y: auto; padding: 1.5rem 1.25rem;
  background: var(--ground); border-right: 1px solid var(--line); font-size: var(--body); }
nav h2 { font-size: var(--small); text-transform: uppercase; letter-spacing: 0.06em; margin: 1.5rem 0 0.25rem;
  color: var(--dim); }
nav h2 a { color: inherit; text-decoration: none; }
nav ul { list-style: none; margin: 0; padding: 0; }
nav li a { display: block; padding: 0.25rem 0.5rem; margin: 0 -0.5rem; border-radius: 6px;
  color: inherit; text-decoration: none; overflow-wrap: anywhere; }
nav li a:hover { background: var(--raised); }
nav [data-search] a { color: var(--dim); font-size: var(--body); line-height: 1.4; }
nav .path { color: var(--text); display: block; }
nav .method { border: 0; padding: 0; font-size: var(--small); }
nav details { margin: 0; } nav details > summary { display: none; }
nav input { width: 100%; }
main { padding: 2.5rem clamp(1rem, 4vw, 4rem) 6rem; max-width: 62rem; }
main h1 { font-size: var(--display); line-height: 1.2; margin: 0 0 0.5rem; letter-spacing: -0.015em; }
main h2 { font-size: var(--title); margin: 3.5rem 0 0.5rem; padding-top: 1.5rem; border-top: 1px solid var(--line);
  letter-spacing: -0.01em; }
main h3 { font-size: var(--large); margin: 2.75rem 0 0.25rem; line-height: 1.4; }
main h3 .path { font-size: var(--large); overflow-wrap: anywhere; }
h4 { font-size: var(--body); margin: 1.25rem 0 0.25rem; color: var(--dim); font-weight: 600; }
h5 { font-size: var(--body); margin: 1rem 0 0; color: var(--dim); font-weight: 600; }
p { margin: 0.5rem 0; }
.lead { font-size: var(--large); color: var(--dim); max-width: 46rem; }
.method { font: 650 var(--small)/1 var(--font-code); padding: 0.2em 0.45em; border-radius: 4px;
  border: 1px solid currentColor; margin-right: 0.4rem; vertical-align: 0.1em; }
.GET { color: var(--up); } .POST { color: var(--accent); }
.facts { color: var(--dim); font-size: var(--body); margin: 0.25rem 0 0.5rem; }
.facts span + span::before { content: "·"; margin: 0 0.5rem; }
.anchor { opacity: 0; text-decoration: none; margin-left: 0.4rem; }
h2:hover .anchor, h3:hover .anchor, .anchor:focus-visible { opacity: 1; }
.table { overflow-x: auto; margin: 0.25rem 0 0.75rem; }
table { border-collapse: collapse; width: 100%; font-size: var(--body); }
th { text-align: left; font-weight: 600; color: var(--dim); font-size: var(--small); }
th, td { padding: 0.4rem 0.75rem 0.4rem 0; border-bottom: 1px solid var(--line); vertical-align: top; }
td code { white-space: nowrap; }
td.words code { white-space: normal; }
.message { margin: 0; min-width: 11rem; }
article th:first-child { width: 30%; } article th:nth-child(2):not(:last-child) { width: 25%; }
article details th:first-child { width: 4rem; }
.required { color: var(--accent); font-size: var(--small); white-space: nowrap; }
.d1 { padding-left: 1.2rem; } .d2 { padding-left: 2.4rem; } .d3, .d4 { padding-left: 3.6rem; }
details { margin: 0.5rem 0; }
summary { cursor: pointer; font-size: var(--body); color: var(--accent); width: fit-content; }
.panel, form.try { background: var(--ground); border: 1px solid var(--line); border-radius: 10px;
  padding: 1rem 1.25rem; margin: 0.75rem 0; }
.fields { display: grid; grid-template-columns: repeat(auto-fill, minmax(13rem, 1fr)); gap: 0.6rem 1rem; }
label { font-size: var(--body); display: block; }
label .required { margin-left: 0.3rem; }
input, select { width: 100%; padding: 0.4rem 0.55rem; border: 1px solid var(--line); border-radius: var(--radius);
  background: var(--field); color: inherit; }
button { font: 600 var(--body) var(--font); padding: 0.45rem 1.1rem; border-radius: 6px; cursor: pointer;
  border: 1px solid var(--accent); background: var(--accent); color: var(--on-accent); margin-top: 0.5rem; }
button:disabled { opacity: 0.5; cursor: progress; }
.preview, .long { white-space: pre-wrap; overflow-wrap: anywhere; }
.masked { -webkit-text-security: disc; }
.outcome pre { white-space: pre-wrap; overflow-wrap: anywhere; max-height: 28rem; overflow-y: auto; }
.status { font-weight: 650; } .good { color: var(--up); } .bad, .problem { color: var(--down); }
.note { background: var(--accent-soft); border-radius: 8px; padding: 0.25rem 1rem; margin: 1rem 0; }
[hidden] { display: none !important; }
@media (max-width: 52rem) {
  .layout { display: block; }
  nav { height: auto; max-height: 70vh; border-right: 0; padding: 0.6rem 1rem; z-index: 1;
    border-bottom: 1px solid var(--line); }
  nav details > summary { display: list-item; }
  html { scroll-padding-top: 3.5rem; }
  main { padding-top: 1.5rem; }
}
@media print { .top-bar, nav, form.try, .panel, .needs-script { display: none; } .layout { display: block; } }
`;
