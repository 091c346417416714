/** How the page looks: light and dark, wide and narrow, with what every system has. */

export const STYLE = `
:root {
  color-scheme: light dark;
  --paper: #ffffff; --panel: #f6f7f9; --ink: #1b2230; --quiet: #5b6577; --line: #dfe3ea;
  --accent: #0b5cad; --get: #0a6b4a; --post: #8a4300; --good: #0a6b4a; --bad: #b3261e;
  --note: #fff6df; --code: #f0f2f6;
  --sans: system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif;
  --mono: ui-monospace, SFMono-Regular, Menlo, Consolas, "Liberation Mono", monospace;
}
@media (prefers-color-scheme: dark) {
  :root {
    --paper: #12161d; --panel: #181d26; --ink: #e4e8ef; --quiet: #9aa5b8; --line: #2b3341;
    --accent: #74b3f7; --get: #5fcf9f; --post: #f0a75f; --good: #5fcf9f; --bad: #ff8a80;
    --note: #2c2717; --code: #1f2631;
  }
}
* { box-sizing: border-box; }
html { scroll-padding-top: 1rem; }
body { margin: 0; background: var(--paper); color: var(--ink); font: 16px/1.6 var(--sans); }
a { color: var(--accent); text-decoration-thickness: 1px; text-underline-offset: 2px; }
a:focus-visible, button:focus-visible, summary:focus-visible, input:focus-visible,
select:focus-visible, .table:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
code, pre, .path, input, select { font-family: var(--mono); font-size: 0.875em; }
code { background: var(--code); padding: 0.1em 0.3em; border-radius: 4px; overflow-wrap: anywhere; }
pre { background: var(--code); padding: 0.75rem 1rem; border-radius: 8px; overflow-x: auto;
  margin: 0.5rem 0; line-height: 1.5; }
pre code { background: none; padding: 0; font-size: inherit; overflow-wrap: normal; }
.skip { position: absolute; left: -100vw; }
.skip:focus { left: 1rem; top: 1rem; background: var(--paper); padding: 0.5rem; z-index: 2; }
.layout { display: grid; grid-template-columns: 19rem minmax(0, 1fr); }
nav { position: sticky; top: 0; height: 100vh; overflow-y: auto; padding: 1.5rem 1.25rem;
  background: var(--panel); border-right: 1px solid var(--line); font-size: 0.875rem; }
nav h2 { font-size: 0.75rem; text-transform: uppercase; letter-spacing: 0.06em; margin: 1.5rem 0 0.25rem;
  color: var(--quiet); }
nav h2 a { color: inherit; text-decoration: none; }
nav ul { list-style: none; margin: 0; padding: 0; }
nav li a { display: block; padding: 0.25rem 0.5rem; margin: 0 -0.5rem; border-radius: 6px;
  color: inherit; text-decoration: none; overflow-wrap: anywhere; }
nav li a:hover { background: var(--code); }
nav [data-search] a { color: var(--quiet); font-size: 0.8125rem; line-height: 1.4; }
nav .path { color: var(--ink); display: block; }
nav .method { border: 0; padding: 0; font-size: 0.6875rem; }
nav details { margin: 0; } nav details > summary { display: none; }
nav .title { font-size: 1.125rem; font-weight: 650; color: inherit; text-decoration: none; }
nav input { width: 100%; margin-top: 0.75rem; }
main { padding: 2.5rem clamp(1rem, 4vw, 4rem) 6rem; max-width: 62rem; }
h1 { font-size: 2rem; line-height: 1.2; margin: 0 0 0.5rem; letter-spacing: -0.015em; }
main h2 { font-size: 1.5rem; margin: 3.5rem 0 0.5rem; padding-top: 1.5rem; border-top: 1px solid var(--line);
  letter-spacing: -0.01em; }
main h3 { font-size: 1.125rem; margin: 2.75rem 0 0.25rem; line-height: 1.4; }
main h3 .path { font-size: 1rem; overflow-wrap: anywhere; }
h4 { font-size: 0.8125rem; margin: 1.25rem 0 0.25rem; color: var(--quiet); font-weight: 600; }
h5 { font-size: 0.8125rem; margin: 1rem 0 0; color: var(--quiet); font-weight: 600; }
p { margin: 0.5rem 0; }
.lead { font-size: 1.0625rem; color: var(--quiet); max-width: 46rem; }
.method { font: 650 0.75rem/1 var(--mono); padding: 0.2em 0.45em; border-radius: 4px;
  border: 1px solid currentColor; margin-right: 0.4rem; vertical-align: 0.1em; }
.GET { color: var(--get); } .POST { color: var(--post); }
.facts { color: var(--quiet); font-size: 0.875rem; margin: 0.25rem 0 0.5rem; }
.facts span + span::before { content: "·"; margin: 0 0.5rem; }
.anchor { opacity: 0; text-decoration: none; margin-left: 0.4rem; }
h2:hover .anchor, h3:hover .anchor, .anchor:focus-visible { opacity: 1; }
.table { overflow-x: auto; margin: 0.25rem 0 0.75rem; }
table { border-collapse: collapse; width: 100%; font-size: 0.875rem; }
th { text-align: left; font-weight: 600; color: var(--quiet); font-size: 0.8125rem; }
th, td { padding: 0.4rem 0.75rem 0.4rem 0; border-bottom: 1px solid var(--line); vertical-align: top; }
td code { white-space: nowrap; }
td.words code { white-space: normal; }
.message { margin: 0; min-width: 11rem; }
article th:first-child { width: 30%; } article th:nth-child(2):not(:last-child) { width: 25%; }
article details th:first-child { width: 4rem; }
.required { color: var(--post); font-size: 0.75rem; white-space: nowrap; }
.d1 { padding-left: 1.2rem; } .d2 { padding-left: 2.4rem; } .d3, .d4 { padding-left: 3.6rem; }
details { margin: 0.5rem 0; }
summary { cursor: pointer; font-size: 0.875rem; color: var(--accent); width: fit-content; }
.panel, form.try { background: var(--panel); border: 1px solid var(--line); border-radius: 10px;
  padding: 1rem 1.25rem; margin: 0.75rem 0; }
.fields { display: grid; grid-template-columns: repeat(auto-fill, minmax(13rem, 1fr)); gap: 0.6rem 1rem; }
label { font-size: 0.8125rem; display: block; }
label .required { margin-left: 0.3rem; }
input, select { width: 100%; padding: 0.4rem 0.55rem; border: 1px solid var(--line); border-radius: 6px;
  background: var(--paper); color: inherit; }
button { font: 600 0.875rem var(--sans); padding: 0.45rem 1.1rem; border-radius: 6px; cursor: pointer;
  border: 1px solid var(--accent); background: var(--accent); color: var(--paper); margin-top: 0.5rem; }
button:disabled { opacity: 0.5; cursor: progress; }
.preview, .long { white-space: pre-wrap; overflow-wrap: anywhere; }
.masked { -webkit-text-security: disc; }
.outcome pre { white-space: pre-wrap; overflow-wrap: anywhere; max-height: 28rem; overflow-y: auto; }
.status { font-weight: 650; } .good { color: var(--good); } .bad, .problem { color: var(--bad); }
.note { background: var(--note); border-radius: 8px; padding: 0.25rem 1rem; margin: 1rem 0; }
[hidden] { display: none !important; }
@media (max-width: 52rem) {
  .layout { display: block; }
  nav { height: auto; max-height: 70vh; border-right: 0; padding: 0.6rem 1rem; z-index: 1;
    border-bottom: 1px solid var(--line); }
  nav details > summary { display: list-item; }
  html { scroll-padding-top: 3.5rem; }
  main { padding-top: 1.5rem; }
}
@media print { nav, form.try, .panel, .needs-script { display: none; } .layout { display: block; } }
`;
