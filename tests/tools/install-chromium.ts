/**
 * Ensures a Chromium that really starts: an existing one, else the test tool's own download, else the system's package
 * if we are root on Debian or Ubuntu, else an error that says what to install.
 */
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { repository } from "./files.ts";
import { findTestBrowser, headlessShell } from "./find-chromium.ts";
import { installWithApt } from "./install-with-apt.ts";

const downloadTimeoutMs = 180_000;

/** Returns the path of a Chromium that starts. Throws with advice if there is none and none can be installed. */
export function ensureChromium(log: (line: string) => void = console.log): string {
  let existing = findTestBrowser();
  if (existing?.source === "system" && !existing.path.endsWith(headlessShell)) {
    installWithApt([headlessShell], log);
    existing = findTestBrowser();
  }
  if (existing !== undefined) {
    if (starts(existing.path)) return existing.path;
    if (existing.source === "WAKELINE_CHROMIUM") {
      throw new Error(
        `${existing.path} (from WAKELINE_CHROMIUM) does not start: \`${existing.path} --version\` fails.`,
      );
    }
    log(`${existing.path} does not start; looking for another Chromium.`);
  } else {
    log("No Chromium found; trying the test tool's own download.");
    const cli = join(repository, "node_modules", "playwright", "cli.js");
    run(process.execPath, [cli, "install", "chromium", "--no-shell"], downloadTimeoutMs);
    const downloaded = findTestBrowser();
    if (downloaded !== undefined && starts(downloaded.path)) return downloaded.path;
  }
  // Most tests use the headless one; those that kill browsers use the regular one.
  const both = [headlessShell, "chromium"];
  for (const name of both) installWithApt([name], log);
  for (const name of both) {
    if (starts(`/usr/bin/${name}`)) return `/usr/bin/${name}`;
  }
  throw new Error(
    "The browser tests need Chromium or Chrome, and none could be found or installed. Run `npx playwright install " +
      "--with-deps chromium`, or install your system's package (Debian: `apt-get install chromium`), or set " +
      "WAKELINE_CHROMIUM to the browser's path.",
  );
}

function starts(path: string): boolean {
  // Chrome on Windows opens a window for --version, so its existence must do.
  if (process.platform === "win32") return existsSync(path);
  return spawnSync(path, ["--version"], { stdio: "ignore", timeout: 30_000 }).status === 0;
}

/** Failure is not an error here: the caller checks whether a browser has appeared. */
function run(command: string, args: readonly string[], timeoutMs: number): void {
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive", PLAYWRIGHT_DOWNLOAD_CONNECTION_TIMEOUT: "10000" };
  const { status, stderr, error } = spawnSync(command, args, {
    cwd: repository,
    env,
    stdio: ["ignore", "ignore", "pipe"],
    encoding: "utf8",
    timeout: timeoutMs,
  });
  if (status !== 0) {
    const lines = (stderr ?? "").trim().split("\n");
    const reason = error?.message ?? lines.find((line) => /error|fail|unable/i.test(line)) ?? lines.at(-1) ?? "";
    console.log(`  That did not work: ${reason.trim()}`);
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  try {
    console.log(ensureChromium());
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exit(1);
  }
}
