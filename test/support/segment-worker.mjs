/** Runs the segment worker from its TypeScript source; the product runs the compiled one. */
import { register } from "tsx/esm/api";

register();
await import("../../src/log/segment/segment-worker.ts");
