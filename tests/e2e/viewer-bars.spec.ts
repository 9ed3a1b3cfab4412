/**
 * The bars of the viewer in windows of all sizes: nothing is cut off, wraps or overlaps; what does not fit is in a
 * menu; the picture keeps its share. A window of 720 x 450 is one of 1440 x 900 at a zoom of 200 %.
 */
import type { Page } from "@playwright/test";
import { uploadFile } from "../../schemas/index.ts";
import { createMultiCamDataset } from "../support/multicam-dataset.ts";
import { JobStatus } from "../../schemas/wire.ts";
import { expect, test } from "./support/app.ts";
import type { TestUser } from "./support/app.ts";
import { makeNumberedVideo } from "./support/frame-numbers.ts";
import { saveTracks } from "./support/viewer.ts";

const sizes = [
  { width: 1440, height: 900 },
  { width: 1024, height: 768 },
  { width: 720, height: 900 },
  { width: 720, height: 450 },
] as const;

const video = () => makeNumberedVideo({ codec: "h264", pictureCount: 40, gaps: [35], keyDistance: 12 });
const longName = "Harbour entrance, camera at the north pier, 2026-04-12, second part";

async function createVideo(user: TestUser): Promise<string> {
  const { client } = user;
  const { bytes } = await video();
  const metadata = { fps: -1, type: "video" };
  const target = { parentType: "user", parentId: user.id, name: longName, metadata } as const;
  const { _id: id } = await client.call("folder.create", target);
  await uploadFile(client, { parentType: "folder", parentId: id, name: "pier.mp4" }, new Blob([bytes as never]));
  await client.call("rpc.postprocess", { id });
  const isReady = async () => (await client.call("dataset.media", { id })).video !== undefined;
  await expect.poll(isReady, { timeout: 60_000 }).toBe(true);
  return id;
}

async function openViewer(page: Page, path: string): Promise<void> {
  await page.goto(`/viewer/${path}`);
  await expect(page.getByTestId("canvas").first()).toBeVisible({ timeout: 60_000 });
  await expect(page.locator("main[aria-busy]")).toHaveCount(0, { timeout: 60_000 });
}

/** Describes controls and texts that stick out of their bar or overlap their neighbor; should be []. */
function faultsOf(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const bars = ["header", "[role=toolbar][aria-orientation=horizontal]", "[role=group]:has(#frame-number)"];
    const parts =
      "button, input, [role=slider], a, h1, [data-testid=position], [data-testid=frame], [role=tab], [role=status]";
    const faults: string[] = [];
    for (const bar of document.querySelectorAll(bars.join(", "))) {
      const around = bar.getBoundingClientRect();
      const shown = [...bar.querySelectorAll(parts)].filter((part) =>
        part.checkVisibility({ visibilityProperty: true }),
      );
      const name = (part: Element) => part.getAttribute("aria-label") ?? (part.textContent || part.tagName);
      for (const part of shown) {
        const place = part.getBoundingClientRect();
        if (place.width === 0) continue;
        if (place.left < around.left - 1 || place.right > Math.min(around.right, innerWidth) + 1)
          faults.push(`${name(part)} sticks out of ${name(bar)} by its side`);
        if (place.top < around.top - 1 || place.bottom > around.bottom + 1)
          faults.push(`${name(part)} is higher than ${name(bar)}`);
        for (const other of shown) {
          if (part === other || part.contains(other) || other.contains(part)) continue;
          const next = other.getBoundingClientRect();
          const overX = Math.min(place.right, next.right) - Math.max(place.left, next.left);
          const overY = Math.min(place.bottom, next.bottom) - Math.max(place.top, next.top);
          // The thumb of a slider extends slightly beyond the end of its line.
          if (overX > 7 && overY > 1 && next.width > 0) faults.push(`${name(part)} is drawn over ${name(other)}`);
        }
      }
    }
    const time = document.querySelector("[data-testid=position][data-time]");
    if (time !== null && time.scrollWidth > time.clientWidth) faults.push("the time is cut");
    return faults;
  });
}

/** Height of the picture, or of all pictures, relative to that of the window. */
const pictureShare = (page: Page) =>
  page.evaluate(() => {
    const places = [...document.querySelectorAll("[data-testid=canvas]")].map((canvas) =>
      canvas.getBoundingClientRect(),
    );
    const top = Math.min(...places.map((place) => place.top));
    return (Math.max(...places.map((place) => place.bottom)) - top) / innerHeight;
  });

/** Left edges by name. */
const placesInEditor = (page: Page) =>
  page.getByRole("toolbar", { name: "Editor" }).evaluate((bar) => {
    const buttons = [...bar.querySelectorAll("button")].filter((one) =>
      one.checkVisibility({ visibilityProperty: true }),
    );
    return buttons.map((button) => Math.round(button.getBoundingClientRect().left));
  });

async function expectFits(page: Page): Promise<void> {
  for (const size of sizes) {
    await page.setViewportSize(size);
    const what = `${size.width} x ${size.height}`;
    await expect.poll(() => faultsOf(page), what).toEqual([]);
    await expect.poll(() => pictureShare(page), what).toBeGreaterThanOrEqual(0.55);
  }
}

test("[V-LAYOUT-11] bars at 1440, 1024, 720 px and 200 %: nothing cut or overlapping, buttons stay in place, the rest is in a menu, the picture has half", async ({
  page,
  server,
  user,
}) => {
  const id = await createVideo(user);
  await saveTracks(user, id, [{ id: 0, type: "fish", keyframes: { 0: [20, 20, 80, 80], 30: [60, 20, 120, 80] } }]);
  await openViewer(page, id);
  await expectFits(page);
  for (const size of sizes) {
    await page.setViewportSize(size);
    await expect.poll(() => faultsOf(page)).toEqual([]);
    const before = await placesInEditor(page);
    for (const tool of [/polygon/i, /rectangle/i]) {
      await page
        .getByRole("toolbar", { name: "Tools", exact: true })
        .getByRole("button", { name: tool })
        .first()
        .click();
      expect(await placesInEditor(page), `${tool.source} at ${size.width}`).toEqual(before);
    }
    await page.keyboard.press("Escape");
  }
  // Buttons that do not fit into the top bar are in its menu.
  await page.getByRole("toolbar", { name: "Dataset" }).getByRole("button", { name: "More" }).click();
  await expect(page.getByRole("menuitem", { name: "Import annotations" })).toBeVisible();
  await expect(page.getByRole("menuitem", { name: "Clone the dataset" })).toBeVisible();
  await page.keyboard.press("Escape");

  // With wide tabs, as of five timelines: tools leave by priority, and are in a menu.
  await page.setViewportSize({ width: 720, height: 900 });
  const tools = page.getByRole("toolbar", { name: "Timeline", exact: true });
  const more = tools.getByRole("button", { name: "More timeline tools" });
  await expect(tools.getByRole("button", { name: "Follow the playhead" })).toBeVisible();
  await expect(more).toHaveCount(0);
  await page.addStyleTag({ content: "[role=tablist] [role=tab] { min-width: 230px }" });
  await more.click();
  await expect.poll(() => faultsOf(page)).toEqual([]);
  await expect(tools.getByRole("button", { name: "Follow the playhead" })).toBeHidden();
  const follow = page.getByRole("menuitemcheckbox", { name: "Follow the playhead" });
  await expect(follow).toBeChecked();
  await follow.click();
  await expect(follow).not.toBeChecked();
  await expect(page.getByRole("button", { name: "Hide the timeline" })).toBeInViewport({ ratio: 1 });

  // While a pipeline runs, the bar says that nothing can be changed.
  const job = { title: "Running motion", type: "pipelines", handler: "worker", userId: user.id, datasetId: id };
  await server.server.services.jobs.create({ ...job, status: JobStatus.running });
  await openViewer(page, id);
  await expect(page.getByText("Read only", { exact: true })).toBeVisible();
  await expect.poll(() => faultsOf(page)).toEqual([]);
});

test.describe("in German", () => {
  test.use({ locale: "de-DE" });

  test("[V-LAYOUT-11] the bars of two cameras, in a dataset with a long name; what has left the playback bar is in its menu", async ({
    page,
    user,
  }) => {
    const { bytes } = await video();
    const cameras = ["left", "right"].map((name) => ({ name, video: { name: "pier.mp4", bytes } }));
    const { id } = await createMultiCamDataset(user.client, { name: longName, cameras, subType: "multicam" });
    await openViewer(page, id);
    await expectFits(page);
    const bar = page.getByRole("group", { name: "Wiedergabe" });
    await expect(bar.getByRole("button", { name: "Mehr zur Wiedergabe" })).toHaveCount(0);
    // As wide as the time display of a day of video.
    await page.addStyleTag({ content: "[data-testid=position] { min-width: 330px }" });
    await expect.poll(() => faultsOf(page)).toEqual([]);
    await bar.getByRole("button", { name: "Mehr zur Wiedergabe" }).click();
    await page.getByRole("menuitem", { name: "Bildanpassungen" }).click();
    await expect(page.getByRole("complementary", { name: "Kontextfenster" })).toBeVisible();
  });
});
