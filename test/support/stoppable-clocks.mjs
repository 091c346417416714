/**
 * Loaded before a program (`--import`), it lets clocks of that process stand while a file is there that names them, one to a
 * line (monotonic, boot, wall); gone, they go on from where they stood. Its path stands in this module's query. Timers go on.
 */
import { readFileSync } from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import os from "node:os";

const path = new URL(import.meta.url).searchParams.get("file") ?? "";

function standing() {
  try {
    return readFileSync(path, "utf8").split("\n");
  } catch {
    return [];
  }
}

/** A clock that can be stopped. */
function stoppable(name, read) {
  let lost = 0;
  let stoodAt;
  return () => {
    const reading = read() - lost;
    if (standing().includes(name)) {
      stoodAt ??= reading;
      return stoodAt;
    }
    if (stoodAt === undefined) return reading;
    lost += reading - stoodAt;
    const goesOnFrom = stoodAt;
    stoodAt = undefined;
    return goesOnFrom;
  };
}

const realNow = performance.now.bind(performance);
performance.now = stoppable("monotonic", realNow);
os.uptime = stoppable("boot", os.uptime);
Date.now = stoppable("wall", Date.now);
syncBuiltinESMExports();
