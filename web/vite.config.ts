/**
 * How the two pages are bundled: the console and the operator page, each a folder with an
 * index.html, each built on its own (`vite build web/console --config web/vite.config.ts`).
 *
 * Everything follows from the strict Content-Security-Policy they are served under: no script and
 * no style stands in the HTML, nothing is a `data:` address, and every file but index.html carries
 * a hash of its bytes in its name, so that a browser may keep it for ever.
 */
import { fileURLToPath } from "node:url";
import { defineConfig } from "vite";

// Whatever the caller's shell says: packages choose their slower half by this word.
process.env["NODE_ENV"] = "production";

/**
 * No page writes or reads a command (no-tables.ts says why). Telling the bundler by name which functions
 * are pure would not do: a name stands for methods of whatever is called so, and `list.push` is lost.
 */
const alias = [
  {
    find: /^.*\/compile-record\.ts$/,
    replacement: fileURLToPath(new URL("no-tables.ts", import.meta.url)),
  },
];

export default defineConfig({
  base: "./",
  publicDir: false,
  resolve: { alias },
  oxc: { jsx: { runtime: "automatic", importSource: "preact" } },
  build: {
    target: "es2022",
    emptyOutDir: true,
    assetsDir: "assets",
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    sourcemap: false,
    reportCompressedSize: false,
  },
});
