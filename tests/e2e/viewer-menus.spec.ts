/** Context menus of the canvas and of track rows, and tooltips. */
import type { Page } from "@playwright/test";
import { decode } from "fast-png";
import "../support/english.ts";
import { t } from "../../web/base/texts/index.ts";
import { commands } from "../../web/commands/registry.ts";
import { expect, test } from "./support/app.ts";
import { createDataset, storedTracks, ViewerPage, type TrackSketch } from "./support/viewer.ts";

const fish = { id: 4, keyframes: { 0: [100, 80, 200, 160] } } as const;

test("context menus of the canvas and of rows run the commands of the registry, by mouse and by keyboard", async ({
  page,
  user,
}) => {
  const id = await createDataset(user, { tracks: [fish, { id: 7, type: "crab", keyframes: { 3: [20, 20, 60, 60] } }] });
  const viewer = await new ViewerPage(page).open(id);
  const menu = page.getByRole("menu");
  const item = (name: string) => menu.getByRole("menuitem", { name });

  // On the picture: actions that need no track. Their names are those of the palette.
  await viewer.click(290, 220, "right");
  await expect(item(t(commands["view.zoomIn"].label))).toBeVisible();
  await expect(item(t(commands["edit.undo"].label))).toBeDisabled();
  await expect(item(t(commands["track.delete"].label))).toHaveCount(0);
  await item(t(commands["track.create"].label)).click();
  await expect(menu).toHaveCount(0);
  await expect(viewer.mode).toHaveText("Creating");
  await viewer.press("Escape");

  // On an object the right button edits, as always.
  await viewer.click(150, 120, "right");
  await expect(viewer.mode).toHaveText("Editing");
  await expect(menu).toHaveCount(0);
  await viewer.press("Escape");

  // Keys in the menu do not reach the viewer: Down moves through the items.
  await viewer.canvas.locator("canvas").focus();
  await viewer.press("Shift+F10");
  await expect(item(t(commands["track.toggleEdit"].label))).toBeVisible();
  await viewer.press("ArrowDown", "Escape");
  await expect(menu).toHaveCount(0);
  await expect(viewer.selectedRow).toHaveAttribute("data-track", "4");
  await expect(viewer.canvas.locator("canvas")).toBeFocused();
  await viewer.press("ContextMenu");
  await expect(item("Delete the selected track")).toBeVisible();
  await viewer.press("Escape", "Control+a", "ContextMenu");
  await expect(item("Delete the 2 selected tracks")).toBeVisible();
  await expect(item("Change the type of the 2 selected tracks")).toBeVisible();
  await viewer.press("Escape");

  // On a row: actions on its track, which is selected and shown first.
  await viewer.row(7).click({ button: "right", position: { x: 60, y: 12 } });
  await expect(viewer.selectedRow).toHaveAttribute("data-track", "7");
  await viewer.expectFrame(3);
  await expect(item(t(commands["track.seekEnd"].label))).toBeVisible();
  await viewer.press("Escape");
  await expect(menu).toHaveCount(0);
  await expect(viewer.row(7).locator("[data-main]")).toBeFocused();
  await viewer.press("Shift+F10");
  await item(t(commands["track.delete"].label)).click();
  // The question names the type, not only a number.
  await expect(viewer.dialog).toContainText("7 (crab)");
  await viewer.dialog.getByRole("button", { name: "Delete" }).click();
  await expect(viewer.rows).toHaveCount(1);
  await viewer.save();
  expect((await storedTracks(user, id)).map((track) => track.id)).toEqual([4]);
});

test("[V-LAYOUT-16] tooltips appear after 600 ms; one that says why a button does nothing appears at once and stays 2 s", async ({
  page,
  user,
}) => {
  const viewer = await new ViewerPage(page).open(await createDataset(user, { tracks: [fish] }));
  // Only one kind of tooltip: none of the browser's own.
  expect(await page.locator("[title]").evaluateAll((all) => all.map(({ outerHTML }) => outerHTML))).toEqual([]);

  const tip = page.getByRole("tooltip");
  await page.clock.install();
  const undo = page.getByRole("button", { name: t(commands["edit.undo"].label), exact: true });
  await stopClock(page);
  await undo.dispatchEvent("click");
  let ms = 0;
  await expect(async () => {
    await page.clock.runFor(10);
    ms += 10;
    await expect(tip).toContainText(t("refusals.nothingToUndo"), { timeout: 200 });
  }).toPass();
  await page.clock.runFor(1950 - ms);
  await expect(tip).toHaveCount(1);
  await page.clock.resume();
  await expect(tip).toHaveCount(0);

  // The code of tooltips is loaded by now, so that one that came too early would be seen.
  await stopClock(page);
  await viewer.row(4).getByRole("button", { name: "Edit", exact: true }).hover();
  await page.clock.runFor(599);
  await expect(tip).toHaveCount(0);
  await page.clock.runFor(1);
  await page.clock.resume();
  await expect(tip).toContainText("Edit");
  await viewer.moveTo(20, 20);
  await expect(tip).toHaveCount(0);
});

/** Stops the clock of the page: on a busy machine, moving the pointer takes longer than a tooltip. */
async function stopClock(page: Page): Promise<void> {
  // The clock can only be set forward.
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 10_000);
}

test("the list says how many of all tracks a filter leaves; a toast covers no menu; the picture is whole below a menu, pipelines of one name differ, panels have a word, and drawing hides nothing", async ({
  page,
  user,
}) => {
  const tracks: TrackSketch[] = Array.from({ length: 25 }, (_, at) => ({
    id: at,
    type: at < 22 ? "fish" : "crab",
    keyframes: { 0: [10 + at * 10, 20, 18 + at * 10, 40] },
  }));
  const viewer = await new ViewerPage(page).open(await createDataset(user, { tracks }));
  const usual = page.viewportSize() ?? { width: 0, height: 0 };

  await test.step("the header of the list says how many of all tracks a filter leaves", async () => {
    const header = page.getByRole("toolbar", { name: "Track tools" });
    await expect(header).toContainText("Tracks (25)");
    await expect(header).not.toContainText("of 25");
    await page.getByRole("checkbox", { name: "Show crab" }).uncheck();
    await expect(header).toContainText("Tracks (22)");
    await expect(header).toContainText("of 25");
    await expect(viewer.row(0)).toBeVisible();
  });

  await test.step("a toast does not cover a menu", async () => {
    await page.setViewportSize({ width: 1024, height: 768 });
    await viewer.press("x");
    await expect(page.getByText(t("refusals.nothingSelected"))).toBeVisible();
    await page.getByRole("button", { name: "Export", exact: true }).click();
    // Their far ends, where the toast is; not pressed, only hit-tested.
    for (const name of ["VIAME CSV", "DIVE JSON", "COCO"]) {
      const item = page.getByRole("menuitem", { name, exact: true });
      const { width, height } = (await item.boundingBox())!;
      await item.click({ trial: true, position: { x: width - 4, y: height / 2 }, timeout: 3000 });
    }
    await viewer.press("Escape");
    await page.setViewportSize(usual);
  });

  await test.step("the picture is drawn below a menu that scrolls; its entries have different names", async () => {
    await page.getByRole("button", { name: "Run pipeline" }).click();
    const menu = page.getByRole("menu", { name: "Run pipeline" });
    for (const name of [/^motion \(Detector\)/, /^motion \(Tracker\)/])
      await expect(menu.getByRole("menuitem", { name })).toBeVisible();
    const box = await menu.boundingBox();
    expect(await menu.evaluate((element) => element.scrollHeight > element.clientHeight)).toBe(true);
    const clip = { x: (box?.x ?? 0) + 60, y: (box?.y ?? 0) + (box?.height ?? 0) + 60, width: 1, height: 1 };
    const { data } = decode(await page.screenshot({ clip }));
    expect([data[1], data[2]]).toEqual([60, 90]);
    await viewer.press("Escape");
  });

  await test.step("panels have a word below their icon, and the bar above the picture keeps its buttons", async () => {
    await page.setViewportSize({ ...usual, width: 1480 });
    const rail = page.getByRole("toolbar", { name: "Context panels" });
    for (const word of ["Threshold", "Compare", "Revision", "Jobs"]) {
      const text = rail.getByText(word, { exact: true }).filter({ visible: true });
      await expect(text).toHaveCount(1);
      expect(await text.evaluate((element) => element.scrollWidth <= element.clientWidth)).toBe(true);
    }
    const bar = page.getByRole("toolbar", { name: "Editor" });
    for (const name of ["Split the track here", "Undo"]) await expect(bar.getByRole("button", { name })).toBeVisible();
    await page.setViewportSize(usual);
  });

  await test.step("while a box is drawn, the label of the pointer waits in a corner", async () => {
    // Again until the picture has the size of the window before.
    await expect(async () => {
      await viewer.moveTo(60, 60);
      await expect(viewer.cursorLabel).toHaveText("60, 60", { timeout: 1000 });
    }).toPass({ timeout: 20_000 });
    const away = async (x: number, y: number) => {
      const [label, point] = [await viewer.cursorLabel.boundingBox(), await viewer.at(x, y)];
      return Math.hypot((label?.x ?? 0) - point.x, (label?.y ?? 0) - point.y);
    };
    expect(await away(60, 60)).toBeLessThan(40);
    await viewer.press("n");
    await page.mouse.down();
    await viewer.moveTo(160, 100);
    await expect(viewer.cursorLabel).toHaveText("160, 100");
    expect(await away(160, 100)).toBeGreaterThan(150);
    await page.mouse.up();
    await viewer.press("Escape");
    await viewer.moveTo(100, 80);
    await expect.poll(() => away(100, 80)).toBeLessThan(40);
  });
});
