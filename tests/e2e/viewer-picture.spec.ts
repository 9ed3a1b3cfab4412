/**
 * How the picture is shown, and what is drawn on it: image enhancements, the locked camera, visibility, track trails.
 */
import { decode } from "fast-png";
import type { Page } from "@playwright/test";
import { expect, test } from "./support/app.ts";
import { createDataset, ViewerPage } from "./support/viewer.ts";

const slider = (page: Page, name: string) => page.getByRole("slider", { name, exact: true });

const preferences = (page: Page) =>
  page.evaluate(() => JSON.parse(localStorage.getItem("wakeline.settings") ?? "{}").annotatorPreferences);

test("[V-ENHANCE-02] [V-ENHANCE-03] [V-PLAY-03] [V-PLAY-02] [V-PLAY-22] [V-PLAY-23] how a picture is looked at: enhanced, locked to a track, fitted", async ({
  page,
  user,
}) => {
  const tracks = [{ id: 0, keyframes: { 0: [20, 20, 60, 50], 2: [240, 180, 280, 210] } }] as const;
  const id = await createDataset(user, { frames: 3, tracks });
  const viewer = await new ViewerPage(page).open(id);
  await test.step("[V-ENHANCE-02] [V-ENHANCE-03] [V-PLAY-03] sliders enhance the picture at once, badge the button, and are remembered; Reset takes them back", async () => {
    const button = page.getByTestId("enhancements").getByRole("button");
    const badge = page.getByTestId("enhancements").locator(".mantine-Indicator-indicator");
    await expect(button).toHaveAccessibleName("Image enhancements");
    await expect(badge).toHaveCount(0);
    await button.click();
    const panel = page.getByRole("complementary", { name: "Context panel" });
    await expect(panel.getByRole("slider")).toHaveCount(4);
    const reset = panel.getByRole("button", { name: "Reset" });
    await expect(reset).toBeDisabled();
    const plain = await viewer.colorAt(160, 120);
    expect(plain).toEqual([0, 60, 90]);

    for (const [name, value] of [
      ["Brightness", "1"],
      ["Contrast", "1"],
      ["Saturation", "1"],
      ["Sharpness", "0"],
    ] as const) {
      const thumb = slider(page, name);
      await expect(thumb).toHaveAttribute("aria-valuenow", value);
      await thumb.focus();
      await viewer.press("Home");
      await expect(thumb).toHaveAttribute("aria-valuenow", "0");
      await viewer.press("ArrowRight");
      await expect(thumb).toHaveAttribute("aria-valuenow", "0.1");
      await viewer.press("End");
      await expect(thumb).toHaveAttribute("aria-valuenow", name === "Sharpness" ? "4" : "3");
      await reset.click();
      await expect(thumb).toHaveAttribute("aria-valuenow", value);
      await expect(badge).toHaveCount(0);
    }

    await slider(page, "Brightness").focus();
    await viewer.press("ArrowRight", "ArrowRight", "ArrowRight", "ArrowRight", "ArrowRight");
    await expect.poll(() => viewer.colorAt(160, 120)).toEqual([0, 90, 135]);
    await expect(badge).toBeVisible();
    await expect(button).toHaveAccessibleName("Image enhancements (modified)");
    // The next picture is enhanced too.
    await viewer.press("Tab");
    await page.getByRole("button", { name: "Next frame" }).click();
    await expect.poll(() => viewer.colorAt(160, 120)).toEqual([18, 90, 135]);
    await expect
      .poll(async () => (await user.client.call("dataset.get", { id })).imageEnhancements?.brightness)
      .toBe(1.5);

    await page.reload();
    await expect.poll(() => viewer.colorAt(160, 120)).toEqual([0, 90, 135]);
    await expect(slider(page, "Brightness")).toHaveAttribute("aria-valuenow", "1.5");
    // Also via the palette.
    await viewer.press("Control+k");
    await page.keyboard.type("reset image");
    await viewer.press("Enter");
    await expect.poll(() => viewer.colorAt(160, 120)).toEqual(plain);
    await expect(badge).toHaveCount(0);
    await expect
      .poll(async () => (await user.client.call("dataset.get", { id })).imageEnhancements)
      .toEqual({ brightness: 1, contrast: 1, saturation: 1, sharpen: 0 });
  });
  await test.step("[V-PLAY-02] [V-PLAY-22] [V-PLAY-23] the locked-camera popover and the button that resets pan and zoom", async () => {
    const bar = page.getByRole("group", { name: "Playback" });
    await expect(bar.getByRole("button", { name: "Reset zoom" })).toBeVisible();
    await viewer.withPopover("Locked camera", async (popover) => {
      const transition = popover.getByRole("slider", { name: "Transition" });
      const bounds = popover.getByRole("slider", { name: "Multiply bounds" });
      await expect(popover.getByRole("slider")).toHaveCount(0);
      await popover.getByRole("switch", { name: "Transition" }).click();
      await expect(transition).toHaveAttribute("aria-valuenow", "200");
      await transition.focus();
      await viewer.press("ArrowRight");
      await expect(transition).toHaveAttribute("aria-valuenow", "250");
      await viewer.press("End");
      await expect(transition).toHaveAttribute("aria-valuenow", "2000");
      await viewer.press("Home");
      await expect(transition).toHaveAttribute("aria-valuenow", "100");
      await popover.getByRole("switch", { name: "Multiply bounds" }).click();
      await expect(bounds).toHaveAttribute("aria-valuenow", "2");
      await bounds.focus();
      await viewer.press("ArrowRight");
      await expect(bounds).toHaveAttribute("aria-valuenow", "2.1");
      await viewer.press("End");
      await expect(bounds).toHaveAttribute("aria-valuenow", "4");
      await viewer.press("Home");
      await expect(bounds).toHaveAttribute("aria-valuenow", "1");
      await popover.getByRole("switch", { name: "Follow the selected track" }).click();
    });
    expect((await preferences(page)).lockedCamera).toEqual({ enabled: true, transition: 100, multiBounds: 1 });

    // The box fills the canvas: its left or top edge coincides with that of the canvas.
    await viewer.row(0).click();
    const canvas = await viewer.canvas.boundingBox();
    if (canvas === null) throw new Error("no canvas");
    const middle = { x: canvas.x + canvas.width / 2, y: canvas.y + canvas.height / 2 };
    const label = async () => {
      await page.mouse.move(middle.x, middle.y);
      await page.mouse.move(middle.x + 1, middle.y);
      return viewer.cursorLabel.textContent();
    };
    await expect.poll(label).toContain("40, 35");
    await page.keyboard.press("Control+g");
    await page.keyboard.type("2");
    await viewer.press("Enter");
    await expect.poll(label).toContain("260, 195");
    await bar.getByRole("button", { name: "Reset zoom" }).click();
    await expect.poll(label).toContain("160, 120");
  });
});

test("[V-CANVAS-05] [V-CANVAS-06] [V-CANVAS-08] toggles take rectangles, polygons, lines, texts and the tooltip off the picture, and put tails of tracks on it", async ({
  page,
  user,
}) => {
  const tracks = [{ id: 0, keyframes: { 0: [20, 100, 60, 140], 8: [220, 100, 260, 140] } }] as const;
  await page.setViewportSize({ width: 1600, height: 800 });
  const id = await createDataset(user, { frames: 9, tracks });
  const shape = (type: string, coordinates: unknown) => ({
    type: "Feature",
    properties: { key: "" },
    geometry: { type, coordinates },
  });
  const corners = [
    [230, 30],
    [290, 30],
    [290, 70],
    [230, 70],
  ];
  const outline = shape("Polygon", [[...corners, corners[0]]]);
  const line = shape("LineString", [
    [250, 50],
    [270, 50],
  ]);
  const crab = {
    id: 1,
    begin: 0,
    end: 0,
    confidencePairs: [["crab", 1]],
    attributes: {},
    features: [
      {
        frame: 0,
        bounds: [220, 20, 300, 80],
        keyframe: true,
        attributes: {},
        geometry: { type: "FeatureCollection", features: [outline, line] },
      },
    ],
  };
  await user.client.call("annotation.save", {
    folderId: id,
    body: { tracks: { upsert: [crab], delete: [] } } as never,
  });
  // Wide enough for the toggles to be in the bar; in a narrower window a single button contains them.
  await page.setViewportSize({ width: 2200, height: 900 });
  const viewer = await new ViewerPage(page).open(id);
  const menu = page.getByRole("toolbar", { name: "Editor" });
  const toggle = (name: string) => menu.getByRole("button", { name, exact: true });
  const names = ["rectangles", "polygons", "lines and points", "texts", "the tooltip at the pointer"];
  for (const name of names) await expect(toggle(`Show ${name}`)).toHaveAttribute("aria-pressed", "true");
  const tails = toggle("Show track tails");
  await expect(tails).toHaveAttribute("aria-pressed", "false");

  const plain = [0, 60, 90];
  const edge = () => viewer.colorAt(20, 120);
  await expect.poll(edge).not.toEqual(plain);
  await toggle("Show rectangles").click();
  await expect.poll(edge).toEqual(plain);
  await toggle("Show rectangles").click();
  await expect.poll(edge).not.toEqual(plain);
  await viewer.moveTo(20, 120);
  await expect(viewer.cursorLabel).toContainText("fish");
  await toggle("Show the tooltip at the pointer").click();
  await viewer.moveTo(20, 120);
  await expect(viewer.cursorLabel).toHaveText("20, 120");
  /** Above the box of the crab, where its name is drawn. */
  const namePixels = async () => {
    const [from, to] = [await viewer.at(221, 13), await viewer.at(241, 18)];
    const clip = { x: from.x, y: from.y, width: to.x - from.x, height: to.y - from.y };
    const { data, channels } = decode(await page.screenshot({ clip }));
    return data.filter((value, at) => at % channels < 3 && value !== plain[at % channels]).length;
  };
  const drawn = {
    polygons: async () => `${await viewer.colorAt(230, 50)}` !== `${plain}`,
    "lines and points": async () => `${await viewer.colorAt(260, 50)}` !== `${plain}`,
    texts: async () => (await namePixels()) > 0,
  };
  const isDrawn = async () => [await drawn.polygons(), await drawn["lines and points"](), await drawn.texts()];
  await expect.poll(isDrawn).toEqual([true, true, true]);
  for (const [name, left] of [
    ["polygons", [false, true, true]],
    ["lines and points", [false, false, true]],
    ["texts", [false, false, false]],
  ] as const) {
    await toggle(`Show ${name}`).click();
    await page.mouse.move(5, 5);
    await expect.poll(isDrawn).toEqual(left);
  }
  expect((await preferences(page)).visible).toEqual({
    rectangle: true,
    polygon: false,
    lineString: false,
    text: false,
    tooltip: false,
    trackTails: false,
    ghosts: true,
  });

  // At frame 0 the trail extends 10 frames ahead, through the centers of the boxes.
  const ahead = () => viewer.colorAt(150, 120);
  await expect.poll(ahead).toEqual(plain);
  await tails.click();
  await expect.poll(ahead).not.toEqual(plain);
  await viewer.withPopover("Track tails", async (popover) => {
    const before = popover.getByRole("slider", { name: "Frames before" });
    const after = popover.getByRole("slider", { name: "Frames after" });
    await expect(before).toHaveAttribute("aria-valuenow", "20");
    await expect(after).toHaveAttribute("aria-valuenow", "10");
    for (const each of [before, after]) {
      await expect(each).toHaveAttribute("aria-valuemin", "0");
      await expect(each).toHaveAttribute("aria-valuemax", "100");
      await each.focus();
      await viewer.press("End");
      await expect(each).toHaveAttribute("aria-valuenow", "100");
      await viewer.press("Home");
      await expect(each).toHaveAttribute("aria-valuenow", "0");
    }
  });
  await expect.poll(ahead).toEqual(plain);
  await page.reload();
  await viewer.ready();
  await expect(tails).toHaveAttribute("aria-pressed", "true");
  expect((await preferences(page)).trackTails).toEqual({ before: 0, after: 0 });
});
