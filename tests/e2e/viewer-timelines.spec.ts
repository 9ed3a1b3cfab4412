/** The timelines of the bottom dock: counts, events, groups, attributes. */
import type { Page } from "@playwright/test";
import { expectAccessible } from "./support/accessibility.ts";
import { expect, test } from "./support/app.ts";
import { createDataset, ViewerPage } from "./support/viewer.ts";

const zoo = [
  { id: 0, type: "fish", keyframes: { 0: [10, 10, 60, 60], 8: [40, 10, 90, 60] } },
  { id: 1, type: "crab", keyframes: { 4: [100, 10, 160, 60] } },
  { id: 2, type: "crab", interpolate: false, keyframes: { 0: [200, 10, 260, 60], 6: [200, 20, 260, 70] } },
] as const;

const dock = (page: Page) => page.getByRole("region", { name: "Timelines" });
const tab = (page: Page, name: string) => dock(page).getByRole("tab", { name, exact: true });
const timeline = (page: Page) => page.getByTestId("timeline");
const stored = (page: Page) => page.evaluate(() => JSON.parse(localStorage.getItem("wakeline.settings") ?? "{}"));

/** CSS pixels from the left edge of the timeline, while it shows all 12 frames. */
async function xOf(page: Page, frame: number): Promise<number> {
  const box = await timeline(page).boundingBox();
  if (box === null) throw new Error("no timeline");
  return 20 + (frame / 11) * (box.width - 40);
}

/** Colors of a column of the timeline, from top to bottom, one per pixel. */
async function columnAt(page: Page, x: number): Promise<readonly string[]> {
  return await timeline(page)
    .locator("canvas")
    .evaluate((canvas, at) => {
      const context = (canvas as HTMLCanvasElement).getContext("2d");
      const { height } = canvas as HTMLCanvasElement;
      const data = context?.getImageData(Math.round(at * devicePixelRatio), 0, 1, height).data ?? [];
      return Array.from({ length: height }, (_, y) => [...data.slice(4 * y, 4 * y + 3)].join());
    }, x);
}

test("[V-TIMELINE-03] [V-TIMELINE-16] [V-TIMELINE-19 in the viewer] [V-TIMELINE-01] [V-TIMELINE-02] [V-TIMELINE-10] [V-TIMELINE-12] [V-SETTINGS-10] [V-TIMELINE-04 the groups] one view is shown: detections, tracks, events or groups", async ({
  page,
  user,
}) => {
  const id = await createDataset(user, { tracks: zoo });
  const viewer = await new ViewerPage(page).open(id);
  // Frame 3: the fish is interpolated there, crab 2 is absent.
  const x = await xOf(page, 3);
  await expect(dock(page).getByRole("tab")).toHaveText(["Detections", "Events"]);
  await expect(tab(page, "Detections")).toHaveAttribute("aria-selected", "true");
  await test.step("[V-TIMELINE-03] [V-TIMELINE-16] [V-TIMELINE-19 in the viewer] events are a bar a track, in rows of 15 px, with marks and gaps; a click selects", async () => {
    await tab(page, "Events").click();
    const rowOf = async (frame: number, row: number) => {
      const position = { x: await xOf(page, frame), y: row * 15 + 7 };
      await timeline(page).hover({ position });
      return position;
    };
    // Track 0 is in the first row, 2 in the second, 1 in the third: they overlap.
    await rowOf(2, 0);
    await expect(timeline(page)).toContainText("track 0 · fish · frames 0 – 8");
    await rowOf(5, 1);
    await expect(timeline(page)).toContainText("track 2 · crab · frames 0 – 6");
    const position = await rowOf(4, 2);
    await expect(timeline(page)).toContainText("track 1 · crab · frames 4 – 4");
    await timeline(page).click({ position });
    await viewer.expectFrame(4);
    await expect(viewer.selectedRow).toHaveAttribute("data-track", "1");
    await rowOf(10, 0);
    await expect(timeline(page)).toContainText("frame 10");

    // The thumbnail of the frame under the pointer.
    await expect(page.getByTestId("thumbnail")).toHaveAttribute("data-frame", "10");
    await expect(page.getByTestId("thumbnail")).toBeVisible();
    const colors = await page.getByTestId("thumbnail").evaluate((canvas) => {
      const { width, height } = canvas as HTMLCanvasElement;
      const data = (canvas as HTMLCanvasElement).getContext("2d")!.getImageData(0, 0, width, height).data;
      return data.filter((value, at) => at % 4 < 3 && value > 0).length;
    });
    expect(colors).toBeGreaterThan(0);
    await page.mouse.move(5, 5);
    await expect(page.getByTestId("thumbnail")).toHaveCount(0);

    // The first and the last frame are 20 px from the edges; rows are 15 px apart.
    const painted = async (frame: number) =>
      (await columnAt(page, (await xOf(page, frame)) + 1)).map((color) => color !== "0,0,0");
    const ruled = await painted(11);
    const rows = async (frame: number) =>
      (await painted(frame)).flatMap((is, y) => (is && ruled[y] !== true && y < 45 ? [Math.floor(y / 15)] : []));
    expect(new Set(await rows(1))).toEqual(new Set([0]));
    // The box without interpolation is on its keyframes only.
    expect(new Set(await rows(6))).toEqual(new Set([0, 1]));
    expect(new Set(await rows(3))).toEqual(new Set([0]));

    // By keyboard only: a slider over the frames of the window.
    const slider = dock(page).getByTestId("timeline").and(page.getByRole("slider"));
    await slider.focus();
    for (const [key, frame] of [
      ["ArrowRight", 5],
      ["End", 11],
      ["ArrowLeft", 10],
      ["Home", 0],
      ["Shift+ArrowRight", 10],
    ] as const) {
      await page.keyboard.press(key);
      await expect(slider).toHaveAttribute("aria-valuenow", String(frame));
    }
    await viewer.expectFrame(10);
    await expect(slider).toHaveAttribute("aria-valuetext", "frame 10");

    // The same as a table, whose first cell goes to the track.
    const asTable = dock(page).getByRole("button", { name: "Show as a table" });
    await asTable.click();
    const cells = (row: number) => dock(page).getByRole("row").nth(row).getByRole("cell");
    await expect(dock(page).getByRole("columnheader")).toHaveText(["Track", "Type", "Frames", "Keyframes"]);
    await expect(cells(1)).toHaveText(["0", "fish", "0 – 8", "2"]);
    await expect(cells(2)).toHaveText(["2", "crab", "0 – 6", "2"]);
    await expect(cells(3)).toHaveText(["1", "crab", "4", "1"]);
    await dock(page).getByRole("button", { name: "0", exact: true }).focus();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await viewer.expectFrame(0);
    await expect(viewer.selectedRow).toHaveAttribute("data-track", "2");
    await expect(dock(page).getByRole("row").nth(2).getByRole("button")).toHaveAttribute("aria-current", "true");
    await expectAccessible(page, "a timeline as a table");
    await tab(page, "Detections").click();
    await expect(dock(page).getByRole("columnheader")).toHaveText(["Frames", "Detections", "fish", "crab"]);
    await expect(cells(1)).toHaveText(["0", "2", "1", "1"]);
    await expect(cells(2)).toHaveText(["1 – 3", "1", "1", "0"]);
    await asTable.click();
    await expect(timeline(page)).toBeVisible();
  });
  await test.step("[V-TIMELINE-01] [V-TIMELINE-02] [V-TIMELINE-10] [V-TIMELINE-12] [V-SETTINGS-10] counts as lines, of detections or of tracks", async () => {
    await timeline(page).hover({ position: { x, y: 30 } });
    await expect(timeline(page)).toContainText("frame 3 · 1 detection");
    const lines = async () => new Set((await columnAt(page, x)).filter((color) => color !== "0,0,0")).size;
    const withTotal = await lines();
    const tools = dock(page).getByRole("toolbar", { name: "Timeline" });
    await tools.getByRole("button", { name: "Total over all types" }).click();
    await expect.poll(lines).toBeLessThan(withTotal);
    expect((await stored(page)).timelineCountSettings).toEqual({ defaultView: "detections", totalCount: false });
    await tools.getByRole("button", { name: "Count tracks instead of detections" }).click();
    await timeline(page).hover({ position: { x, y: 32 } });
    await expect(timeline(page)).toContainText("frame 3 · 2 tracks");
    expect((await stored(page)).timelineCountSettings).toEqual({ defaultView: "tracks", totalCount: false });
  });
  await test.step("[V-TIMELINE-04 the groups] groups are a view while there are some", async () => {
    await user.client.call("annotation.save", {
      folderId: id,
      body: {
        groups: {
          upsert: [
            {
              id: 0,
              begin: 0,
              end: 8,
              confidencePairs: [["school", 1]],
              attributes: {},
              members: { 0: { ranges: [[0, 8]] } },
            },
          ],
          delete: [],
        },
      } as never,
    });
    await viewer.open(id);
    await expect(dock(page).getByRole("tab")).toHaveText(["Detections", "Events", "Groups"]);
    await timeline(page).hover({ position: { x, y: 30 } });
    await expect(timeline(page)).toContainText("frame 3 · 2 tracks");
    await dock(page).getByRole("button", { name: "Hide the timeline" }).click();
    await expect(timeline(page)).toHaveCount(0);
    await tab(page, "Groups").click();
    await expect(timeline(page)).toBeVisible();
    await expect(tab(page, "Detections")).toHaveAttribute("aria-selected", "false");
    await timeline(page).hover({ position: { x, y: 7 } });
    await expect(timeline(page)).toContainText("group 0 · school · 1 track");
  });
});

test("[V-TIMELINE-17] [V-TIMELINE-18] paintings are 30 ms apart, follow a new size after 200 ms, and the text next to the pointer comes after 50 ms", async ({
  page,
  user,
}) => {
  const viewer = await new ViewerPage(page).open(await createDataset(user, { tracks: zoo, frames: 30 }));
  await page.evaluate(() => {
    const times: number[] = [];
    Object.assign(globalThis, { paintings: times });
    const { getContext } = HTMLCanvasElement.prototype;
    // Called at the start of each painting.
    HTMLCanvasElement.prototype.getContext = function (this: HTMLCanvasElement, ...args: unknown[]) {
      if (this.closest("#timeline") !== null) times.push(performance.now());
      return (getContext as (...all: unknown[]) => unknown).apply(this, args);
    } as never;
  });
  const paintings = () => page.evaluate(() => (globalThis as unknown as { paintings: number[] }).paintings);
  await page.evaluate(async () => {
    const element = document.querySelector("#timeline")!;
    const { left, top, width } = element.getBoundingClientRect();
    for (let turn = 0; turn < 60; turn += 1) {
      const deltaY = turn % 2 === 0 ? -100 : 100;
      element.dispatchEvent(
        new WheelEvent("wheel", {
          deltaY,
          clientX: left + width / 2,
          clientY: top + 20,
          bubbles: true,
          cancelable: true,
        }),
      );
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  });
  const times = await paintings();
  expect(times.length).toBeGreaterThan(4);
  const between = times.slice(1).map((time, at) => time - (times[at] ?? 0));
  expect(Math.min(...between)).toBeGreaterThan(28);

  const resizedAfter = await page.evaluate(async () => {
    const { paintings: seen } = globalThis as unknown as { paintings: number[] };
    await new Promise((resolve) => setTimeout(resolve, 100));
    const before = seen.length;
    const from = performance.now();
    (document.querySelector("#timeline")!.parentElement as HTMLElement).style.height = "140px";
    while (seen.length === before && performance.now() - from < 5000) {
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    return (seen[before] ?? 0) - from;
  });
  expect(resizedAfter).toBeGreaterThan(199);

  await page.mouse.move(5, 5);
  const toldAfter = await page.evaluate(async () => {
    const element = document.querySelector("#timeline")!;
    const { left, top } = element.getBoundingClientRect();
    const before = element.textContent;
    const from = performance.now();
    element.dispatchEvent(new PointerEvent("pointermove", { clientX: left + 50, clientY: top + 20, bubbles: true }));
    await new Promise<void>((resolve) => {
      new MutationObserver(() => element.textContent !== before && resolve()).observe(element, {
        childList: true,
        subtree: true,
      });
    });
    return performance.now() - from;
  });
  expect(toldAfter).toBeGreaterThan(49);
  expect(toldAfter).toBeLessThan(1000);
  await viewer.expectFrame(0);
});

test("[V-TIMELINE-05 the attributes] [V-TIMELINE-11] [V-TIMELINE-20 in the viewer] the attributes of a track over time, as long as they are switched on", async ({
  page,
  user,
}) => {
  const id = await createDataset(user);
  const feature = (frame: number, depth: number, pose: string) => ({
    frame,
    bounds: [10, 10, 60, 60],
    keyframe: true,
    interpolate: false,
    attributes: { depth, pose },
  });
  const track = {
    id: 0,
    begin: 0,
    end: 8,
    confidencePairs: [["fish", 1]],
    attributes: {},
    features: [feature(0, 1, "up"), feature(4, 5, "down"), feature(8, 3, "down")],
  };
  await user.client.call("annotation.save", {
    folderId: id,
    body: { tracks: { upsert: [track], delete: [] } } as never,
  });
  const definition = (name: string, datatype: "number" | "text") => ({
    name,
    key: `detection_${name}`,
    belongs: "detection" as const,
    datatype,
  });
  await user.client.call("dataset.updateAttributes", {
    id,
    body: { upsert: [definition("depth", "number"), definition("pose", "text")], delete: [] },
  });
  const viewer = await new ViewerPage(page).open(id);
  await expect(dock(page).getByRole("tab")).toHaveText(["Detections", "Events"]);
  await viewer.click(30, 30);
  await page.getByRole("tab", { name: "Attributes" }).click();
  const settings = page.getByRole("dialog", { name: "Settings of the attribute timeline" });
  const openSettings = () =>
    page
      .getByRole("toolbar", { name: "Tools of Detection attributes" })
      .getByRole("button", { name: "Settings of the attribute timeline" })
      .click();
  await openSettings();
  await settings.getByRole("switch", { name: "Timeline of attributes" }).check();
  await viewer.press("Escape");
  await tab(page, "Attributes").click();
  // Numbers first: a chart of 45 px; the texts are a band below.
  const readout = async (frame: number, y: number) =>
    timeline(page).hover({ position: { x: await xOf(page, frame), y } });
  await readout(4, 20);
  await expect(timeline(page)).toContainText("frame 4 · depth: 5");
  await readout(6, 52);
  await expect(timeline(page)).toContainText("frame 6 · pose: down");
  await openSettings();
  await settings.getByRole("checkbox", { name: "depth" }).uncheck();
  await viewer.press("Escape");
  await readout(2, 7);
  await expect(timeline(page)).toContainText("frame 2 · pose: up");
  await openSettings();
  await settings.getByRole("switch", { name: "Timeline of attributes" }).uncheck();
  await expect(dock(page).getByRole("tab")).toHaveText(["Detections", "Events"]);
  await expect(tab(page, "Events")).toHaveAttribute("aria-selected", "true");
});
