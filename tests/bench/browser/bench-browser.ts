/**
 * A browser for measurements: restarted each time, so that no contestant pays for another, with frames as fast as
 * possible instead of sixty per second (otherwise a step of 2 ms would look like one of 16). Memory and processor time
 * are those of its processes.
 */
import { readFileSync } from "node:fs";
import { loadavg } from "node:os";
import { chromium, type Browser, type CDPSession, type Page } from "@playwright/test";
import { chromiumArgs, findChromium } from "../../tools/find-chromium.ts";
import { countFrames } from "../../support/frame-statistics.ts";

export const viewSize = { width: 1440, height: 900 } as const;

export interface BenchPage {
  readonly page: Page;
  /** Of the processes that contain pages, after a garbage collection. Undefined if not on Linux. */
  pageMegabytes(): Promise<number | undefined>;
  /**
   * Milliseconds that the page's main thread has worked so far, on anything: script, style, layout, recording paint
   * commands. Rasterization by a graphics card or its software replacement is not included. Script time alone would not
   * do: browsers do not count what is called through the inspector.
   */
  pageMs(): Promise<number>;
  /** Processor seconds used by all processes of the browser. */
  cpuSeconds(): Promise<number>;
  close(): Promise<void>;
}

export interface Process {
  readonly type: string;
  readonly id: number;
  readonly cpuTime: number;
}

/** @param atScreenRate sixty frames per second as for users, for videos */
export async function openBenchPage({ atScreenRate = false } = {}): Promise<BenchPage> {
  const found = findChromium();
  const unlimited = atScreenRate ? [] : ["--disable-frame-rate-limit", "--disable-gpu-vsync"];
  const browser = await chromium.launch({
    args: [...chromiumArgs, ...unlimited, "--autoplay-policy=no-user-gesture-required"],
    ...(found !== undefined && { executablePath: found.path }),
  });
  const context = await browser.newContext({ viewport: viewSize, colorScheme: "dark", locale: "en-GB" });
  const page = await context.newPage();
  await page.addInitScript(countFrames);
  const ofPage = await context.newCDPSession(page);
  await ofPage.send("Performance.enable");
  const ofBrowser = await browser.newBrowserCDPSession();
  const processes = async (): Promise<readonly Process[]> =>
    (await ofBrowser.send("SystemInfo.getProcessInfo")).processInfo as readonly Process[];
  return {
    page,
    pageMegabytes: async () => await megabytesOf(ofPage, await processes()),
    pageMs: async () => {
      const { metrics } = await ofPage.send("Performance.getMetrics");
      const tasks = metrics.find(({ name }) => name === "TaskDuration");
      if (tasks === undefined) throw new Error("The browser does not tell what its pages spend.");
      return tasks.value * 1e3;
    },
    cpuSeconds: async () => (await processes()).reduce((sum, { cpuTime }) => sum + cpuTime, 0),
    close: () => closeAll(browser),
  };
}

async function closeAll(browser: Browser): Promise<void> {
  for (const context of browser.contexts()) await context.close();
  await browser.close();
}

async function megabytesOf(session: CDPSession, processes: readonly Process[]): Promise<number | undefined> {
  await session.send("HeapProfiler.enable");
  for (let round = 0; round < 3; round++) await session.send("HeapProfiler.collectGarbage");
  return largestPageMegabytes(processes);
}

/**
 * Private memory of the browser's largest page process; the browser keeps an empty one in reserve. Undefined if not on
 * Linux.
 */
export function largestPageMegabytes(processes: readonly Process[]): number | undefined {
  try {
    const sizes = processes
      .filter(({ type }) => type === "renderer")
      .map(({ id }) => {
        const text = readFileSync(`/proc/${id}/smaps_rollup`, "utf8");
        return [...text.matchAll(/^Private_\w+:\s+(\d+) kB$/gm)].reduce((sum, [, size]) => sum + Number(size), 0);
      });
    return Math.max(...sizes) / 1e3;
  } catch {
    return undefined;
  }
}

/** Load of the machine, for notes next to the numbers. */
export function loadText(): string {
  return `load ${loadavg()[0]?.toFixed(1)}`;
}
