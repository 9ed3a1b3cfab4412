/**
 * Which Chromium the browser tests use: the one in WAKELINE_CHROMIUM, else the test tool's own download, else one of
 * the system.
 */
import { existsSync, statSync } from "node:fs";
import { delimiter, join } from "node:path";
import { chromium } from "@playwright/test";

export interface FoundChromium {
  readonly path: string;
  readonly source: "WAKELINE_CHROMIUM" | "playwright" | "system";
}

/**
 * Disabled features of Chromium. The popups of its address bar are separate pages that each window loads, more than
 * half a second of processor time. The others are those that Playwright disables: only the last list passed to Chromium
 * counts.
 */
const disabledFeatures = [
  "WebUIOmniboxPopup",
  "WebUIOmniboxAimPopup",
  "AimEnabled",
  "AvoidCorsURLLoaderRestartOnRedirect",
  "DestroyProfileOnBrowserClose",
  "DialMediaRouteProvider",
  "GlobalMediaControls",
  "HttpsFirstBalancedModeAutoEnable",
  "HttpsUpgrades",
  "LensOverlay",
  "MediaRouter",
  "NetworkTimeServiceQuerying",
  "OptimizationHints",
  "PaintHolding",
  "PreconnectToSearch",
  "ThirdPartyStoragePartitioning",
  "Translate",
];

/**
 * Root needs --no-sandbox. The others keep the browser from calling home: on a machine without a network each of those
 * calls is refused, many at a time, and slows the tests down. Software GL draws the same on every machine; without
 * --disable-gpu the 2D canvas goes through it too, and reading a 1080p video frame takes 160 ms instead of 8.
 */
export const chromiumArgs: readonly string[] = [
  ...(process.getuid?.() === 0 ? ["--no-sandbox"] : []),
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--disable-gpu",
  `--disable-features=${disabledFeatures.join(",")}`,
  "--enable-unsafe-swiftshader",
  "--force-color-profile=srgb",
];

/** Debian's package has the same name. */
export const headlessShell = "chromium-headless-shell";
const systemNames = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome"];
const systemPlaces = [
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
  "C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe",
  "C:\\Program Files (x86)\\Google\\Chrome\\Application\\chrome.exe",
];

/** Throws if WAKELINE_CHROMIUM names a file that does not exist: a wrong setting must not be ignored silently. */
export function findChromium(): FoundChromium | undefined {
  const named = process.env["WAKELINE_CHROMIUM"];
  if (named !== undefined && named !== "") {
    if (!isFile(named)) throw new Error(`WAKELINE_CHROMIUM is ${named}, but there is no such file.`);
    return { path: named, source: "WAKELINE_CHROMIUM" };
  }
  const own = chromium.executablePath();
  if (own !== "" && isFile(own)) return { path: own, source: "playwright" };
  const places = systemNames.flatMap((name) => foldersOfPath().map((folder) => join(folder, name)));
  const candidates = [...places, ...systemPlaces];
  const found = candidates.find(isFile);
  return found === undefined ? undefined : { path: found, source: "system" };
}

/**
 * For tests: headless Chromium if installed, which Playwright uses as well. It draws the same with an eighth less
 * processor time.
 */
export function findTestBrowser(): FoundChromium | undefined {
  const found = findChromium();
  if (found?.source === "WAKELINE_CHROMIUM") return found;
  const shell = foldersOfPath()
    .map((folder) => join(folder, headlessShell))
    .find(isFile);
  return shell === undefined ? found : { path: shell, source: "system" };
}

const foldersOfPath = (): readonly string[] =>
  (process.env["PATH"] ?? "").split(delimiter).filter((folder) => folder !== "");

function isFile(path: string): boolean {
  return existsSync(path) && statSync(path).isFile();
}
