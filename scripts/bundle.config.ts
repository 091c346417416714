/**
 * How the programs are bundled: what a process would load file by file, hundreds of them, lies in one
 * file for each entry and in the chunks they share. The compiled modules stay beside them, for those
 * that import a module by its name: the docs page, the benchmarks, some tests. Decision 23.
 */
import { defineConfig } from "vite";

const ENTRIES = [
  "main",
  "archivist",
  "gateway",
  "cli/bourse",
  "create-exchange",
  "client/client",
  "log/segment/segment-worker",
];

export default defineConfig({
  publicDir: false,
  build: {
    ssr: true,
    target: "node20",
    emptyOutDir: false,
    sourcemap: true,
    minify: false,
    reportCompressedSize: false,
    rolldownOptions: {
      input: Object.fromEntries(ENTRIES.map((name) => [name, `src/${name}.ts`])),
      output: {
        entryFileNames: "[name].js",
        chunkFileNames: "chunks/[name]-[hash].js",
        // V8 puts the value of a constant into the code; a variable it reads each time.
        topLevelVar: false,
      },
    },
  },
});
