/** Drawing and editing boxes: the pointer on the canvas, modes, keyframes, interpolation, undo. */
import { expect, signIn, test } from "./support/app.ts";
import { createDataset, storedTracks, ViewerPage } from "./support/viewer.ts";

test("[V-CANVAS-01, V-CANVAS-02, V-CANVAS-03, V-KEYS-03, V-LAYOUT-04] [V-TRACK-06] [V-KEYS-04, V-MODE-01, V-DRAW-02, V-DRAW-04, V-DRAW-08, V-TRACK-02] wheel zoom, panning limits, R resets; N and a drag make a track; the label follows the mouse; undo goes to its frame; Escape leaves nothing", async ({
  page,
  user,
}) => {
  const id = await createDataset(user);
  const viewer = await new ViewerPage(page).open(id);
  const middle = await viewer.at(160, 120);
  await page.mouse.move(middle.x, middle.y);
  await expect(viewer.cursorLabel).toHaveText("160, 120");
  const fitted = (await viewer.at(161, 120)).x - middle.x;
  await page.mouse.wheel(0, -120);
  // 100 picture pixels to the right of the center, at the new scale.
  await page.mouse.move(middle.x + 100.5 * fitted * 2 ** 0.2, middle.y);
  await expect(viewer.cursorLabel).toHaveText("260, 120");
  await page.mouse.move(middle.x, middle.y);
  for (let notch = 0; notch < 60; notch += 1) await page.mouse.wheel(0, -120);
  await page.mouse.move(middle.x + 320, middle.y);
  await expect(viewer.cursorLabel).toHaveText("170, 120");
  await viewer.press("r");
  await viewer.moveTo(170, 120);
  await expect(viewer.cursorLabel).toHaveText("170, 120");

  const canvas = await viewer.canvas.boundingBox();
  if (canvas === null) throw new Error("no canvas");
  // Zoomed in twice and panned right to the limit: 0.3 of 320 pixels outside the picture.
  await page.mouse.move(middle.x, middle.y);
  for (let notch = 0; notch < 5; notch += 1) await page.mouse.wheel(0, -120);
  for (const _ of [1, 2]) {
    await page.mouse.move(canvas.x + 40, middle.y);
    await page.mouse.down();
    await page.mouse.move(canvas.x + canvas.width / 2, middle.y, { steps: 2 });
    await page.mouse.move(canvas.x + canvas.width - 40, middle.y);
    await page.mouse.up();
  }
  await page.mouse.move(canvas.x + 20, middle.y);
  await expect(viewer.cursorLabel).toHaveText(`${Math.round(-96 + 20 / (2 * fitted))}, 120`);
  await viewer.press("r");
  const [right, bottom] = [canvas.x + canvas.width, canvas.y + canvas.height];
  await page.mouse.move(right - 3, bottom - 3);
  await expect.poll(async () => (await viewer.cursorLabel.boundingBox())?.y).toBeGreaterThan(bottom - 40);
  const label = await viewer.cursorLabel.boundingBox();
  expect((label?.x ?? 0) + (label?.width ?? 0)).toBeLessThanOrEqual(right + 0.5);
  expect((label?.y ?? 0) + (label?.height ?? 0)).toBeLessThanOrEqual(bottom + 0.5);

  await viewer.press("ArrowRight", "ArrowRight", "ArrowRight");
  await viewer.draw([40, 40, 120, 100]);
  await viewer.press("Home", "Escape", "Escape", "ArrowLeft", "ArrowLeft", "ArrowLeft");
  await viewer.expectFrame(0);
  await viewer.press("Control+z");
  await viewer.expectFrame(3);
  await expect(viewer.rows).toHaveCount(0);
  await viewer.press("Control+y");
  await expect(viewer.rows).toHaveCount(1);
  await viewer.press("Control+z");
  await expect(viewer.rows).toHaveCount(0);

  await viewer.press("Escape", "Escape", "ArrowLeft", "ArrowLeft", "ArrowLeft");
  await viewer.expectFrame(0);
  await expect(viewer.mode).toHaveText("Not editing");
  await viewer.press("n");
  await viewer.moveTo(40, 40);
  await page.mouse.down();
  await viewer.moveTo(120, 120);
  await viewer.press("Escape");
  await page.mouse.up();
  await expect(viewer.mode).toHaveText("Not editing");
  await expect(viewer.rows).toHaveCount(0);
  await expect(viewer.saveButton).toHaveText("Saved");

  await viewer.press("ArrowRight", "ArrowRight", "n");
  await expect(viewer.mode).toHaveText("Creating");
  await viewer.moveTo(40, 40);
  await expect(viewer.canvas).toHaveCSS("cursor", "crosshair");
  await viewer.drag([40.4, 40.4], [120.4, 100.4]);
  await expect(viewer.mode).toHaveText("Editing");
  await expect(viewer.rows).toHaveCount(1);
  await expect(viewer.saveButton).toHaveText("1 change");

  await viewer.save();
  const [track] = await storedTracks(user, id);
  // 0 was undone; the one that was never finished used no id.
  expect(track).toMatchObject({ id: 1, begin: 2, end: 2, confidencePairs: [["unknown", 1]] });
  expect(track?.features[0]).toMatchObject({ frame: 2, keyframe: true, interpolate: true });
  const bounds = track?.features[0]?.bounds ?? [];
  expect(bounds.every(Number.isInteger)).toBe(true);
  [40, 40, 120, 100].forEach((edge, at) => expect(Math.abs((bounds[at] ?? 0) - edge)).toBeLessThanOrEqual(1));
});

test("[V-TRACK-03] [V-TRACK-05] [V-TRACK-01] [V-TRACK-02] [V-TRACK-04] how new annotations are made: frame by frame, without interpolation, as tracks, detections and groups of them, one after the other", async ({
  page,
  user,
}) => {
  const id = await createDataset(user);
  const viewer = await new ViewerPage(page).open(id);
  await test.step("[V-TRACK-03] [V-TRACK-05] with Advance frame each box is the next frame of the same track, until Escape; with Interpolate off new tracks are not interpolated", async () => {
    await viewer.withPopover("Track settings", async (popover) => {
      await popover.getByRole("switch", { name: "Advance frame" }).click();
    });
    await viewer.draw([40, 40, 120, 100]);
    await viewer.expectFrame(1);
    await expect(viewer.mode).toHaveText("Creating");
    await viewer.drag([50, 40], [130, 100]);
    await viewer.expectFrame(2);
    await viewer.press("Escape");
    await expect(viewer.mode).toHaveText("Not editing");
    await viewer.save();
    const tracks = await storedTracks(user, id);
    expect(tracks).toHaveLength(1);
    expect(tracks[0]?.features.map(({ frame }) => frame)).toEqual([0, 1]);

    await viewer.withPopover("Track settings", async (popover) => {
      await popover.getByRole("switch", { name: "Advance frame" }).click();
      await popover.getByRole("switch", { name: "Interpolate" }).click();
    });
    await viewer.press("Escape");
    await viewer.draw([140, 140, 200, 200]);
    await expect(viewer.mode).toHaveText("Editing");
    await viewer.press("End", "ArrowRight", "ArrowRight");
    await viewer.drag([160, 160], [220, 220]);
    await viewer.save();
    const still = (await storedTracks(user, id))[1];
    expect(still?.features.map(({ interpolate }) => interpolate ?? false)).toEqual([false, false]);
    await viewer.press("Escape", "Escape", "Control+g", "0", "Enter");
    await viewer.expectFrame(0);
    await viewer.withPopover("Track settings", (popover) =>
      popover.getByRole("switch", { name: "Interpolate" }).click(),
    );
  });
  await test.step("[V-TRACK-01] [V-TRACK-02] [V-TRACK-04] a track over several frames, a single detection and a group of them are drawn and stored; in Detection mode a new annotation has one frame and no interpolation; with Continuous one follows the other, until Escape", async () => {
    await viewer.draw([40, 40, 100, 100]);
    await viewer.press("ArrowRight", "ArrowRight");
    await viewer.drag([70, 70], [90, 70]);
    await viewer.press("Escape", "Escape");
    await viewer.withPopover("Track settings", async (popover) => {
      await popover.getByText("Detection", { exact: true }).click();
    });
    await viewer.draw([160, 120, 220, 180]);
    await viewer.press("Escape", "g");
    await expect(viewer.mode).toHaveText("Group edit mode");
    await viewer.click(90, 70);
    await viewer.press("Escape");
    await viewer.save();
    const tracks = (await storedTracks(user, id)).slice(2);
    expect(tracks.map(({ begin, end, features }) => [begin, end, features.length])).toEqual([
      [0, 2, 2],
      [2, 2, 1],
    ]);
    const groups = await user.client.call("annotation.groups", { folderId: id });
    expect(groups.map(({ members }) => Object.keys(members))).toEqual([["2", "3"]]);
    expect(tracks[1]?.features[0]?.interpolate ?? false).toBe(false);

    await viewer.press("Escape", "Escape");
    await viewer.withPopover("Track settings", (popover) =>
      popover.getByRole("switch", { name: "Continuous" }).click(),
    );
    await viewer.draw([40, 140, 100, 200]);
    await expect(viewer.mode).toHaveText("Creating");
    await viewer.drag([140, 140], [200, 200]);
    await expect(viewer.rows).toHaveCount(6);
    await viewer.press("Escape");
    await expect(viewer.mode).toHaveText("Not editing");
  });
});

test("[V-TRACK-11, V-TRACK-12, V-KEYS-13, V-KEYS-14, V-TRACK-07] [V-KEYS-12, V-TRACK-08, V-TRACK-09] [V-TRACK-10] interpolation and keyframes by keys", async ({
  page,
  user,
}) => {
  const id = await createDataset(user, {
    tracks: [
      { id: 1, keyframes: { 0: [20, 20, 60, 60], 6: [220, 20, 260, 60] } },
      { id: 2, keyframes: { 2: [20, 120, 60, 160] } },
    ],
  });
  // A detection that is not a keyframe, after the only keyframe.
  const [kept, other] = [0, 1].map((frame) => ({
    frame,
    bounds: [200, 120, 260, 160],
    keyframe: frame === 0,
    attributes: {},
  }));
  const track = { id: 3, begin: 0, end: 1, confidencePairs: [["fish", 1]], attributes: {}, features: [kept, other] };
  await user.client.call("annotation.save", {
    folderId: id,
    body: { tracks: { upsert: [track], delete: [] } } as never,
  });
  const viewer = await new ViewerPage(page).open(id);
  await test.step("[V-TRACK-11, V-TRACK-12, V-KEYS-13, V-KEYS-14, V-TRACK-07] boxes between keyframes lie on a line, where interpolation is on", async () => {
    await viewer.press("ArrowDown");
    await viewer.press("ArrowRight", "ArrowRight", "ArrowRight");
    await viewer.moveTo(140, 40);
    await expect(viewer.cursorLabel).toHaveText("140, 40· 1 fish");
    await viewer.moveTo(40, 40);
    await expect(viewer.cursorLabel).not.toContainText("fish");

    await viewer.press("i");
    await viewer.moveTo(140, 41);
    await expect(viewer.cursorLabel).not.toContainText("fish");
    await viewer.press("Control+i");
    await viewer.moveTo(140, 40);
    await expect(viewer.cursorLabel).toContainText("1 fish");
  });
  await test.step("[V-KEYS-12, V-TRACK-08, V-TRACK-09] [V-TRACK-10] K makes and removes keyframes, only where there is something, and never the only one", async () => {
    await viewer.press("Home", "ArrowRight", "ArrowRight", "k");
    await expect(viewer.row(1).getByRole("button", { name: "Keyframe here: remove it" })).toBeVisible();
    await viewer.press("k");
    const makeKeyframe = viewer.row(1).getByRole("button", { name: "Make this frame a keyframe" });
    await expect(makeKeyframe).toBeEnabled();

    await expect(viewer.row(2).getByRole("button", { name: "Keyframe here" })).toBeDisabled();
    await viewer.press("ArrowDown", "k");
    await expect(page.getByText("The track has only this frame.")).toBeVisible();
    for (let step = 0; step < 6; step += 1) await viewer.press("ArrowRight");
    // Its box continues after its last keyframe.
    await expect(makeKeyframe).toBeEnabled();
    await viewer.press("ArrowDown");
    await viewer.expectFrame(0);
    await expect(viewer.row(2).getByRole("button", { name: "Make this frame a keyframe" })).toBeDisabled();
    const only = "This is the only keyframe in Track 3 it cannot be removed";
    await viewer.press("k");
    await expect(page.getByText(only, { exact: true })).toBeVisible();
    // Pressing its disabled button shows the same message once, next to the button.
    await viewer.press("ArrowUp", "ArrowDown");
    await expect(page.getByText(only, { exact: true })).toHaveCount(0);
    const remove = viewer.row(3).getByRole("button", { name: "Keyframe here: remove it" });
    // A forced click does not wait until the list has scrolled there.
    await remove.scrollIntoViewIfNeeded();
    await remove.click({ force: true });
    await expect(page.getByRole("tooltip").getByRole("alert")).toHaveText(only);
    // A toast, as shown for keys, would stay longer than the message next to the button.
    await page.mouse.move(0, 0);
    await expect(page.getByRole("tooltip")).toHaveCount(0);
    expect(await page.getByText(only).count()).toBe(0);
    await viewer.save();
    expect((await storedTracks(user, id)).at(-1)?.features.map(({ keyframe }) => keyframe)).toEqual([true, false]);
  });
});

test("[V-CANVAS-04] [V-MODE-04] [V-MODE-05] clicks select, drags move, a right or double click edits, grips resize; Space held pans; filters that hide everything deselect", async ({
  page,
  user,
}) => {
  const id = await createDataset(user, { tracks: [{ id: 4, keyframes: { 0: [100, 80, 200, 160] } }] });
  const viewer = await new ViewerPage(page).open(id);
  const exact = await viewer.at(150, 120);
  const [x, y] = [Math.round(exact.x), Math.round(exact.y)];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + 5, y);
  await page.mouse.up();
  // Not a click, but a drag of what is under the pointer.
  await expect(viewer.mode).toHaveText("Editing");
  await viewer.press("Control+z", "Escape", "Escape");
  await expect(viewer.saveButton).toHaveText("Saved");
  await expect(viewer.selectedRow).toHaveCount(0);
  await viewer.press("r");
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + 4, y);
  await page.mouse.up();
  await expect(viewer.selectedRow).toHaveCount(1);
  await expect(viewer.selectedRow).toHaveAttribute("data-track", "4");
  await expect(viewer.mode).toHaveText("Not editing");

  await page.getByRole("checkbox", { name: "Show fish" }).click();
  await expect(page.getByText("All tracks are hidden by the filters.")).toBeVisible();
  await page.getByRole("checkbox", { name: "Show fish" }).click();
  await expect(viewer.rows).toHaveCount(1);
  await expect(viewer.selectedRow).toHaveCount(0);

  await viewer.press("r");
  await viewer.click(150, 120, "right");
  await expect(viewer.mode).toHaveText("Editing");
  await viewer.press("Escape");
  await expect(viewer.mode).toHaveText("Not editing");
  await expect(viewer.selectedRow).toHaveCount(1);
  await viewer.click(150, 120, "right");
  await expect(viewer.mode).toHaveText("Editing");
  await viewer.moveTo(200, 160);
  await expect(viewer.canvas).toHaveCSS("cursor", "nwse-resize");
  await viewer.moveTo(150, 120);
  await expect(viewer.canvas).toHaveCSS("cursor", "move");
  await viewer.drag([150, 120], [170, 130]);
  await viewer.drag([220, 170], [260, 200]);
  await viewer.save();
  const bounds = (await storedTracks(user, id))[0]?.features[0]?.bounds ?? [];
  [120, 90, 260, 200].forEach((edge, at) => expect(Math.abs((bounds[at] ?? 0) - edge)).toBeLessThanOrEqual(1));

  await viewer.press("Control+z");
  await expect(viewer.saveButton).toHaveText("1 change");
  await viewer.press("Control+z");
  await viewer.save();
  expect((await storedTracks(user, id))[0]?.features[0]?.bounds).toEqual([100, 80, 200, 160]);

  await viewer.press("Escape", "Escape");
  await expect(viewer.selectedRow).toHaveCount(0);
  await viewer.click(150, 120);
  await expect(viewer.canvas).toHaveCSS("cursor", "move");
  await viewer.drag([150, 120], [170, 130]);
  await expect(viewer.mode).toHaveText("Editing");
  await expect(viewer.saveButton).toHaveText("1 change");
  await viewer.press("Escape", "Escape");
  await expect(viewer.selectedRow).toHaveCount(0);
  const inside = await viewer.at(170, 130);
  await page.mouse.dblclick(inside.x, inside.y);
  await expect(viewer.mode).toHaveText("Editing");
  await viewer.save();
  const moved = (await storedTracks(user, id))[0]?.features[0]?.bounds ?? [];
  [120, 90, 220, 170].forEach((edge, at) => expect(Math.abs((moved[at] ?? 0) - edge)).toBeLessThanOrEqual(1));

  // Zoomed in, so that panning is possible.
  for (let notch = 0; notch < 5; notch += 1) await page.mouse.wheel(0, -120);
  const before = await viewer.cursorLabel.textContent();
  await page.keyboard.down(" ");
  await expect(viewer.canvas).toHaveCSS("cursor", "grab");
  await page.mouse.down();
  await page.mouse.move(inside.x - 30, inside.y - 10, { steps: 4 });
  await page.mouse.up();
  await page.keyboard.up(" ");
  await expect(viewer.cursorLabel).toHaveText(before ?? "");
  await expect(page.getByRole("button", { name: "Play", exact: true })).toBeVisible();
  await expect(viewer.saveButton).toHaveText(/^Saved/);
  await page.keyboard.press(" ");
  await expect(page.getByRole("button", { name: "Pause" })).toBeVisible();
});

test("a finger takes hold of a corner that a mouse would miss, two fingers pinch, and draw nothing; a pen hovers, and draws without pressure and next to the hand that holds it; its eraser draws nothing", async ({
  browser,
  server,
  user,
}) => {
  const id = await createDataset(user, { tracks: [{ id: 0, keyframes: { 0: [100, 80, 200, 160] } }] });
  const context = await browser.newContext({ hasTouch: true, viewport: { width: 1024, height: 768 } });
  const page = await context.newPage();
  await signIn(page, server, user.token);
  const viewer = new ViewerPage(page);
  await page.goto(`${server.url}/viewer/${id}`);
  await viewer.ready();
  const session = await context.newCDPSession(page);
  await test.step("a finger takes hold of a corner that a mouse would miss, a pen of one in between", async () => {
    await viewer.press("ArrowDown", "e");
    await expect(viewer.mode).toHaveText("Editing");
    /** Presses this many CSS pixels below and to the right of the lower right corner, and drags 30 pixels further. */
    const drag = async (pointer: "mouse" | "pen" | "touch", missPx: number) => {
      const corner = await viewer.at(200, 160);
      const from = { x: corner.x + missPx, y: corner.y + missPx };
      const to = { x: from.x + 30, y: from.y + 30 };
      if (pointer === "touch") {
        await session.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: [from] });
        await session.send("Input.dispatchTouchEvent", { type: "touchMove", touchPoints: [to] });
        await session.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
        return;
      }
      const event = { pointerType: pointer, button: "left", clickCount: 1 } as const;
      await session.send("Input.dispatchMouseEvent", { ...event, type: "mouseMoved", ...from, button: "none" });
      await session.send("Input.dispatchMouseEvent", { ...event, type: "mousePressed", ...from, buttons: 1 });
      await session.send("Input.dispatchMouseEvent", { ...event, type: "mouseMoved", ...to, buttons: 1 });
      await session.send("Input.dispatchMouseEvent", { ...event, type: "mouseReleased", ...to });
    };
    const isResized = async (): Promise<boolean> => {
      await viewer.save();
      const [track] = await storedTracks(user, id);
      return (track?.features[0]?.bounds?.[2] ?? 0) !== 200;
    };
    // A miss pans; the picture is reset for the next one.
    for (const { pointer, missPx, resizes } of [
      { pointer: "mouse", missPx: 14, resizes: false },
      { pointer: "pen", missPx: 14, resizes: false },
      { pointer: "touch", missPx: 14, resizes: true },
      { pointer: "pen", missPx: 10, resizes: true },
      { pointer: "mouse", missPx: 10, resizes: false },
    ] as const) {
      await drag(pointer, missPx);
      if (resizes) {
        expect(await isResized(), `${pointer} ${missPx}`).toBe(true);
        await viewer.press("Control+z");
        await viewer.save();
      } else {
        await expect(viewer.saveButton, `${pointer} ${missPx}`).toHaveText(/^Saved/);
      }
      await viewer.press("r");
    }
  });
  await test.step("two fingers pinch; a pen draws, its eraser does not", async () => {
    await viewer.press("Escape", "Escape", "n");
    const { x, y } = await viewer.at(160, 120);
    const touch = (type: "touchStart" | "touchMove" | "touchEnd", spread: number) =>
      session.send("Input.dispatchTouchEvent", {
        type,
        touchPoints:
          type === "touchEnd"
            ? []
            : [
                { x: x - spread, y, id: 0 },
                { x: x + spread, y, id: 1 },
              ],
      });
    await touch("touchStart", 40);
    await touch("touchMove", 60);
    await touch("touchMove", 80);
    await touch("touchEnd", 80);
    await expect(viewer.mode).toHaveText("Creating");
    await expect(viewer.rows).toHaveCount(1);
    await page.mouse.move(x, y);
    const before = await viewer.cursorLabel.textContent();
    await page.mouse.move(x + 40, y);
    const after = await viewer.cursorLabel.textContent();
    const moved = Number(after?.split(",")[0]) - Number(before?.split(",")[0]);
    const box = await viewer.canvas.boundingBox();
    const fitted = Math.min((box?.width ?? 0) / 320, (box?.height ?? 0) / 240);
    expect(Math.abs(40 / moved / fitted - 2)).toBeLessThan(0.2);

    await viewer.press("r");
    const pen = async (
      type: "mousePressed" | "mouseMoved" | "mouseReleased",
      at: readonly [number, number],
      buttons = 0,
    ) =>
      session.send("Input.dispatchMouseEvent", {
        type,
        ...(await viewer.at(...at)),
        pointerType: "pen",
        button: type === "mouseMoved" ? "none" : "left",
        buttons,
        clickCount: 1,
        force: 0,
      });
    const hand = (type: "touchStart" | "touchMove" | "touchEnd", at: number) =>
      session.send("Input.dispatchTouchEvent", {
        type,
        touchPoints: type === "touchEnd" ? [] : [{ x: x + at, y: y + at, id: 2 }],
      });
    await pen("mouseMoved", [60, 60]);
    await expect(viewer.cursorLabel).toContainText(/^60, 60/);
    // Dispatched, because Playwright has no pen eraser.
    await viewer.canvas.locator("canvas").evaluate((canvas) => {
      const box = canvas.getBoundingClientRect();
      const all = { bubbles: true, pointerType: "pen", pointerId: 1, button: 5 };
      for (const [type, at, buttons] of [
        ["pointerdown", 0.4, 32],
        ["pointermove", 0.6, 32],
        ["pointerup", 0.6, 0],
      ] as const) {
        const [clientX, clientY] = [box.left + box.width * at, box.top + box.height * at];
        canvas.dispatchEvent(new PointerEvent(type, { ...all, clientX, clientY, buttons }));
      }
    });
    await expect(viewer.mode).toHaveText("Creating");
    await pen("mousePressed", [40, 40], 1);
    await pen("mouseMoved", [80, 60], 1);
    await hand("touchStart", 60);
    await hand("touchMove", 80);
    await pen("mouseMoved", [120, 100], 1);
    await hand("touchEnd", 80);
    await pen("mouseReleased", [120, 100]);
    await expect(viewer.mode).toHaveText("Editing");
    await expect(viewer.rows).toHaveCount(2);
    await viewer.save();
    const [, track] = await storedTracks(user, id);
    [40, 40, 120, 100].forEach((edge, at) =>
      expect(Math.abs((track?.features[0]?.bounds[at] ?? 0) - edge)).toBeLessThanOrEqual(1),
    );
  });
  await context.close();
});
