/**
 * A browser for measurements: restarted each time, so that no contestant pays for another, with frames as fast as
 * they can be made instead of sixty a second (a step that takes 2 ms would look like one of 16). Memory and processor
 * time are those of its processes.
 */
import { readFileSync } from "node:fs";
import { loadavg } from "node:os";
import { chromium, type Browser, type CDPSession, type Page } from "@playwright/test";
import { chromiumArgs, findChromium } from "../../tools/find-chromium.ts";
import { countFrames } from "../../support/frame-statistics.ts";

export const viewSize = { width: 1440, height: 900 } as const;

export interface BenchPage {
  readonly page: Page;
  /** Of the processes that hold pages, after collecting garbage. Undefined where the system does not tell (not Linux). */
  pageMegabytes(): Promise<number | undefined>;
  /**
   * Milliseconds that the page's main thread has worked so far, on whatever: script, style, layout, recording what is
   * painted. What is computed of that elsewhere, by a graphics card or instead of one, is not in it. Script alone would
   * not do: of what is called through the inspector browsers count none.
   */
  pageMs(): Promise<number>;
  /** Seconds of the processor that all processes of the browser have used. */
  cpuSeconds(): Promise<number>;
  close(): Promise<void>;
}

export interface Process {
  readonly type: string;
  readonly id: number;
  readonly cpuTime: number;
}

/** @param atScreenRate as people see it: sixty frames a second, for videos */
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
 * Private memory of the browser's largest page process; the browser keeps an empty one in reserve. Undefined where the
 * system does not report it (not Linux).
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

/** How busy the machine is, for notes next to the numbers. */
export function loadText(): string {
  return `load ${loadavg()[0]?.toFixed(1)}`;
}
