import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["src/**/*.test.ts", "test/**/*.test.ts"],
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // By default one core is left idle, which on two cores is half of the machine.
    maxWorkers: "100%",
  },
});
