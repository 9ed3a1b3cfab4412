/** The layout of the viewer: bars, rails, docks, in wide and narrow windows; what keeps its place. */
import type { Page } from "@playwright/test";
import { expect, startApp, createUser, signIn, test } from "./support/app.ts";
import { createDataset, redOfFrame, ViewerPage } from "./support/viewer.ts";
import type { TrackSketch } from "./support/viewer.ts";

const zoo: readonly TrackSketch[] = [
  { id: 0, type: "fish", keyframes: { 0: [10, 10, 60, 60], 8: [40, 10, 90, 60] } },
  { id: 1, type: "crab", keyframes: { 0: [100, 10, 160, 60] } },
  { id: 2, type: "crab", confidence: 0.25, keyframes: { 0: [200, 10, 260, 60] } },
];

const leftDock = (page: Page) => page.getByRole("complementary", { name: "Tracks and attributes" });
const rightDock = (page: Page) => page.getByRole("complementary", { name: "Context panel" });
const boxOf = async (part: ReturnType<Page["locator"]>) => {
  const box = await part.boundingBox();
  if (box === null) throw new Error("not visible");
  return box;
};

test("[V-LAYOUT-12] [V-PANEL-01, V-PANEL-05, V-PANEL-06, V-PANEL-07, V-PANEL-08] panels collapse, resize, switch, close and stay as they were; nothing jumps after loading; compact rows of 28 px are a setting", async ({
  page,
  user,
}) => {
  const late: TrackSketch = { id: 3, type: "eel", keyframes: { 1000: [10, 10, 60, 60], 1342: [10, 10, 60, 60] } };
  const id = await createDataset(user, { tracks: [...zoo, late] });
  const viewer = await new ViewerPage(page).open(id);
  expect((await boxOf(leftDock(page))).width).toBe(300);
  await page.getByRole("separator", { name: "Width of the sidebar" }).focus();
  await viewer.press("ArrowRight", "ArrowRight");
  expect((await boxOf(leftDock(page))).width).toBe(320);
  const bottom = page.getByRole("region", { name: "Timelines" });
  const openHeight = (await boxOf(bottom)).height;
  await page.getByRole("separator", { name: "Height of the timeline" }).focus();
  await viewer.press("ArrowUp");
  expect((await boxOf(bottom)).height).toBe(openHeight + 10);

  await expect(rightDock(page)).toHaveCount(0);
  const stored = () => page.evaluate(() => JSON.parse(localStorage.getItem("wakeline.settings") ?? "{}").layout?.right);
  // None is open at first; the default is the threshold panel, later the last one shown.
  expect(await stored()).toEqual({ panel: "threshold-controls", sizePx: 280, isOpen: false });
  const icon = page.getByRole("button", { name: "Threshold controls" });
  await icon.click();
  await expect(rightDock(page).getByRole("combobox", { name: "Context panel" })).toHaveValue("Threshold controls");
  expect(await stored()).toEqual({ panel: "threshold-controls", sizePx: 280, isOpen: true });
  await icon.click();
  await expect(rightDock(page)).toHaveCount(0);
  expect(await stored()).toEqual({ panel: "threshold-controls", sizePx: 280, isOpen: false });
  await icon.click();
  // Another panel replaces it, by the list and by its icon.
  const choice = rightDock(page).getByRole("combobox", { name: "Context panel" });
  await choice.click();
  await page.getByRole("option", { name: "Annotation sets" }).click();
  await expect(rightDock(page)).toHaveCount(1);
  await expect(choice).toHaveValue("Annotation sets");
  await expect(rightDock(page).getByRole("list", { name: "Annotation sets of this dataset" })).toBeVisible();
  await expect(rightDock(page).getByRole("slider")).toHaveCount(0);
  expect(await stored()).toMatchObject({ panel: "annotation-sets", isOpen: true });
  await expect(icon).toHaveAttribute("aria-pressed", "false");
  await icon.click();
  await expect(rightDock(page)).toHaveCount(1);
  await expect(choice).toHaveValue("Threshold controls");
  expect(await stored()).toMatchObject({ panel: "threshold-controls", isOpen: true });
  // From the button that opens a panel, Tab leads into it.
  await icon.focus();
  await viewer.press("Tab");
  expect(await rightDock(page).evaluate((dock) => dock.contains(document.activeElement))).toBe(true);
  await page.getByRole("separator", { name: "Width of the context panel" }).focus();
  await viewer.press("ArrowLeft");

  expect((await boxOf(viewer.row(0))).height).toBe(70);
  // Frame numbers are integers.
  const last = viewer.row(3).getByRole("button", { name: "Last frame of the track: 1342" });
  await expect(last).toHaveText("1342");
  expect(await last.evaluate(({ parentElement: range }) => range!.scrollWidth <= range!.clientWidth)).toBe(true);
  await page.getByRole("button", { name: "More" }).click();
  await page.getByRole("menuitemcheckbox", { name: "Compact rows" }).click();
  await viewer.press("Escape");
  await expect.poll(async () => (await boxOf(viewer.row(0))).height).toBe(28);
  expect((await boxOf(viewer.row(1))).y - (await boxOf(viewer.row(0))).y).toBe(28);
  // The only set of a dataset needs no badge.
  await expect(viewer.row(0).getByText("default", { exact: true })).toHaveCount(0);

  // The docks have their remembered sizes before loading ends.
  let release: () => void = () => undefined;
  let held = new Promise<void>((resolve) => (release = resolve));
  await page.route("**/api/v1/dive_annotation/track?*", async (route) => {
    await held;
    await route.continue();
  });
  await page.reload();
  const before = await boxOf(page.getByTestId("canvas-place"));
  release();
  await viewer.ready();
  expect(await boxOf(viewer.canvas)).toEqual(before);
  expect((await boxOf(leftDock(page))).width).toBe(320);
  expect((await boxOf(rightDock(page))).width).toBe(290);
  expect((await boxOf(bottom)).height).toBe(openHeight + 10);
  expect((await boxOf(viewer.row(0))).height).toBe(28);

  // In a low window, too, where the timeline begins folded.
  await page.setViewportSize({ width: 1000, height: 520 });
  held = new Promise<void>((resolve) => (release = resolve));
  await page.reload();
  const lowBefore = await boxOf(page.getByTestId("canvas-place"));
  release();
  await viewer.ready();
  expect(await boxOf(viewer.canvas)).toEqual(lowBefore);
  await page.setViewportSize({ width: 1440, height: 900 });

  // A command like any other: also in the palette.
  await viewer.press("Control+k");
  await page.getByRole("dialog", { name: "Command palette" }).getByRole("textbox").fill("compact");
  await page.keyboard.press("Enter");
  await expect.poll(async () => (await boxOf(viewer.row(0))).height).toBe(70);
  await page.getByRole("button", { name: "Close the panel" }).click();
  await expect(rightDock(page)).toHaveCount(0);
  await page.getByRole("button", { name: "Hide the sidebar" }).click();
  await expect(leftDock(page)).toHaveCount(0);
  await page.getByRole("button", { name: "Hide the timeline" }).click();
  await expect(page.getByTestId("timeline")).toHaveCount(0);
  // The border above it, the bar of 32 px, and the frame slider, which stays.
  expect((await boxOf(bottom)).height).toBe(33 + 22);
  await expect(bottom.getByRole("slider", { name: "Frame", exact: true })).toBeVisible();
  await page.getByRole("button", { name: "Show the sidebar" }).click();
  await expect(leftDock(page)).toBeVisible();
  await viewer.open(id);
  await expect(page.getByTestId("timeline")).toHaveCount(0);
  await page.getByRole("tab", { name: "Detections" }).click();
  await expect(page.getByTestId("timeline")).toBeVisible();
});

test("[V-LAYOUT-15] [V-LAYOUT-13] [V-LAYOUT-17] [V-LAYOUT-18] [V-LAYOUT-14] (titles while merging and in groups: in their own files) sidebar proportions, docks, controls above the canvas; toasts cover no control", async ({
  page,
  user,
}) => {
  const viewer = await new ViewerPage(page).open(await createDataset(user, { tracks: zoo }));
  const menu = page.getByRole("toolbar", { name: "Editor" });
  await expect(menu.getByRole("button", { name: /^Type:/ })).toHaveCount(0);
  const types = await boxOf(leftDock(page).getByRole("region", { name: "Types" }));
  const tracks = await boxOf(leftDock(page).getByRole("region", { name: "Tracks" }));
  expect(types.height / (types.height + tracks.height)).toBeCloseTo(0.45, 2);
  const sidebar = await boxOf(leftDock(page));
  expect(sidebar.y).toBe(44);
  expect(sidebar.y + sidebar.height).toBe(page.viewportSize()?.height);

  const dock = leftDock(page);
  await expect(dock.getByRole("tab")).toHaveText(["Tracks", "Attributes"]);
  await expect(dock.getByRole("list", { name: "Types" })).toBeVisible();
  await expect(dock.getByRole("list", { name: "Tracks" })).toBeVisible();
  await dock.getByRole("tab", { name: "Attributes" }).click();
  await expect(dock.getByRole("list", { name: "Tracks" })).toHaveCount(0);
  await expect(dock.getByRole("heading", { name: "Track editor" })).toBeVisible();
  await expect(dock.getByText("No track or group selected.", { exact: true })).toBeVisible();
  await expect(dock.getByText("Right click on an annotation to edit", { exact: true })).toBeVisible();
  await viewer.click(230, 30);
  await expect(dock.getByText("No track or group selected.")).toHaveCount(0);
  await expect(dock.getByText("Track 2", { exact: true })).toBeVisible();
  await expect(dock.getByRole("list", { name: "Confidence by type" }).getByRole("listitem")).toHaveText(["crab0.2500"]);

  await dock.getByRole("tab", { name: "Tracks" }).click();
  await viewer.click(130, 30);
  await expect(menu).toContainText("Track 1");
  await expect(menu.getByRole("button", { name: "Type: crab" })).toBeVisible();
  await expect(menu.getByRole("button", { name: "Keyframe here: remove it" })).toHaveAttribute("aria-pressed", "true");
  await page.getByRole("button", { name: "Hide the sidebar" }).click();
  await viewer.press("Shift+Enter");
  await menu.getByRole("combobox").fill("lobster");
  await viewer.press("Enter");
  await expect(menu.getByRole("button", { name: "Type: lobster" })).toBeVisible();

  // At the top right, covering no control of the viewer's bars.
  await page.getByRole("button", { name: "Threshold controls" }).click();
  await viewer.press("k");
  const toast = page.getByRole("alert").filter({ hasText: "The track has only this frame." });
  await expect(toast).toBeVisible();
  await page.waitForTimeout(400);
  const box = await boxOf(toast);
  const canvas = await boxOf(viewer.canvas);
  expect(box.y).toBeGreaterThanOrEqual(canvas.y);
  expect(box.x + box.width).toBeLessThanOrEqual(canvas.x + canvas.width);
  await viewer.press("Escape");
  await viewer.press("ArrowUp");
  await expect(toast).toHaveCount(0, { timeout: 1500 });
});

test("[V-LAYOUT-11] reached by Tab, and in narrow windows: lists and toolbars are one stop, docks make room, everything fits into 700 px", async ({
  page,
  user,
}) => {
  const longName = "a very long name of a type that goes on and on and on and on and on and on and on and on";
  const long: TrackSketch = { id: 3, type: longName, keyframes: { 0: [10, 180, 60, 230] } };
  const id = await createDataset(user, {
    tracks: [...zoo, long],
    name: "a dataset with a rather long name that takes its room",
  });
  const viewer = await new ViewerPage(page).open(id);
  await test.step("a long name is cut in its middle, on the picture after few letters", async () => {
    const ends = viewer.row(3).locator("[data-end]");
    await expect(ends).toHaveText(longName);
    await expect(ends).toHaveAttribute("data-end", longName.slice(-10));
    // The label is above the box, whose picture is plain.
    await expect.poll(() => viewer.redAt(14, 176)).not.toBe(redOfFrame(0));
    expect(await viewer.redAt(120, 176)).toBe(redOfFrame(0));
  });
  await test.step("Tab reaches the canvas in at most 12 stops; lists and toolbars are one stop with arrow keys", async () => {
    const place = () =>
      page.evaluate(() => {
        const { activeElement } = document;
        return { tag: activeElement?.tagName ?? "", name: activeElement?.getAttribute("aria-label") ?? "" };
      });
    const stops: string[] = [];
    for (let stop = 0; stop < 30; stop += 1) {
      await viewer.press("Tab");
      const { tag, name } = await place();
      if (tag === "CANVAS") break;
      stops.push(`${tag} ${name}`);
    }
    expect(stops.length, stops.join("\n")).toBeLessThanOrEqual(12);
    await viewer.press("Shift+Tab");
    const inMenu = (await place()).name;
    await viewer.press("ArrowRight");
    expect((await place()).name, "the next control of the editor menu").not.toBe(inMenu);
    await viewer.expectFrame(0);

    const list = page.getByRole("list", { name: "Tracks" });
    await list.getByRole("button", { name: "Track 0, fish, frames 0 to 8" }).focus();
    await viewer.press("ArrowDown");
    await expect(viewer.selectedRow).toHaveAttribute("data-track", "0");
    await viewer.press("ArrowDown");
    await expect(list.getByRole("button", { name: "Track 1, crab, frames 0 to 0" })).toBeFocused();
    await viewer.press("ArrowRight");
    await expect(viewer.row(1).getByRole("button", { name: /^Type of track 1/ })).toBeFocused();
    await viewer.press("ArrowLeft");

    const crab = page.getByRole("checkbox", { name: "Show crab" });
    await crab.focus();
    await viewer.press("ArrowDown");
    await expect(page.getByRole("checkbox", { name: "Show fish" })).toBeFocused();
    await expect(viewer.selectedRow).toHaveAttribute("data-track", "1");
    await viewer.press("Tab", "Shift+Tab");
    await expect(page.getByRole("checkbox", { name: "Show fish" })).toBeFocused();
  });
  await test.step("below 900 px the left dock is a drawer over the canvas, below 1100 px the right dock is next to the canvas alone", async () => {
    const wide = await boxOf(viewer.canvas);
    await page.getByRole("button", { name: "Threshold controls" }).click();
    expect((await boxOf(viewer.canvas)).width).toBe(wide.width - 280);
    // A long type name keeps its slider within the panel.
    const panel = await boxOf(rightDock(page));
    const slider = await boxOf(page.getByRole("slider", { name: `Confidence filter of ${longName}` }).locator("../.."));
    expect(slider.x + slider.width).toBeLessThanOrEqual(panel.x + panel.width);
    expect(slider.width).toBeGreaterThan(80);
    const content = page.getByTestId("panel-content");
    await content.evaluate((element) => (element.dataset["kept"] = ""));
    await page.setViewportSize({ width: 1099, height: 700 });
    // The whole picture is visible, and the bars above and below keep their width.
    expect((await boxOf(viewer.canvas)).width).toBe(1099 - 40 - 40 - 300 - 280);
    const editorMenu = page.getByRole("toolbar", { name: "Editor" });
    const mergeName = "Choose tracks to merge";
    // Buttons that do not fit into the bar are in its menu, and no button is cut off.
    const inBar = editorMenu.getByRole("button", { name: mergeName });
    await expect(inBar).toHaveCount(0);
    await editorMenu.getByRole("button", { name: "Other tools" }).click();
    await expect(
      page.getByRole("menuitemcheckbox", { name: mergeName }).or(page.getByRole("menuitem", { name: mergeName })),
    ).toBeVisible();
    await page.keyboard.press("Escape");
    const bar = await boxOf(editorMenu);
    for (const button of await editorMenu.getByRole("button").all()) {
      const { x, width } = await boxOf(button);
      expect(x + width).toBeLessThanOrEqual(bar.x + bar.width);
    }
    expect((await boxOf(editorMenu)).width).toBeGreaterThan(1099 - 40 - 40 - 300 - 280);
    // It is the same panel, with its state.
    await expect(content).toHaveAttribute("data-kept", "");
    const [dock, canvas] = [await boxOf(rightDock(page)), await boxOf(viewer.canvas)];
    expect([dock.y, dock.height, dock.x]).toEqual([canvas.y, canvas.height, canvas.x + canvas.width]);
    await page.setViewportSize({ width: 899, height: 700 });
    await expect(leftDock(page)).toHaveCount(0);
    expect((await boxOf(viewer.canvas)).width).toBe(899 - 40 - 40 - 280);
    await page.getByRole("button", { name: "Show the sidebar" }).click();
    await expect(leftDock(page)).toBeVisible();
    expect((await boxOf(viewer.canvas)).width).toBe(899 - 40 - 40 - 280);
    // Keys work as before while it is open.
    await viewer.press("ArrowDown");
    await expect(viewer.selectedRow).toHaveAttribute("data-track", "2");
    await leftDock(page).getByRole("button", { name: "Hide the sidebar" }).click();
    await expect(leftDock(page)).toHaveCount(0);
    await viewer.press("a");
    await expect(leftDock(page).getByRole("tab", { name: "Attributes" })).toHaveAttribute("aria-selected", "true");
    await viewer.press("a");
    await expect(leftDock(page).getByRole("tab", { name: "Tracks" })).toHaveAttribute("aria-selected", "true");
    await leftDock(page).getByRole("button", { name: "Hide the sidebar" }).click();
    await expect(leftDock(page)).toHaveCount(0);
    // Tracks chosen for merging or grouping are listed, and the drawer closes when choosing ends.
    for (const key of ["m", "g"]) {
      await viewer.press(key);
      await expect(leftDock(page).getByRole("tab", { name: "Attributes" })).toHaveAttribute("aria-selected", "true");
      await viewer.press("Escape");
      await expect(leftDock(page)).toHaveCount(0);
    }
    // Text being typed in a dialog of the dock survives a window that becomes narrow, such as a rotated tablet.
    await page.setViewportSize({ width: 1099, height: 700 });
    await page.getByRole("button", { name: "Edit fish" }).click();
    const name = page.getByRole("dialog", { name: "Type editor" }).getByRole("textbox", { name: "Name" });
    await name.fill("half a na");
    await page.setViewportSize({ width: 899, height: 700 });
    await expect(leftDock(page)).toHaveCount(0);
    await expect(name).toHaveValue("half a na");
    await page.keyboard.press("Escape");
    await expect(name).toHaveCount(0);
    await page.getByRole("button", { name: "Threshold controls" }).click();
    await expect(rightDock(page)).toHaveCount(0);
  });
  await test.step("[V-LAYOUT-11] everything fits into 700 px, and nothing gets narrower", async () => {
    const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    await page.setViewportSize({ width: 700, height: 700 });
    await viewer.draw([20, 120, 60, 160]);
    expect(await overflow()).toBe(0);
    await expect(viewer.saveButton).toBeInViewport({ ratio: 1 });
    await expect(page.getByRole("button", { name: "Hide the timeline" })).toBeInViewport({ ratio: 1 });
    // Enough of the name remains to recognize it.
    expect((await boxOf(page.getByRole("heading", { level: 1 }))).width).toBeGreaterThan(130);
    const frame = await boxOf(page.getByTestId("frame"));
    const next = await boxOf(page.getByRole("button", { name: "Locked camera" }));
    expect(frame.x + frame.width).toBeLessThanOrEqual(next.x);
    // In a low window the timeline folds, and the picture keeps more than half of the height; the rails scroll.
    await page.setViewportSize({ width: 720, height: 450 });
    await expect(page.getByTestId("timeline")).toHaveCount(0);
    expect(await page.evaluate(() => document.documentElement.scrollHeight - innerHeight)).toBe(0);
    expect((await boxOf(viewer.canvas)).height).toBeGreaterThanOrEqual(0.55 * 450);
    await page.getByRole("button", { name: "Problems", exact: true }).scrollIntoViewIfNeeded();
    await expect(page.getByRole("button", { name: "Problems", exact: true })).toBeInViewport({ ratio: 1 });
    await page.setViewportSize({ width: 600, height: 700 });
    expect(await overflow()).toBe(100);
    await viewer.save();
    await page.setViewportSize({ width: 700, height: 700 });
    await viewer.goToRevision(id, 1);
    await expect(page.getByText("Read only")).toBeInViewport({ ratio: 1 });
    expect(await overflow()).toBe(0);
  });
});

test("[V-LAYOUT-08] an alert button is there when the site has a message, and opens it", async ({ browser }) => {
  const server = await startApp();
  try {
    const user = await createUser(server);
    const id = await createDataset(user);
    const page = await (await browser.newContext({ baseURL: server.url })).newPage();
    await signIn(page, server, user.token);
    await new ViewerPage(page).open(id);
    const button = page.getByRole("button", { name: "Message of this site" });
    await expect(button).toHaveCount(0);
    await server.client.call("configuration.setBrand", { body: { alertMessage: "Maintenance on Friday." } });
    await page.reload();
    await button.click();
    await expect(page.getByRole("dialog")).toContainText("Maintenance on Friday.");
    await page.context().close();
  } finally {
    await server.close();
  }
});
