import { readdirSync } from "node:fs";
import { posix } from "node:path";
import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";
import { TimeReporter } from "./test/report/time-reporter.ts";

/** The folders whose tests take longest: begun last, one of them would run alone at the end. */
const LONGEST = [
  "test/crash/",
  "test/readme/",
  "test/browser/",
  "test/simulation/",
  "test/startup/",
  "test/cluster/",
  "src/log/",
];

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return (await super.sort(files)).sort((a, b) => weightOf(b) - weightOf(a));
  }
}

function weightOf({ moduleId }: TestSpecification): number {
  const at = LONGEST.findIndex((folder) => moduleId.includes(`/${folder}`));
  return at < 0 ? 0 : LONGEST.length - at;
}

/** What one runs at every save: units, engine, contract and views, without another process. */
const QUICK =
  /^(?:src|web|test\/(?:contract|golden|operator-api|report|scenarios))\/|^test\/[^/]+$/;
/** Among those, the rooms of disks, proofs and the demo, what starts processes, what fills long lists. */
const NOT_QUICK = [
  /^src\/(?:archivist|audit|cluster|demo|explain|local-cluster|log)\//,
  /create-exchange|-server\.test|contract\/(?:every-endpoint|openapi-pages)/,
];
/** Tests that put something else in the place of a module need that module for themselves. */
const ALONE = /^src\/audit\/void|^test\/security\/signing/;

/** What takes the real program's disk, memory or descriptors away, or damages what it has written. */
const OF_MACHINE = /^test\/(?:machine|crash\/(?:damage|power-cut))\//;

/** What kills, stops and cuts off the servers and nodes of whole clusters, one cluster at a time. */
const OF_CLUSTERS = /^test\/cluster\/failures\//;

/** Which tests are meant: BOURSE_TESTS=quick, =machine and =cluster are set by the scripts of their names. */
function isMeant(path: string): boolean {
  switch (process.env["BOURSE_TESTS"]) {
    case "quick":
      return QUICK.test(path) && !NOT_QUICK.some((part) => part.test(path));
    case "machine":
      return OF_MACHINE.test(path);
    case "cluster":
      return OF_CLUSTERS.test(path);
    default:
      return !(OF_MACHINE.test(path) || OF_CLUSTERS.test(path));
  }
}

const FILES = ["src", "test", "web"]
  .flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: "utf8" }).map((path) =>
      posix.join(folder, path),
    ),
  )
  .filter((path) => path.endsWith(".test.ts") && isMeant(path));

export default defineConfig({
  test: {
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // One more than the two cores of a small machine: tests of real processes mostly wait for them.
    maxWorkers: 3,
    // Our modules keep no state, so the files of a worker share them: half a second each.
    isolate: false,
    experimental: { fsModuleCache: true },
    reporters: ["default", new TimeReporter()],
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        extends: true,
        test: { name: "together", include: FILES.filter((path) => !ALONE.test(path)) },
      },
      {
        extends: true,
        test: { name: "alone", include: FILES.filter((path) => ALONE.test(path)), isolate: true },
      },
    ],
  },
});
