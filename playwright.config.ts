/** Browser tests: journeys in tests/e2e, pictures in tests/render. Each test starts with a fresh browser context. */
import { defineConfig } from "@playwright/test";
import { chromiumArgs, findTestBrowser } from "./tests/tools/find-chromium.ts";
import { isShort, shortBrowserTests } from "./tests/tools/short-tests.ts";
import { testWorkers } from "./tests/tools/test-workers.ts";

const chromium = findTestBrowser();

export default defineConfig({
  testDir: "tests",
  globalSetup: "./tests/tools/playwright-setup.ts",
  testMatch: isShort ? [...shortBrowserTests] : ["e2e/**/*.spec.ts", "render/**/*.spec.ts"],
  outputDir: "test-results/browser",
  snapshotPathTemplate: "{testDir}/{testFileDir}/expected/{testFileName}/{arg}{ext}",
  forbidOnly: Boolean(process.env["CI"]),
  fullyParallel: false,
  workers: testWorkers,
  // Tests that pass only at the second try are named at the end of the run; more than a few fail it.
  retries: 1,
  timeout: 120_000,
  expect: { timeout: 20_000 },
  reporter: [
    ["list"],
    ["json", { outputFile: process.env["WAKELINE_BROWSER_REPORT"] ?? "test-results/playwright.json" }],
  ],
  use: {
    browserName: "chromium",
    actionTimeout: 20_000,
    headless: true,
    viewport: { width: 1440, height: 900 },
    locale: "en-GB",
    timezoneId: "UTC",
    colorScheme: "dark",
    screenshot: "only-on-failure",
    // Recording costs three times the test itself. `--trace retain-on-failure` when a failure needs one.
    trace: "off",
    launchOptions: {
      args: [...chromiumArgs],
      ...(chromium === undefined ? {} : { executablePath: chromium.path }),
    },
  },
});
