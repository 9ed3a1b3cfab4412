/** Unit and contract tests of every part: all `*.test.ts(x)` files. Browser tests (`*.spec.ts`) belong to Playwright. */
import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["{schemas,core-wasm,cli,server,web,tests}/**/*.test.{ts,tsx}"],
    exclude: ["**/node_modules/**", "tests/e2e/**", "tests/render/**"],
    globalSetup: ["tests/tools/vitest-setup.ts"],
    pool: "forks",
    maxWorkers: 2,
    testTimeout: 30_000,
    hookTimeout: 60_000,
    restoreMocks: true,
    unstubEnvs: true,
  },
});
