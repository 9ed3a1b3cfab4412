/** Several tracks at once in the real page: merging, splitting, choosing in list and picture. */
import { expect, test } from "./support/app.ts";
import { createDataset, storedTracks, ViewerPage, type TrackSketch } from "./support/viewer.ts";

const zoo: readonly TrackSketch[] = [
  { id: 0, type: "fish", keyframes: { 0: [10, 10, 60, 60], 3: [40, 10, 90, 60] } },
  { id: 1, type: "crab", keyframes: { 0: [100, 10, 160, 60] } },
  { id: 2, type: "crab", keyframes: { 4: [200, 10, 260, 60], 8: [200, 60, 260, 100] } },
];

test("[V-KEYS-23] [V-KEYS-24] [V-MODE-06] [V-MODE-07] [V-MODE-08] [V-MODE-02] [V-LAYOUT-14, merging] [V-KEYS-05, merging] M chooses candidates next to the picture, Shift+M merges them, two or more, into the first", async ({
  page,
  user,
}) => {
  const id = await createDataset(user, { tracks: zoo });
  const viewer = await new ViewerPage(page).open(id);
  await viewer.click(100, 30);
  await viewer.press("m");
  await expect(viewer.mode).toHaveText("Multi-select mode");
  await expect(page.getByRole("heading", { name: "Merge candidates", exact: true })).toBeVisible();
  const editor = page.getByRole("toolbar", { name: "Editor" });
  for (const name of ["New track", "Edit the selected track", "Delete the selected track", "Split the track here"]) {
    await expect(editor.getByRole("button", { name, exact: true })).toHaveAttribute("aria-disabled", "true");
  }
  await expect(
    page.getByRole("toolbar", { name: "Tools" }).getByRole("button", { name: "Edit the rectangle" }),
  ).toHaveAttribute("aria-disabled", "true");
  const commit = page.getByRole("button", { name: "Merge", exact: true });
  await expect(commit).toBeDisabled();
  const candidates = page.locator("[data-candidate]");
  await viewer.click(10, 30);
  await expect(candidates).toHaveText([/Track 1 crab\s*kept/, /Track 0 fish/]);
  await expect(commit).toBeEnabled();
  await viewer.press("Escape");
  await expect(viewer.mode).toHaveText("Not editing");
  await expect(viewer.rows).toHaveCount(3);

  await viewer.press("Escape");
  await viewer.click(100, 30);
  await viewer.press("m");
  await viewer.press("a");
  // The list works as well: a click on a row adds its track.
  await viewer.row(2).click({ position: { x: 6, y: 35 } });
  // By keyboard as well: Down moves to the next row without choosing, Enter removes and adds its track.
  await viewer.row(1).locator("[data-main]").focus();
  await viewer.press("ArrowDown");
  await expect(viewer.row(2).locator("[data-main]")).toBeFocused();
  await viewer.press("Enter", "Enter", "Shift+M");
  await expect(viewer.mode).toHaveText("Not editing");
  await expect(viewer.rows).toHaveCount(2);
  await expect(viewer.row(1)).toContainText("0 – 8");
  await viewer.save();
  expect((await storedTracks(user, id)).map((track) => track.id)).toEqual([0, 1]);
  await viewer.press("g");
  await expect(viewer.mode).toHaveText("Group edit mode");
  await viewer.press("Escape");

  // The history names each step; a click goes to it.
  await page.getByRole("button", { name: "Undo history" }).click();
  const steps = page.getByRole("list", { name: "Undo history" }).getByRole("button");
  await expect(steps).toHaveText(["New group", "Merge tracks", "As opened"]);
  await steps.nth(2).click();
  await expect(viewer.rows).toHaveCount(3);
  await expect(steps.nth(2)).toHaveAttribute("aria-current", "step");
  await steps.nth(1).click();
  await expect(viewer.rows).toHaveCount(2);
  await expect(steps.nth(1)).toHaveAttribute("aria-current", "step");
});

test("[V-KEYS-17] [V-TRACK-15] [V-TRACK-16] [V-TRACKLIST-05] [V-ERROR-01] [V-ERROR-03] [V-KEYS-26] [V-KEYS-29] [V-KEYS-11, the track list] a track is split by its row or by X, after asking; keys rest while a dialog is open or someone types", async ({
  page,
  user,
}) => {
  const viewer = await new ViewerPage(page).open(await createDataset(user, { tracks: zoo }));
  const button = (name: string) => viewer.row(0).getByRole("button", { name, exact: true });
  for (const name of ["Delete", "Keyframe here: remove it", "Interpolated from here: turn off", "Edit", "Split here"]) {
    await expect(button(name)).toBeVisible();
  }
  await expect(button("Split here")).toBeDisabled();
  await viewer.press("ArrowDown");
  await expect(viewer.selectedRow).toHaveAttribute("data-track", "0");
  await viewer.press("x");
  await expect(viewer.dialog.getByText("Error while splitting track", { exact: true })).toBeVisible();
  await expect(viewer.dialog).toContainText("Cannot split track at frame");
  await viewer.dialog.getByRole("button", { name: "OK", exact: true }).click();
  await expect(viewer.dialog).toHaveCount(0);

  await viewer.press("ArrowRight", "ArrowRight");
  await viewer.expectFrame(2);
  await page.evaluate(() => {
    const state = { removed: 0 };
    Object.assign(globalThis, { dialogs: state });
    new MutationObserver((changes) => {
      for (const { removedNodes } of changes) {
        for (const node of removedNodes) {
          if (node instanceof Element && node.querySelector("[role=dialog]") !== null) state.removed += 1;
        }
      }
    }).observe(document.body, { childList: true, subtree: true });
  });
  // Also for keys that arrive before it is drawn.
  await viewer.pressAtOnce({ key: "x", code: "KeyX" }, { key: "ArrowDown", code: "ArrowDown" });
  await expect(viewer.dialog).toContainText("Split track 0?");
  await expect(viewer.dialog.getByRole("button", { name: "Split", exact: true })).toBeFocused();
  // It opened once, and stayed.
  expect(await page.evaluate(() => (globalThis as unknown as { dialogs: { removed: number } }).dialogs.removed)).toBe(
    0,
  );
  // While the question is open, none of the track's keys has an effect.
  for (const key of ["ArrowDown", "ArrowUp", "Delete", "x"]) await viewer.press(key);
  await expect(viewer.dialog).toHaveCount(1);
  await expect(viewer.selectedRow).toHaveAttribute("data-track", "0");
  await viewer.dialog.getByRole("button", { name: "Cancel", exact: true }).click();
  await expect(viewer.dialog).toHaveCount(0);
  await expect(viewer.rows).toHaveCount(3);
  // It does not happen while the user types either.
  await viewer.press("Shift+Enter");
  await expect(viewer.row(0).getByRole("combobox")).toBeFocused();
  await viewer.press("x", "Delete", "Escape");
  await expect(viewer.dialog).toHaveCount(0);
  await expect(viewer.rows).toHaveCount(3);

  await button("Split here").click();
  await viewer.dialog.getByRole("button", { name: "Split", exact: true }).click();
  await expect(viewer.row(0)).toHaveCount(0);
  await expect(viewer.row(3)).toContainText("0 – 1");
  await expect(viewer.row(4)).toContainText("2 – 3");
  await expect(viewer.selectedRow).toHaveAttribute("data-track", "4");
  await viewer.press("ArrowUp");
  await expect(viewer.selectedRow).toHaveAttribute("data-track", "3");

  await viewer.press("a");
  await expect(page.getByRole("tab", { name: "Attributes" })).toHaveAttribute("aria-selected", "true");
  await viewer.press("a");
  await expect(page.getByRole("tab", { name: "Tracks" })).toHaveAttribute("aria-selected", "true");
});

test("a lasso selects; identities are swapped, tracks thinned, handed over, copied forward; keys jump to keyframes, gaps and beginnings", async ({
  page,
  user,
}) => {
  const still = { 0: [100, 10, 160, 60], 6: [100, 10, 160, 60] } as const;
  const moving = { 0: [10, 10, 60, 60], 2: [20, 10, 70, 60], 4: [30, 10, 80, 60], 6: [40, 10, 90, 60] } as const;
  const late = { 8: [200, 100, 260, 160], 9: [200, 110, 260, 170] } as const;
  const id = await createDataset(user, {
    tracks: [
      { id: 0, type: "fish", keyframes: moving },
      { id: 1, type: "crab", keyframes: still },
      { id: 2, type: "ray", keyframes: late },
    ],
  });
  const viewer = await new ViewerPage(page).open(id);
  const run = async (name: string) => {
    await viewer.press("Control+k");
    await page.getByRole("dialog").getByRole("textbox").fill(name);
    await page.getByRole("dialog").getByRole("button", { name }).click();
    await expect(page.locator("[data-palette] [role=dialog]")).toHaveCount(0);
  };
  /** Stored left edges, by frame. */
  const stored = async () => {
    await viewer.save();
    return (await storedTracks(user, id)).map(({ features }) =>
      Object.fromEntries(features.map(({ frame, bounds }) => [frame, bounds?.[0]])),
    );
  };
  const goes = async (...steps: readonly (readonly [key: string, frame: number])[]) => {
    for (const [key, frame] of steps) {
      await viewer.press(key);
      await viewer.expectFrame(frame);
    }
  };

  await goes(["w", 7], ["Shift+F", 8], ["w", 10], ["Shift+D", 9], ["q", 7], ["Shift+PageUp", 0], ["Shift+PageDown", 8]);
  await expect(viewer.selectedRow).toHaveAttribute("data-track", "2");
  await goes(["PageUp", 0], ["PageDown", 10], ["PageUp", 0]);
  await viewer.press("Escape");

  await page.keyboard.down("Shift");
  await viewer.moveTo(5, 5);
  await page.mouse.down();
  for (const [x, y] of [
    [140, 5],
    [140, 100],
    [5, 100],
  ] as const) {
    await viewer.moveTo(x, y);
  }
  await page.mouse.up();
  await page.keyboard.up("Shift");
  await expect(viewer.selectedRow).toHaveCount(2);

  await goes(["Shift+ArrowRight", 2], ["Shift+ArrowRight", 4], ["Shift+ArrowLeft", 2], ["Shift+ArrowRight", 4]);
  await run("Swap the two selected tracks from this frame on");
  await expect(viewer.saveButton).toHaveText("2 changes");
  expect(await stored()).toMatchObject([{ 0: 10, 2: 20, 4: 100, 6: 100 }, { 0: 100, 4: 30, 6: 40 }, {}]);
  await viewer.press("Control+z", "Escape");

  await viewer.click(55, 30);
  await run("Remove keyframes that interpolation does not need");
  expect((await stored())[0]).toEqual({ 0: 10, 6: 40 });
  await viewer.press("Control+z");

  await viewer.row(2).click({ position: { x: 6, y: 35 }, modifiers: ["Control"] });
  await run("Split the selected track on this frame and merge the rest into the other selected one");
  await expect(viewer.dialog).toContainText("From frame 4 on, track 0 continues as track 2.");
  await viewer.dialog.getByRole("button", { name: "Split", exact: true }).click();
  await expect(viewer.selectedRow).toHaveAttribute("data-track", "2");
  const [first, , third] = await stored();
  expect([Object.keys(first ?? {}).at(-1), third]).toMatchObject(["3", { 4: 30, 6: 40, 8: 200, 9: 200 }]);
  await viewer.press("Control+z", "Escape");

  await viewer.click(55, 30);
  await goes(["Shift+P", 5], ["p", 11]);
  expect((await stored())[0]).toEqual({
    0: 10,
    2: 20,
    ...Object.fromEntries([4, 5, 6, 7, 8, 9, 10, 11].map((at) => [at, 30])),
  });
  await viewer.press("Control+z", "Control+z");
  expect((await stored())[0]).toEqual({ 0: 10, 2: 20, 4: 30, 6: 40 });
});
