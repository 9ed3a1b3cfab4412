/** Opens a large dataset in a browser and waits until it is displayed: in the viewer, or in the reference page. */
import type { Page } from "@playwright/test";
import { openBenchPage } from "./bench-browser.ts";
import type { ReferencePage } from "./reference-page/page.ts";
import { enter, referenceAddress, serveReferencePage } from "./world.ts";
import type { BrowserWorld, Contestant, LargeDataset } from "./world.ts";

const openPatienceMs = 300_000;
const imagePatienceMs = 60_000;

export interface OpeningNotes {
  /** When the first frame with its boxes was drawn; 0 before. */
  drawnAt: number;
  /** When lists and timelines were displayed as well; 0 before. */
  completeAt: number;
  /** Longest task before the canvas exists: loading. */
  longestLoading: number;
  /** And from then until the first frame: React mounts the viewer, WebGL compiles its programs. */
  longestMounting: number;
  domNodes: number;
}

type WithNotes = typeof globalThis & { openingNotes: OpeningNotes };

/** Runs in the page before anything else. */
function watchOpening(): void {
  const notes = { drawnAt: 0, completeAt: 0, longestLoading: 0, longestMounting: 0, domNodes: 0 };
  Object.assign(globalThis, { openingNotes: notes });
  /** Within the task that adds the canvas. */
  let mountedAt = Infinity;
  new MutationObserver((_, observer) => {
    if (document.querySelector("[data-testid=canvas] canvas") === null) return;
    mountedAt = performance.now();
    observer.disconnect();
  }).observe(document, { childList: true, subtree: true });
  new PerformanceObserver((list) => {
    for (const { startTime, duration } of list.getEntries()) {
      const part = startTime + duration < mountedAt ? "longestLoading" : "longestMounting";
      if (notes.drawnAt === 0 || startTime < notes.drawnAt) notes[part] = Math.max(notes[part], duration);
    }
  }).observe({ type: "longtask", buffered: true });
  const look = (): void => {
    const canvas = document.querySelector<HTMLCanvasElement>("[data-testid=canvas] canvas");
    // The picture alone is one draw call.
    const isDrawn =
      (canvas?.frameStatistics?.drawCallsOfFrame ?? 0) > 1 ||
      (globalThis as { referencePage?: ReferencePage }).referencePage !== undefined;
    if (isDrawn && notes.drawnAt === 0) notes.drawnAt = performance.now();
    // The viewer adds them after its first frame, and is busy until then.
    if (isDrawn && document.querySelector("main[aria-busy]") === null) notes.completeAt = performance.now();
    else requestAnimationFrame(look);
  };
  look();
}

/** At the screen's rate: without a frame limit, animations during loading would take up the processor. */
export async function measureOpening(
  world: BrowserWorld,
  dataset: LargeDataset,
  who: Contestant,
): Promise<OpeningNotes> {
  const bench = await openBenchPage({ atScreenRate: true });
  try {
    return await openShown(bench.page, world, dataset, who);
  } finally {
    await bench.close();
  }
}

/** The server makes it automatically after a large save. `undefined`: the set is too small for one. */
export async function waitForImage(world: BrowserWorld, dataset: LargeDataset): Promise<true | undefined> {
  const headers = { "Accept-Encoding": "zstd" };
  for (const end = performance.now() + imagePatienceMs; performance.now() < end;) {
    const answer = await world.client.fetch("annotation.image", { folderId: dataset.id }, { headers });
    await answer.body?.cancel();
    if (answer.status === 200) return true;
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
  return undefined;
}

export async function openShown(
  page: Page,
  world: BrowserWorld,
  dataset: LargeDataset,
  who: Contestant,
): Promise<OpeningNotes> {
  await enter(page, world);
  await page.addInitScript(watchOpening);
  if (who !== "viewer") await serveReferencePage(page);
  await page.goto(who === "viewer" ? `${world.url}/viewer/${dataset.id}` : referenceAddress(world, dataset, who));
  await page.waitForFunction(() => (globalThis as WithNotes).openingNotes.completeAt > 0, undefined, {
    timeout: openPatienceMs,
    polling: 100,
  });
  await page.waitForTimeout(1000);
  return await page.evaluate(() => ({
    ...(globalThis as WithNotes).openingNotes,
    domNodes: document.querySelectorAll("*").length,
  }));
}
