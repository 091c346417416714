/**
 * How the two pages are bundled: the console and the operator page, each a folder with an
 * index.html, each built on its own (`vite build web/console --config web/vite.config.ts`).
 *
 * Everything follows from the strict Content-Security-Policy they are served under: no script and
 * no style stands in the HTML, nothing is a `data:` address, and every file but index.html carries
 * a hash of its bytes in its name, so that a browser may keep it for ever.
 */
import { defineConfig } from "vite";

// Whatever the caller's shell says: packages choose their slower half by this word.
process.env["NODE_ENV"] = "production";

/**
 * The rules by which orders are previewed stand beside tables of commands, which no page uses, and whose
 * readers are put together as code (decision 0010), which the policy forbids. The bundler leaves them out:
 * what makes a table says that it does nothing else (src/core/base/records/record.ts), and to read a property, as a
 * spread of such a table does, counts for nothing either.
 */
const treeshake = { propertyReadSideEffects: false } as const;

export default defineConfig({
  base: "./",
  publicDir: false,
  oxc: { jsx: { runtime: "automatic", importSource: "preact" } },
  build: {
    target: "es2022",
    emptyOutDir: true,
    assetsDir: "assets",
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    sourcemap: false,
    reportCompressedSize: false,
    rolldownOptions: { treeshake },
  },
});
