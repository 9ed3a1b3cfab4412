/** Polygons, lines and rotated boxes in the browser: drawn, seen, saved, reloaded, undone. */
import type { Page } from "@playwright/test";
import { expect, signIn, test } from "./support/app.ts";
import { createDataset, storedTracks, ViewerPage } from "./support/viewer.ts";

type At = readonly [x: number, y: number];

/** A click lands on a whole pixel, possibly the neighboring one. */
function expectNear(points: readonly (readonly number[])[] | undefined, expected: readonly At[]): void {
  expect(points).toHaveLength(expected.length);
  for (const [index, [x, y]] of expected.entries()) {
    expect(Math.abs((points?.[index]?.[0] ?? NaN) - x), `x of point ${index}`).toBeLessThanOrEqual(1);
    expect(Math.abs((points?.[index]?.[1] ?? NaN) - y), `y of point ${index}`).toBeLessThanOrEqual(1);
  }
}

async function clicks(viewer: ViewerPage, points: readonly At[]): Promise<void> {
  for (const [x, y] of points) await viewer.click(x, y);
}

interface Feature {
  readonly properties: { readonly key: string; readonly rotation?: unknown };
  readonly geometry: { readonly type: string; readonly coordinates: unknown };
}

/** Wide enough for all buttons of the editor menu: in a narrower window the less common ones are in its menu. */
test.use({ viewport: { width: 1920, height: 900 } });

const tool = (page: Page, name: string) => page.getByRole("toolbar", { name: "Editor" }).getByRole("button", { name });

test("[V-KEYS-20] [V-DRAW-01] [V-DRAW-03] [V-DRAW-05] polygons and boxes are drawn by keys and by the mouse", async ({
  page,
  user,
}) => {
  const id = await createDataset(user);
  const viewer = await new ViewerPage(page).open(id);
  await test.step("a polygon and a box are drawn, moved and saved by keys alone, and are in the file what the mouse draws", async () => {
    await viewer.canvas.locator("canvas").focus();
    const places = () =>
      page
        .getByRole("toolbar", { name: "Editor" })
        .getByRole("button")
        .evaluateAll((all) => all.map((one) => `${one.ariaLabel} ${one.getBoundingClientRect().x}`));
    const placesBefore = await places();
    await viewer.press("2");
    await expect(viewer.mode).toHaveText("Creating");
    expect(await places(), "no button moves when a tool is picked").toEqual(placesBefore);
    // The crosshair starts in the middle, at 160, 120.
    await viewer.press("Alt+Shift+ArrowLeft", "Alt+Shift+ArrowUp", "Enter");
    await viewer.press(...Array.from({ length: 4 }, () => "Alt+Shift+ArrowRight"), "Enter");
    await viewer.press(...Array.from({ length: 3 }, () => "Alt+Shift+ArrowDown"), "Alt+ArrowLeft", "Enter", "Enter");
    await expect(viewer.mode).toHaveText("Editing");
    await expect(viewer.rows).toHaveCount(1);
    await viewer.press("Alt+ArrowDown", ".", "Alt+Shift+ArrowLeft");
    await viewer.save();
    expect(page.url()).toContain(`/viewer/${id}`);
    const [track] = await storedTracks(user, id);
    const { features } = (
      track?.features[0] as unknown as { readonly geometry: { readonly features: readonly Feature[] } }
    ).geometry;
    expect(features[0]?.geometry.coordinates).toEqual([
      [
        [140, 111],
        [190, 111],
        [189, 141],
        [140, 111],
      ],
    ]);
    expect(track?.features[0]?.bounds).toEqual([140, 111, 190, 141]);

    // A box as well; then both again with the mouse: except for the ids, the result is the same. The crosshair keeps
    // its position.
    await viewer.press("Escape", "Escape", "1", "Alt+Shift+ArrowDown", "Enter");
    await viewer.press(
      "Alt+Shift+ArrowRight",
      "Alt+Shift+ArrowDown",
      "Enter",
      "Alt+ArrowLeft",
      "Control+Shift+ArrowRight",
    );
    await expect(viewer.rows).toHaveCount(2);
    const mouse = async (...path: readonly At[]) => {
      for (const [index, at] of path.entries()) {
        const { x, y } = await viewer.at(...at);
        await page.mouse.move(Math.round(x), Math.round(y));
        if (index === 0) await page.mouse.down();
      }
      await page.mouse.up();
    };
    await viewer.press("Escape", "Escape", "2");
    await mouse([150, 111]);
    await mouse([190, 111]);
    await mouse([189, 141]);
    await viewer.press("Enter");
    await expect(viewer.mode).toHaveText("Editing");
    await mouse([150, 111], [140, 111]);
    await viewer.press("Escape", "Escape", "1");
    await mouse([188, 150], [208, 160]);
    await viewer.save();
    const [polygon, box, ...byMouse] = (await storedTracks(user, id)).map(({ id: _, ...rest }) => rest);
    expect(box?.features[0]?.bounds).toEqual([188, 150, 208, 160]);
    expect(byMouse).toEqual([polygon, box]);
  });
  await test.step("[V-KEYS-20] [V-DRAW-01] [V-DRAW-03] [V-DRAW-05] a polygon is drawn, seen, saved, read again, changed and undone", async () => {
    await viewer.press("Escape", "Escape");
    await expect(viewer.mode, "drawing is disabled").toHaveText("Not editing");
    await viewer.press("n", "2");
    await expect(viewer.mode, "creation").toHaveText("Creating");
    await expect(tool(page, "Edit polygons")).toHaveAttribute("aria-pressed", "true");
    const outline: readonly At[] = [
      [40, 40],
      [120, 40],
      [120, 120],
      [40, 120],
    ];
    await clicks(viewer, [...outline, outline[0]!]);
    await expect(viewer.mode, "editing").toHaveText("Editing");
    await expect(viewer.rows).toHaveCount(5);
    for (const [x, y, cursor] of [
      [120, 120, "grab"],
      [80, 40, "copy"],
      [80, 80, "move"],
    ] as const) {
      await viewer.moveTo(x, y);
      await expect(viewer.canvas).toHaveCSS("cursor", cursor);
    }
    const before = await viewer.colorAt(40, 80);
    expect(before[0] - (await viewer.redAt(20, 80)), "its left edge is seen").not.toBe(0);
    await viewer.save();

    const track = (await storedTracks(user, id)).at(-1);
    const feature = track?.features[0] as unknown as { readonly geometry: { readonly features: readonly Feature[] } };
    const [polygon] = feature.geometry.features;
    expect(polygon).toMatchObject({ properties: { key: "" }, geometry: { type: "Polygon" } });
    expectNear((polygon?.geometry.coordinates as At[][])[0], [...outline, outline[0]!]);
    expectNear([track?.features[0]?.bounds.slice(0, 2) ?? []], [[40, 40]]);

    await page.reload();
    // The polygon covers the point that `ready` checks.
    await expect(page.locator("main[aria-busy]")).toHaveCount(0);
    await expect(viewer.rows.first()).toBeVisible();
    await viewer.click(80, 80);
    await viewer.press("2");
    await expect(viewer.mode, "what is stored is loaded: editing").toHaveText("Editing");
    await viewer.drag([120, 120], [160, 160]);
    await expect(viewer.saveButton).toHaveText("1 change");
    await expect(page.getByTestId("said"), "it is said which shape, and what of it").toContainText(
      "Move a point, track",
    );
    await viewer.press("Control+z");
    await expect(viewer.saveButton).toHaveText("Saved");

    await viewer.press("3");
    await expect(tool(page, "Edit the line between head and tail")).toHaveAttribute("aria-pressed", "true");
    await expect(viewer.mode, "there is none yet: creation").toHaveText("Creating");
    await viewer.press("4");
    await expect(
      page.getByRole("toolbar", { name: "Tools" }).getByRole("button", { name: "Edit lines" }),
    ).toHaveAttribute("aria-pressed", "true");
    await viewer.press("Escape");
    await expect(viewer.mode).toHaveText("Not editing");
  });
});

test("[V-MODE-03] [V-DRAW-09] [V-DRAW-07] [V-DRAW-06] [V-DRAW-10] [V-KEYS-21] [V-KEYS-22] what is there is turned, and edited by the buttons of the editor and by keys", async ({
  page,
  user,
}) => {
  const id = await createDataset(user, {
    tracks: [
      { id: 1, keyframes: { 1: [40, 40, 120, 120] } },
      { id: 2, keyframes: { 0: [100, 80, 180, 160] } },
    ],
  });
  const viewer = await new ViewerPage(page).open(id);
  await test.step("a rotated box is stored with its rotation, and is one again after a reload", async () => {
    await viewer.click(140, 120);
    await viewer.press("1");
    const [middle, top] = [await viewer.at(140, 120), await viewer.at(140, 80)];
    const reach = middle.y - top.y + 24;
    await page.mouse.move(middle.x, middle.y - reach);
    await expect(viewer.canvas).toHaveCSS("cursor", "grab");
    await page.mouse.down();
    await page.keyboard.down("Shift");
    await page.mouse.move(middle.x + reach * 0.72, middle.y - reach * 0.7, { steps: 3 });
    await page.mouse.up();
    await page.keyboard.up("Shift");
    await viewer.save();
    const [, track] = await storedTracks(user, id);
    const detection = track?.features[0] as unknown as {
      readonly bounds: readonly number[];
      readonly geometry: { readonly features: readonly Feature[] };
    };
    // With Shift in steps of 15 degrees.
    expect(Number(detection.geometry.features[0]?.properties.rotation)).toBeCloseTo(Math.PI / 4, 6);
    [83, 63, 197, 177].forEach((edge, at) =>
      expect(Math.abs((detection.bounds[at] ?? 0) - edge)).toBeLessThanOrEqual(1),
    );

    await page.reload();
    await viewer.ready();
    await viewer.click(140, 120);
    await viewer.press("1");
    await expect(viewer.mode).toHaveText("Editing");
    // Its upper corner has a handle, the corner of its bounds has none.
    await viewer.moveTo(140, 63);
    await expect(viewer.canvas).toHaveCSS("cursor", "ns-resize");
    await viewer.moveTo(85, 65);
    await expect(viewer.canvas).not.toHaveCSS("cursor", /resize/);
  });
  await test.step("[V-MODE-03] [V-DRAW-09] [V-DRAW-07] [V-DRAW-06] [V-DRAW-10] [V-KEYS-21] [V-KEYS-22] the editor toolbar has edit buttons and delete controls; a point is selected and let go by a click; T sets the tail first, H the head", async () => {
    await viewer.press("Escape", "Escape", "ArrowRight");
    await viewer.expectFrame(1);
    const deletePoint = tool(page, "Delete the selected point");
    const deleteShape = tool(page, "Delete the polygon, line or hole");
    const isOff = (button: typeof deletePoint) => expect(button).toHaveAttribute("aria-disabled", "true");
    const isOn = (button: typeof deletePoint) => expect(button).toHaveAttribute("aria-disabled", "false");
    // Nothing is selected or being edited.
    await isOff(deletePoint);
    await viewer.click(80, 80);
    await tool(page, "Edit the rectangle").click();
    await expect(viewer.mode).toHaveText("Editing");
    await isOff(deletePoint);
    await isOff(deleteShape);
    await tool(page, "Edit polygons").click();
    await expect(viewer.mode).toHaveText("Creating");
    await clicks(viewer, [
      [60, 60],
      [160, 60],
      [160, 160],
      [60, 160],
    ]);
    await tool(page, "Set a corner, or finish the shape").click();
    await expect(viewer.mode).toHaveText("Editing");
    await isOff(deletePoint);
    await viewer.click(160, 160);
    await isOn(deletePoint);
    await viewer.click(160, 160);
    await isOff(deletePoint);
    await viewer.click(160, 160);
    await isOn(deletePoint);
    await deletePoint.click();
    await expect(viewer.saveButton).toHaveText("1 change");
    // A polygon keeps at least three points.
    await viewer.click(160, 60);
    await isOff(deletePoint);
    await isOn(deleteShape);
    await deleteShape.click();
    await expect(viewer.mode).toHaveText("Creating");
    await tool(page, "Edit the line between head and tail").click();
    const stored = async () => {
      await viewer.save();
      const [track] = await storedTracks(user, id);
      return (track?.features[0] as unknown as { readonly geometry: { readonly features: readonly Feature[] } })
        .geometry.features;
    };
    for (const [key, head] of [
      ["t", [160, 60]],
      ["h", [60, 60]],
    ] as const) {
      await viewer.press(key);
      await expect(viewer.mode).toHaveText("Creating");
      await viewer.click(60, 60);
      await expect(viewer.mode, "one point").toHaveText("Creating");
      await viewer.click(160, 60);
      await expect(viewer.mode, "two points").toHaveText("Editing");
      const point = (await stored()).find(({ properties }) => properties.key === "head");
      expectNear([point?.geometry.coordinates as At], [head]);
      await isOn(deleteShape);
      if (key === "t") await deleteShape.click();
    }
    await expect(tool(page, "Delete the selected track")).toBeVisible();
    const features = await stored();
    expect(features.map(({ properties, geometry }) => [properties.key, geometry.type])).toEqual([
      ["HeadTails", "LineString"],
      ["head", "Point"],
      ["tail", "Point"],
    ]);
  });
});

test("a finger draws, traces and taps a polygon; another one pans and zooms in between and loses nothing", async ({
  browser,
  server,
  user,
}) => {
  const id = await createDataset(user);
  const context = await browser.newContext({ hasTouch: true, viewport: { width: 1024, height: 768 } });
  const page = await context.newPage();
  await signIn(page, server, user.token);
  const viewer = await new ViewerPage(page).open(id);
  const session = await context.newCDPSession(page);
  const touch = (type: "touchStart" | "touchMove" | "touchEnd", ...points: readonly At[]) =>
    session.send("Input.dispatchTouchEvent", { type, touchPoints: points.map(([x, y], at) => ({ x, y, id: at })) });
  const on = async (x: number, y: number): Promise<At> => {
    const point = await viewer.at(x, y);
    return [point.x, point.y];
  };
  const swipe = async (points: readonly At[]) => {
    const [first, ...others] = await Promise.all(points.map((at) => on(...at)));
    await touch("touchStart", first!);
    for (const at of others) await touch("touchMove", at);
    await touch("touchEnd");
  };

  await page
    .getByRole("button", { name: "Track", exact: true })
    .or(page.getByRole("button", { name: "New track" }))
    .first()
    .tap();
  await expect(viewer.mode).toHaveText("Creating");
  await swipe([
    [40, 40],
    [80, 70],
    [120, 100],
  ]);
  await expect(viewer.rows).toHaveCount(1);
  await viewer.press("Escape", "Escape");

  await page.getByRole("toolbar", { name: "Tools" }).getByRole("button", { name: "Edit polygons" }).tap();
  await swipe([
    [160, 60],
    [200, 60],
    [240, 60],
  ]);
  await swipe([[240, 140]]);
  // Two fingers: zoom in by half, and back. Placed points are kept.
  const [left, right] = [await on(140, 120), await on(180, 120)];
  const wider = (by: number): readonly At[] => [
    [left[0] - by, left[1]],
    [right[0] + by, right[1]],
  ];
  await touch("touchStart", left, right);
  await touch("touchMove", ...wider(40));
  await touch("touchEnd");
  await page.keyboard.press("r");
  await swipe([[160, 140]]);
  await swipe([[160, 60]]);
  await expect(viewer.mode).toHaveText("Editing");
  await expect(viewer.rows).toHaveCount(2);
  // One finger on the plain picture pans while nothing is being drawn.
  await viewer.press("Escape", "Escape");
  await viewer.save();

  const [box, polygon] = await storedTracks(user, id);
  [40, 40, 120, 100].forEach((edge, at) =>
    expect(Math.abs((box?.features[0]?.bounds[at] ?? 0) - edge)).toBeLessThanOrEqual(1),
  );
  [160, 60, 240, 140].forEach((edge, at) =>
    expect(Math.abs((polygon?.features[0]?.bounds[at] ?? 0) - edge)).toBeLessThanOrEqual(1),
  );
  const { features } = (
    polygon?.features[0] as unknown as { readonly geometry: { readonly features: readonly Feature[] } }
  ).geometry;
  expectNear((features[0]?.geometry.coordinates as At[][])[0], [
    [160, 60],
    [200, 60],
    [240, 60],
    [240, 140],
    [160, 140],
    [160, 60],
  ]);

  // Zoomed in with two fingers, one finger pans.
  await touch("touchStart", left, right);
  await touch("touchMove", ...wider(80));
  await touch("touchEnd");
  const readout = async (): Promise<number> => {
    await page.mouse.move(left[0], left[1]);
    return Number((await viewer.cursorLabel.textContent())?.split(",")[0]);
  };
  const before = await readout();
  await touch("touchStart", left);
  await touch("touchMove", [left[0] + 40, left[1]]);
  await touch("touchMove", [left[0] + 60, left[1]]);
  await touch("touchEnd");
  expect(await readout(), "the picture went to the right").toBeLessThan(before);
  await context.close();
});
