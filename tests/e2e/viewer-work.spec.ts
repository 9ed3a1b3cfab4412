/** How much work the viewer causes in the browser: it depends on what is visible, never on how much there is. */
import type { Page } from "@playwright/test";
import { countFrames } from "../support/frame-statistics.ts";
import { countRowRenders } from "../support/row-renders.ts";
import { expect, test } from "./support/app.ts";
import type { TestUser } from "./support/app.ts";
import { createDataset, redOfFrame, saveTracks, ViewerPage } from "./support/viewer.ts";

const shownOnFrame = 5;

/** Five tracks on each of the first frames; all others are on the last one. */
async function createTracks(user: TestUser, count: number): Promise<string> {
  const id = await createDataset(user, { frames: 6 });
  const tracks = Array.from({ length: count }, (_, n) => {
    const frames = n < shownOnFrame ? [0, 1, 2, 3, 4] : [5];
    const [x, y] = [(n * 7) % 280, (n * 11) % 200];
    const keyframes = Object.fromEntries(frames.map((frame) => [frame, [x, y, x + 20, y + 20] as const]));
    return { id: n, type: `type ${n % 4}`, keyframes };
  });
  await saveTracks(user, id, tracks);
  return id;
}

interface Work {
  readonly frames: number;
  readonly drawCalls: number;
  readonly uploads: number;
  readonly trackRows: number;
  readonly typeRows: number;
}

const workSoFar = (page: Page): Promise<Work> =>
  page.evaluate(() => {
    const { frames, drawCalls, uploads } =
      document.querySelector<HTMLCanvasElement>("[data-testid=canvas] canvas")!.frameStatistics!;
    const { track, type } = globalThis.rowRenders!;
    return { frames, drawCalls, uploads, trackRows: track, typeRows: type };
  });

/** Work per drawn frame while stepping over frames that show the same tracks. */
async function workOfWalk(page: Page, viewer: ViewerPage) {
  const before = await workSoFar(page);
  for (let frame = 1; frame <= 3; frame++) {
    await viewer.press("ArrowRight");
    await viewer.expectFrame(frame);
    await expect.poll(() => viewer.redAt(300, 230).catch(() => undefined)).toBe(redOfFrame(frame));
  }
  const after = await workSoFar(page);
  const frames = after.frames - before.frames;
  return {
    drawCalls: (after.drawCalls - before.drawCalls) / frames,
    uploads: (after.uploads - before.uploads) / frames,
    trackRows: after.trackRows - before.trackRows,
    typeRows: after.typeRows - before.typeRows,
  };
}

/** Unchecks a type, and inspects the page at the end of the next animation frame. */
async function filterUntilFrame(page: Page): Promise<{ isDrawn: boolean; isListed: boolean; isFading: boolean }> {
  return await page.evaluate(async () => {
    const canvas = document.querySelector<HTMLCanvasElement>("[data-testid=canvas] canvas")!;
    const { frames } = canvas.frameStatistics!;
    const type = document.querySelector('[data-type="type 3"]')!;
    type.querySelector<HTMLInputElement>("input[type=checkbox]")!.click();
    await new Promise((resolve) => requestAnimationFrame(resolve));
    return {
      isFading: type.getAnimations({ subtree: true }).length > 0,
      isDrawn: canvas.frameStatistics!.frames > frames,
      isListed: document.querySelector('[data-track="3"]') !== null,
    };
  });
}

/** Draw calls of the frame in which the first row of a list appeared. */
async function watchFirstRow(page: Page): Promise<() => Promise<number | undefined>> {
  await page.addInitScript(() => {
    new MutationObserver((_, observer) => {
      if (document.querySelector("[data-track]") === null) return;
      observer.disconnect();
      const canvas = document.querySelector<HTMLCanvasElement>("[data-testid=canvas] canvas");
      Object.assign(globalThis, { drawnBeforeRows: canvas?.frameStatistics?.drawCallsOfFrame ?? 0 });
    }).observe(document, { childList: true, subtree: true });
  });
  return () => page.evaluate(() => (globalThis as { drawnBeforeRows?: number }).drawnBeforeRows);
}

/** One of four types is hidden and shown again: rows of the others are not redrawn, nor any row for the frame. */
async function expectRowsLeftAlone(page: Page): Promise<void> {
  const rows = page.locator("[data-track]");
  const idsShown = () => rows.evaluateAll((all) => all.map((row) => row.getAttribute("data-track")));
  const before = await idsShown();
  const { trackRows, typeRows } = await workSoFar(page);
  expect(await filterUntilFrame(page), "the picture comes before the list, and nothing fades").toEqual({
    isDrawn: true,
    isListed: true,
    isFading: false,
  });
  await expect(page.locator('[data-track="3"]')).toHaveCount(0);
  const after = await idsShown();
  const stayed = before.filter((id) => after.includes(id)).length;
  expect(stayed).toBeGreaterThan(3);
  const work = await workSoFar(page);
  expect(work.trackRows - trackRows, "rows that came").toBeLessThanOrEqual(after.length - stayed);
  expect(work.typeRows - typeRows, "the one that was clicked").toBe(1);
  await page.locator('[data-type="type 3"] input[type=checkbox]').click();
  await expect(page.locator('[data-track="3"]')).toHaveCount(1);
}

/** On the last frame: without a graphics card they are painted on a separate canvas. */
async function expectManyBoxesSeen(page: Page, viewer: ViewerPage): Promise<void> {
  await page.locator("[data-testid=canvas] canvas[role=img]").focus();
  for (const frame of [4, 5]) {
    await viewer.press("ArrowRight");
    await viewer.expectFrame(frame);
  }
  await expect.poll(() => viewer.redAt(310, 232).catch(() => undefined)).toBe(redOfFrame(5));
  await expect(page.locator("[data-testid=canvas] canvas[aria-hidden]")).toBeVisible();
  expect(await viewer.colorAt(150, 110), "an outline, not the picture").not.toEqual(await viewer.colorAt(310, 232));
}

/** In the body only: lazily loaded code adds links to the head at unpredictable times. */
const countNodes = (page: Page): Promise<number> => page.evaluate(() => document.body.querySelectorAll("*").length);

/** Waits until the page has stopped changing: a part that is still loading must not count for one dataset only. */
async function untilSettled(page: Page): Promise<void> {
  let nodes = 0;
  const change = async () => {
    const before = nodes;
    nodes = await countNodes(page);
    return nodes - before;
  };
  await expect.poll(change, { intervals: [500] }).toBe(0);
}

test("a frame step and a type filter draw no row that did not change; nodes, draw calls and uploads do not grow with the tracks", async ({
  page,
  user,
}) => {
  await page.addInitScript(countFrames);
  await page.addInitScript(countRowRenders);
  const workers: string[] = [];
  page.on("worker", (worker) => workers.push(worker.url()));
  const drawnBeforeRows = await watchFirstRow(page);
  const measured: { nodes: number; trackRows: number; typeRows: number; drawCalls: number; uploads: number }[] = [];
  for (const count of [50, 5000]) {
    const viewer = await new ViewerPage(page).open(await createTracks(user, count));
    await expect(page.locator("[data-track]").first()).toBeVisible();
    expect(await drawnBeforeRows(), "the picture with its boxes comes before the lists").toBeGreaterThan(1);
    const work = await workOfWalk(page, viewer);
    if (count === 5000) await expectRowsLeftAlone(page);
    const [first] = measured;
    if (first === undefined) await untilSettled(page);
    // Notices that come and go are not part of the track list.
    else await expect.poll(() => countNodes(page)).toBe(first.nodes);
    measured.push({ ...work, nodes: await countNodes(page) });
    if (count === 5000) await expectManyBoxesSeen(page, viewer);
  }
  const [few, many] = measured;
  expect(few).toMatchObject({ trackRows: 0, typeRows: 0 });
  expect(many).toEqual(few);
  expect(few!.drawCalls).toBeGreaterThan(1);
  expect(
    workers.filter((url) => url.includes("load.worker")),
    "of the two datasets the large one is read in a worker, once",
  ).toHaveLength(1);
});
