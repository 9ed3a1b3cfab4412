/** The type list, the track list, the confidence filter and the settings. */
import type { Locator } from "@playwright/test";
import { expect, test } from "./support/app.ts";
import { createDataset, storedTracks, ViewerPage } from "./support/viewer.ts";
import type { TrackSketch } from "./support/viewer.ts";

const zoo: readonly TrackSketch[] = [
  { id: 0, type: "fish", keyframes: { 0: [10, 10, 60, 60], 8: [40, 10, 90, 60] } },
  { id: 1, type: "crab", keyframes: { 0: [100, 10, 160, 60] } },
  { id: 2, type: "crab", keyframes: { 0: [200, 10, 260, 60] } },
  { id: 3, type: "eel", confidence: 0.3456, keyframes: { 4: [10, 120, 60, 160] } },
];

test("[V-TRACKLIST-01, V-TRACKLIST-02, V-TRACKLIST-03, V-TRACKLIST-06, V-TRACKLIST-11] [V-TYPELIST-01, V-TYPELIST-14] [V-CONF-01, V-CONF-03, V-CONF-05] [V-CONF-04, the throttling] lists of tracks and types: header, tools, row heights, orders, hiding from the picture; the confidence filter; the guide", async ({
  page,
  user,
}) => {
  const id = await createDataset(user, { tracks: zoo });
  const viewer = await new ViewerPage(page).open(id);
  await expect(page.getByRole("heading", { name: "Tracks (4)" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Track settings" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Delete visible items" })).toBeVisible();
  const add = page.getByRole("button", { name: "Track", exact: true });
  await add.hover();
  await expect(page.getByRole("tooltip")).toHaveText("Default Type: unknown");
  const box = await viewer.row(0).boundingBox();
  expect(box?.height).toBe(70);
  const header = await page.getByRole("toolbar", { name: "Track tools" }).boundingBox();
  expect(header?.height).toBe(52);
  // Outside of the dock, where nothing sets the height of the list; in the dock it takes the remaining space.
  await expect(page.getByRole("list", { name: "Tracks" }).locator("..")).toHaveCSS("flex-basis", "420px");
  for (const name of ["First frame of the track", "Previous keyframe", "Next keyframe", "Last frame of the track"]) {
    await expect(viewer.row(0).getByRole("button", { name })).toBeVisible();
  }
  // Buttons of rows have the same names; the group says whose they are.
  const ofEel = page.getByRole("group", { name: "Actions of track 3" });
  await expect(ofEel.getByRole("button", { name: "Delete" })).toHaveCount(1);
  await viewer.row(0).getByRole("button", { name: "Last frame of the track" }).click();
  await viewer.expectFrame(8);
  await viewer.row(0).getByRole("button", { name: "Previous keyframe" }).click();
  await viewer.expectFrame(0);
  await viewer.row(0).getByRole("button", { name: "Next keyframe" }).click();
  await viewer.expectFrame(8);
  await viewer.row(0).getByRole("button", { name: "First frame of the track" }).click();
  await viewer.expectFrame(0);

  // The checkbox of a row hides its track in the picture only.
  await viewer.moveTo(130, 30);
  await expect(viewer.cursorLabel).toContainText("1 crab");
  await viewer.row(1).getByRole("checkbox").click();
  await viewer.moveTo(130, 31);
  await expect(viewer.cursorLabel).not.toContainText("crab");
  await expect(page.getByRole("heading", { name: "Tracks (4)" })).toBeVisible();
  await viewer.row(1).getByRole("checkbox").click();

  // The checkbox of a type hides its tracks in picture and list.
  await page.getByRole("checkbox", { name: "Show crab" }).click();
  await expect(page.getByRole("heading", { name: "Tracks (2)" })).toBeVisible();
  await viewer.moveTo(130, 30);
  await expect(viewer.cursorLabel).not.toContainText("crab");
  await page.getByRole("checkbox", { name: "Show all types" }).click();
  await expect(page.getByRole("heading", { name: "Tracks (4)" })).toBeVisible();

  const names = page.locator("[data-type]");
  const order = () => names.evaluateAll((rows) => rows.map((row) => row.getAttribute("data-type")));
  expect(await order()).toEqual(["crab", "eel", "fish"]);
  expect((await names.first().boundingBox())?.height).toBe(30);
  await page.getByRole("button", { name: "Sorted by a-z" }).click();
  await expect.poll(order).toEqual(["crab", "eel", "fish"]);
  await page.getByRole("button", { name: "Sorted by count" }).click();
  await viewer.press("ArrowRight", "ArrowRight", "ArrowRight", "ArrowRight");
  await expect.poll(order).toEqual(["eel", "fish", "crab"]);
  await page.getByRole("button", { name: "Sorted by frame count" }).click();
  await expect.poll(order).toEqual(["crab", "eel", "fish"]);
  await expect(page.getByRole("button", { name: "Sorted by a-z" })).toBeVisible();

  // In full where it is pointed at, and among the attributes.
  await expect(viewer.row(3)).toContainText("0.35");
  await viewer.row(3).getByText("0.35", { exact: true }).hover();
  await expect(page.getByRole("tooltip", { name: "0.3456" })).toBeVisible();
  const slider = page.getByRole("slider", { name: "Confidence filter" });
  await expect(slider).toHaveAttribute("aria-valuenow", "0.1");
  await expect(slider).toHaveAttribute("aria-valuemin", "0");
  await expect(slider).toHaveAttribute("aria-valuemax", "1");
  await slider.focus();
  await viewer.press("ArrowRight");
  await expect(slider).toHaveAttribute("aria-valuenow", "0.11");
  for (let step = 0; step < 24; step += 1) await viewer.press("ArrowRight");
  await expect(page.getByRole("heading", { name: "Tracks (3)" })).toBeVisible();
  const stored = async () => (await user.client.call("dataset.get", { id })).confidenceFilters;
  // If keys arrive slowly, intermediate states are stored as well.
  await expect.poll(stored).toEqual({ default: 0.35 });

  await page.getByRole("button", { name: "Threshold controls" }).click();
  await page.getByRole("slider", { name: "Confidence filter of eel" }).focus();
  await viewer.press("Home");
  await expect(page.getByRole("heading", { name: "Tracks (4)" })).toBeVisible();
  await expect.poll(stored).toEqual({ default: 0.35, eel: 0 });

  // While it is dragged, the picture follows at most every 100 ms, and immediately at the end; types without their own
  // threshold show it.
  const follower = page.getByRole("slider", { name: "Confidence filter of fish" });
  const ofAll = page.getByRole("slider", { name: "Confidence filter", exact: true });
  const track = await ofAll.locator("..").boundingBox();
  if (track === null) throw new Error("no slider");
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 60_000);
  const valueOf = async (which: Locator) => Number(await which.getAttribute("aria-valuenow"));
  const moveTo = (share: number) => page.mouse.move(track.x + share * track.width, track.y + track.height / 2);
  /** The value of the slider itself after 20 ms more. */
  const dragTo = async (share: number) => {
    await moveTo(share);
    await page.clock.runFor(20);
    await expect.poll(async () => Math.abs((await valueOf(ofAll)) - share)).toBeLessThan(0.03);
    return valueOf(ofAll);
  };
  await moveTo(0.4);
  await page.mouse.down();
  const first = await dragTo(0.4);
  await expect.poll(() => valueOf(follower)).toBe(first);
  for (const share of [0.5, 0.6]) {
    await dragTo(share);
    expect(await valueOf(follower)).toBe(first);
  }
  const last = await dragTo(0.7);
  expect(await valueOf(follower)).toBe(first);
  await page.clock.runFor(60);
  await expect.poll(() => valueOf(follower)).toBe(last);
  const end = await dragTo(0.8);
  expect(await valueOf(follower)).toBe(last);
  await page.mouse.up();
  await page.clock.runFor(1);
  await expect.poll(() => valueOf(follower)).toBe(end);
  await page.clock.resume();

  const opened = page.waitForEvent("popup");
  await page.getByRole("link", { name: "User Guide" }).click();
  const guide = await opened;
  await expect(guide).toHaveURL(/\/user-guide$/);
  await expect(guide.getByRole("heading").first()).toBeVisible();
});

test("[V-TRACK-18, V-TRACK-19] deleting lists at most 20 ids and counts the rest; undo brings all back; tracks past the last frame are counted and marked, with a way out", async ({
  page,
  user,
}) => {
  const late: TrackSketch = { id: 7, type: "eel", keyframes: { 2: [10, 10, 60, 60], 40: [10, 10, 60, 60] } };
  const offscreen: TrackSketch = { id: 8, type: "eel", keyframes: { 30: [10, 10, 60, 60] } };
  const more = Array.from({ length: 18 }, (_, n) => ({ id: 10 + n, keyframes: { 0: [10, 10, 60, 60] } }) as const);
  const viewer = await new ViewerPage(page).open(
    await createDataset(user, { tracks: [...zoo, late, offscreen, ...more] }),
  );
  const notice = page.getByRole("status").filter({ hasText: "past the last frame" });
  await expect(notice).toContainText("2 tracks extend past the last frame, 11");
  const markOf = (id: number): Locator => viewer.row(id).getByRole("img", { name: /^Extends to frame/ });
  await expect(markOf(0)).toHaveCount(0);
  await expect(markOf(7)).toHaveAccessibleName("Extends to frame 40; the last frame is 11");
  await notice.getByRole("button", { name: "Show track 7" }).click();
  await expect(viewer.row(7)).toHaveAttribute("aria-current", "true");
  await viewer.expectFrame(2);
  // Once deleted, it no longer counts; once closed, the notice does not return.
  await viewer.row(7).getByRole("button", { name: "Delete", exact: true }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
  await expect(notice).toContainText("1 track extends past the last frame, 11");
  await notice.getByRole("button", { name: "Close" }).click();
  await expect(notice).toHaveCount(0);
  await expect(markOf(8)).toBeVisible();

  await page.getByRole("button", { name: "Delete visible items" }).click();
  await expect(viewer.dialog).toContainText("Do you want to delete the following tracks:");
  await expect(viewer.dialog.getByText(/^\d+ \(\w+\)$/)).toHaveCount(20);
  await expect(viewer.dialog.getByText("And 3 more tracks...", { exact: true })).toBeVisible();
  await viewer.dialog.getByRole("button", { name: "Delete" }).click();
  await expect(page.getByRole("heading", { name: "Tracks (0)" })).toBeVisible();
  await expect(viewer.dialog).toHaveCount(0);
  await viewer.press("Control+z");
  await expect(page.getByRole("heading", { name: "Tracks (23)" })).toBeVisible();
  await expect(viewer.saveButton).toHaveText("1 change");
});

test("tracks are sorted in the order that is chosen, marked as reviewed and filtered by that, and several take one type", async ({
  page,
  user,
}) => {
  const id = await createDataset(user, { tracks: zoo });
  const viewer = await new ViewerPage(page).open(id);
  const order = () => viewer.rows.evaluateAll((rows) => rows.map((row) => Number(row.getAttribute("data-track"))));
  await page.getByRole("button", { name: "Sorted by id." }).click();
  await page.getByRole("button", { name: "Sorted by first frame." }).click();
  await expect.poll(order).toEqual([1, 2, 3, 0]);
  await page.getByRole("button", { name: "Sorted by type." }).click();
  await expect.poll(order).toEqual([3, 0, 1, 2]);
  await page.getByRole("button", { name: "Sorted by confidence, lowest first." }).click();

  await viewer.row(0).click({ position: { x: 6, y: 35 } });
  await viewer.row(2).click({ position: { x: 6, y: 35 }, modifiers: ["Shift"] });
  await expect(viewer.selectedRow).toHaveCount(3);
  await viewer.row(2).click({ position: { x: 6, y: 35 }, modifiers: ["Control"] });
  await expect(viewer.selectedRow).toHaveCount(2);
  await viewer.press("v");
  await expect(page.getByText("2 reviewed", { exact: true })).toBeVisible();
  await viewer.withPopover("Track settings", (popover) => popover.getByText("To review", { exact: true }).click());
  await expect.poll(order).toEqual([2, 3]);
  await viewer.withPopover("Track settings", (popover) => popover.getByText("All", { exact: true }).click());

  await viewer.press("Escape");
  // A lasso around the second and the third box.
  await viewer.moveTo(85, 2);
  await page.keyboard.down("Shift");
  await page.mouse.down();
  for (const [x, y] of [
    [290, 2],
    [290, 90],
    [85, 90],
  ] as const)
    await viewer.moveTo(x, y);
  await page.mouse.up();
  await page.keyboard.up("Shift");
  await expect(viewer.selectedRow).toHaveCount(2);
  await viewer.press("Shift+1");
  await viewer.save();
  const stored = await storedTracks(user, id);
  expect(stored.map((track) => track.attributes.reviewed)).toEqual([true, true, undefined, undefined]);
  await viewer.open(id);
  await expect(page.getByText("2 reviewed", { exact: true })).toBeVisible();
});

test("[V-TYPELIST-02, V-TYPELIST-05, V-SETTINGS-08] [V-SETTINGS-04, V-KEYS-18] [V-TRACKLIST-09, V-TRACKLIST-10, V-KEYS-10] [V-TYPELIST-03] empty types, filter by frame, deleting without a prompt, committing or leaving the type picker, and locked types", async ({
  page,
  user,
}) => {
  const id = await createDataset(user, { tracks: zoo });
  const viewer = await new ViewerPage(page).open(id);
  const types = page.locator("[data-type]");
  await viewer.row(3).click({ position: { x: 6, y: 35 } });
  await viewer.press("Delete");
  await viewer.dialog.getByRole("button", { name: "Cancel" }).click();
  await expect(viewer.dialog).toHaveCount(0);
  await viewer.press("Delete");
  await viewer.dialog.getByRole("button", { name: "Delete" }).click();
  await expect(types).toHaveCount(2);
  await viewer.withPopover("Type settings", (popover) => popover.getByRole("switch", { name: "Show empty" }).click());
  await expect(types).toHaveCount(3);
  await viewer.withPopover("Type settings", async (popover) => {
    await popover.getByRole("switch", { name: "Show empty" }).click();
    await popover.getByRole("switch", { name: "Filter types by frame" }).click();
  });
  await viewer.expectFrame(4);
  await expect(types).toHaveCount(1);
  await expect(types).toContainText("fish");
  const stored = await page.evaluate(() => JSON.parse(localStorage.getItem("wakeline.settings") ?? "{}").typeSettings);
  expect(stored).toEqual({
    showEmptyTypes: false,
    lockTypes: false,
    preventCascadeTypes: false,
    filterTypesByFrame: true,
    maxCountButton: false,
    trackSortDir: "a-z",
  });
  await viewer.withPopover("Type settings", (popover) =>
    popover.getByRole("switch", { name: "Filter types by frame" }).click(),
  );

  await viewer.withPopover("Track settings", (popover) => popover.getByRole("switch", { name: "Prompt user" }).click());
  await viewer.row(2).click({ position: { x: 6, y: 35 } });
  await viewer.expectFrame(0);
  await viewer.press("Delete");
  await expect(page.getByRole("heading", { name: "Tracks (2)" })).toBeVisible();
  await viewer.save();

  await viewer.press("Escape");
  await viewer.click(130, 30);
  await viewer.press("Shift+Enter");
  const field = viewer.row(1).getByRole("combobox");
  await expect(field).toBeFocused();
  await field.fill("");
  await viewer.press("Enter");
  await expect(viewer.row(1).getByRole("button", { name: /^Type of track 1/ })).toHaveText("crab");
  await viewer.press("Shift+Enter");
  await field.fill("");
  await field.blur();
  await expect(viewer.row(1).getByRole("button", { name: /^Type of track 1/ })).toHaveText("crab");
  await expect(viewer.saveButton).toContainText("Saved");

  await viewer.press("Shift+Enter");
  await field.fill("lobster");
  const committedAfter = await page.evaluate(async () => {
    const save = document.querySelector("[data-testid=save]")!;
    const from = performance.now();
    const committed = new Promise<void>((resolve) => {
      new MutationObserver(() => save.textContent === "1 change" && resolve()).observe(save, {
        characterData: true,
        childList: true,
        subtree: true,
      });
    });
    const enter = { key: "Enter", code: "Enter", bubbles: true, cancelable: true };
    document.activeElement!.dispatchEvent(new KeyboardEvent("keydown", enter));
    await committed;
    return performance.now() - from;
  });
  expect(committedAfter).toBeGreaterThan(99);
  expect(committedAfter).toBeLessThan(1000);
  await expect(viewer.row(1).getByRole("button", { name: /^Type of track 1/ })).toHaveText("lobster");
  await expect(viewer.saveButton).toHaveText("1 change");
  await viewer.save();
  expect((await storedTracks(user, id)).find((track) => track.id === 1)?.confidencePairs).toEqual([["lobster", 1]]);

  await viewer.withPopover("Type settings", (popover) => popover.getByRole("switch", { name: "Lock types" }).click());
  const type = viewer.row(1).getByRole("button", { name: /^Type of track 1/ });
  await viewer.press("Shift+Enter");
  await field.fill("dragon");
  await viewer.press("Enter");
  await expect(type).toHaveText("lobster");
  await viewer.press("Shift+Enter");
  await field.fill("fish");
  await viewer.press("Enter");
  await expect(type).toHaveText("fish");
});

test("[V-SETTINGS-01, V-SETTINGS-02, V-SETTINGS-03, V-SETTINGS-05, V-SETTINGS-07] track settings are offered, work, and survive a reload", async ({
  page,
  user,
}) => {
  const id = await createDataset(user, { tracks: zoo });
  const viewer = await new ViewerPage(page).open(id);
  await viewer.withPopover("Track settings", async (popover) => {
    await expect(popover).toContainText("New annotation settings");
    await expect(popover.getByRole("switch", { name: "Advance frame" })).toBeVisible();
    await expect(popover.getByRole("switch", { name: "Interpolate" })).toBeVisible();
    await popover.getByText("Detection", { exact: true }).click();
    await expect(popover.getByRole("switch", { name: "Continuous" })).toBeVisible();
    await popover.getByRole("switch", { name: "Filter detections by frame" }).click();
    const type = popover.getByRole("combobox", { name: "Type" });
    await type.click();
    await expect(page.getByRole("option")).toHaveText([/^unknown0/, /^crab2/, /^fish1/, /^eel1/]);
    await type.fill("ray");
    await type.press("Enter");
  });
  await expect(page.getByRole("heading", { name: "Tracks (3)" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Detection", exact: true })).toBeVisible();
  await viewer.press("n");
  await viewer.drag([200, 120], [260, 180]);
  await expect(viewer.row(4)).toContainText("ray");
  const stored = await page.evaluate(() => JSON.parse(localStorage.getItem("wakeline.settings") ?? "{}").trackSettings);
  expect(stored).toEqual({
    newTrackSettings: {
      mode: "Detection",
      type: "ray",
      isTypePinned: true,
      modeSettings: {
        Track: { autoAdvanceFrame: false, interpolate: true },
        Detection: { continuous: false, autoAdvanceFrame: false },
      },
    },
    deletionSettings: { promptUser: true },
    trackListSettings: { filterDetectionsByFrame: true },
  });
  await viewer.save();
  await viewer.open(id);
  await expect(page.getByRole("button", { name: "Detection", exact: true })).toBeVisible();
});
