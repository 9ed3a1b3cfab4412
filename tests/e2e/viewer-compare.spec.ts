/** Comparing with another set or revision: reviewing, accepting, keeping, restoring. */
import { createFolder, expect, test } from "./support/app.ts";
import { createDataset, saveTracks, storedTracks, toTrack, ViewerPage } from "./support/viewer.ts";
import type { TrackSketch } from "./support/viewer.ts";

test("differences to an earlier revision are walked through, taken over one by one, kept, and undone; a revision is restored", async ({
  page,
  user,
}) => {
  const id = await createDataset(user, {
    tracks: [
      { id: 0, keyframes: { 0: [10, 10, 60, 60], 4: [20, 10, 70, 60] } },
      { id: 1, keyframes: { 0: [100, 10, 160, 60] } },
    ],
  });
  await saveTracks(user, id, [
    { id: 0, keyframes: { 0: [10, 10, 60, 60], 4: [40, 30, 90, 90] } },
    { id: 2, type: "crab", keyframes: { 6: [200, 100, 260, 160] } },
  ]);
  await user.client.call("annotation.save", { folderId: id, body: { tracks: { upsert: [], delete: [1] } } });

  const viewer = await new ViewerPage(page).open(id);
  const panel = page.getByRole("complementary", { name: "Context panel" });
  // The server is unavailable: that is reported, and retried once it is back.
  const failed = (title: string) => panel.getByRole("alert").filter({ hasText: title });
  await page.route("**/dive_annotation/revision?*", (route) =>
    route.fulfill({ status: 500, json: { message: "broken", type: "internal" } }),
  );
  await page.getByRole("button", { name: "Compare", exact: true }).click();
  await expect(failed("Could not load the sets and revisions")).toContainText("broken");
  await page.unroute("**/dive_annotation/revision?*");
  await failed("Could not load the sets and revisions").getByRole("button", { name: "Try again" }).click();
  await page.route("**/dive_annotation/track?*", (route) => route.abort());
  await panel.getByRole("combobox", { name: "Compare with" }).click();
  await page.getByRole("option", { name: /^1:/ }).click();
  await expect(failed("Could not compare")).toContainText("Cannot reach the server.");
  await page.unroute("**/dive_annotation/track?*");
  await failed("Could not compare").getByRole("button", { name: "Try again" }).click();
  const summary = panel.getByRole("status");
  await expect(summary).toHaveText("1 only there, 1 only here, 1 different");
  await expect(panel.getByRole("alert")).toHaveCount(0);
  const rows = panel.getByRole("listitem");
  await expect(rows.nth(0)).toContainText("box on 1 frame");
  await expect(rows.nth(1)).toContainText("only there");
  await expect(rows.nth(2)).toContainText("only here");

  await panel.getByRole("button", { name: "Next difference" }).click();
  await viewer.expectFrame(4);
  await expect(viewer.selectedRow).toHaveAttribute("data-track", "0");
  // The box of the other set is drawn over the picture: yellow, at its left side.
  await expect
    .poll(async () => {
      // The line is thin: a pixel more or less, as the picture is laid out.
      for (const x of [19.6, 20, 20.4]) {
        const [red, , blue] = await viewer.colorAt(x, 35);
        if (red > 150 && blue < 60) return true;
      }
      return false;
    })
    .toBe(true);

  // The list is a single tab stop; settling one leads to the next, in the picture too.
  await rows.nth(0).getByRole("button").first().focus();
  await page.keyboard.press("ArrowDown");
  await expect(rows.filter({ hasText: "only there" }).getByRole("button").first()).toBeFocused();
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("ArrowRight");
  await expect(panel.getByRole("button", { name: "Accept track 0" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(summary).toHaveText("1 only there, 1 only here, 0 different");
  await expect(panel.locator("[data-difference][aria-current] > div > button").first()).toContainText("Track 1");
  await expect(panel.locator("[data-difference][aria-current] > div > button").first()).toBeFocused();
  await viewer.expectFrame(0);
  await expect(viewer.saveButton).toContainText("1");
  await panel.getByRole("button", { name: "Keep track 2 as it is" }).click();
  await expect(summary).toHaveText("1 only there, 0 only here, 0 different");
  await panel.getByRole("button", { name: "Show 1 kept difference again" }).click();
  await panel.getByRole("button", { name: "Accept all" }).click();
  await expect(summary).toHaveText("The tracks are the same.");
  await expect(viewer.rows).toHaveCount(2);
  await viewer.press("Control+z");
  await expect(summary).toHaveText("1 only there, 1 only here, 0 different");
  await viewer.press("Control+z");
  await expect(summary).toHaveText("1 only there, 1 only here, 1 different");

  await page.goto(`/viewer/${id}/revision/1`);
  await viewer.ready();
  await panel.getByRole("combobox", { name: "Context panel" }).click();
  await page.getByRole("option", { name: "Revision history" }).click();
  await panel.getByRole("button", { name: "Restore this revision" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Restore this revision" }).click();
  await expect(page).toHaveURL(new RegExp(`/viewer/${id}$`));
  await viewer.ready();
  await expect(viewer.row(1)).toBeVisible();
  expect((await storedTracks(user, id)).map((track) => track.id)).toEqual([0, 1]);
});

test("a tracker's set is measured against the one that is shown, and an identity switch is gone to", async ({
  page,
  user,
}) => {
  const path = (y: number, from: number, to: number) =>
    Object.fromEntries(Array.from({ length: to - from }, (_, at) => [from + at, [10, y, 60, y + 40] as const]));
  const id = await createDataset(user, { tracks: [{ id: 0, keyframes: path(10, 0, 12) }] });
  const viewer = await new ViewerPage(page).open(id);
  const body = (tracks: readonly TrackSketch[]) => ({
    tracks: { upsert: tracks.map(toTrack), delete: [] },
    set: "tracker",
  });
  await user.client.call("annotation.save", {
    folderId: id,
    body: body([
      { id: 5, keyframes: path(10, 0, 7) },
      { id: 6, keyframes: path(10, 7, 12) },
    ]),
  });
  await page.getByRole("button", { name: "Compare", exact: true }).click();
  const panel = page.getByRole("complementary", { name: "Context panel" });
  await panel.getByRole("combobox", { name: "Compare with" }).click();
  await page.getByRole("option", { name: "tracker, newest" }).click();
  // The code that measures cannot be loaded: that is reported, and it is loaded once possible.
  await page.route("**/measure.worker*", (route) => route.abort());
  await panel.getByRole("tab", { name: "Numbers" }).click();
  await expect(panel.getByRole("alert")).toContainText(
    "The measuring code could not be loaded. Reload the page and try again.",
  );
  await page.unroute("**/measure.worker*");
  await panel.getByRole("button", { name: "Try again" }).click();
  const measure = (name: string) => panel.locator("dl > div").filter({ hasText: name }).getByRole("definition");
  await expect(measure("MOTA")).toHaveText("0.917");
  await expect(measure("Recall")).toHaveText("1.000");
  await expect(measure("IDF1")).toHaveText("0.583");
  await expect(panel.getByRole("region", { name: "Confused types" })).toContainText("fish");
  const change = panel.getByRole("listitem").filter({ hasText: /^Frame 7: track 0 goes from 5 to 6/ });
  await change.getByRole("button").click();
  await expect(change).toHaveAttribute("aria-current", "true");
  await viewer.expectFrame(7);
  await expect(viewer.selectedRow).toHaveAttribute("data-track", "0");
});

test("a clone is compared with its source and older revisions; boxes are accepted or kept, a group and a label named, one step each", async ({
  page,
  user,
}) => {
  const boxes = { 0: [10, 10, 60, 60], 4: [20, 10, 70, 60], 8: [30, 10, 80, 60] } as const;
  const source = await createDataset(user, { name: "the source", tracks: [{ id: 0, keyframes: boxes }] });
  const folder = await createFolder(user, "clones");
  const clone = await user.client.call("dataset.clone", {
    cloneId: source,
    parentFolderId: folder._id,
    name: "the clone",
  });
  await saveTracks(user, source, [
    { id: 0, keyframes: { 0: [12, 10, 60, 60], 4: [22, 10, 70, 60], 8: [30, 10, 80, 60] } },
  ]);
  const group = {
    id: 3,
    begin: 0,
    end: 8,
    confidencePairs: [["school", 1]],
    attributes: {},
    members: { 0: { ranges: [[0, 8]] } },
  };
  const label = { ...toTrack({ id: 7, type: "night", keyframes: { 3: [0, 0, 320, 240], 9: [0, 0, 320, 240] } }) };
  await user.client.call("annotation.save", {
    folderId: source,
    body: {
      groups: { upsert: [group], delete: [] },
      tracks: { upsert: [{ ...label, attributes: { frameLabel: true } }], delete: [] },
    },
  });

  const doomed = await user.client.call("dataset.clone", {
    cloneId: source,
    parentFolderId: folder._id,
    name: "another clone",
  });

  const viewer = await new ViewerPage(page).open(clone._id);
  await page.getByRole("button", { name: "Compare", exact: true }).click();
  const panel = page.getByRole("complementary", { name: "Context panel" });
  const compared = panel.getByRole("combobox", { name: "Compare with" });
  const dataset = panel.getByRole("combobox", { name: "Dataset" });
  await dataset.click();
  await expect(page.getByRole("option", { name: "another clone" })).toBeVisible();
  // Deleted between the list and the choice.
  await user.client.call("folder.delete", { id: doomed._id });
  await page.getByRole("option", { name: "another clone" }).click();
  await expect(panel.getByRole("alert").filter({ hasText: "Could not compare" })).toContainText(doomed._id);
  await dataset.click();
  await page.getByRole("option", { name: "the source" }).click();
  await expect(panel.getByRole("alert")).toHaveCount(0);
  const summary = panel.getByRole("status");
  await expect(compared).toHaveValue("default, newest");
  await expect(summary).toHaveText("1 only there, 0 only here, 1 different · 1 group differs");
  await expect(panel.getByRole("listitem").filter({ hasText: "Frame label night" })).toContainText("frames 3 – 9");
  await panel.getByRole("button", { name: "Keep frame label night as it is" }).click();
  const takeFrame = (frame: number) => panel.getByRole("button", { name: `Accept frame ${frame} of track 0` });
  await takeFrame(4).click();
  await expect(takeFrame(4)).toHaveCount(0);
  await viewer.press("Control+z");
  await expect(takeFrame(4)).toBeVisible();
  await panel.getByRole("button", { name: "Keep frame 4 of track 0 as it is" }).click();
  await expect(takeFrame(4)).toHaveCount(0);
  await panel.getByRole("button", { name: "Accept group 3" }).click();
  await expect(summary).toHaveText("0 only there, 0 only here, 1 different");
  await panel.getByRole("button", { name: "Accept track 0" }).click();
  await expect(summary).toHaveText("Nothing is left to decide.");
  await viewer.press("Control+z");
  await viewer.press("Control+z");
  await viewer.press("Control+z");
  await expect(summary).toHaveText("0 only there, 0 only here, 1 different · 1 group differs");
  await panel.getByRole("button", { name: "Next difference" }).click();
  await expect(takeFrame(4)).toBeVisible();
  await panel.getByRole("button", { name: "Keep frame 4 of track 0 as it is" }).click();
  await panel.getByRole("button", { name: "Accept all" }).click();
  await expect(summary).toHaveText("Nothing is left to decide.");
  await viewer.save();
  expect((await storedTracks(user, clone._id))[0]?.features?.map(({ bounds }) => bounds?.[0])).toEqual([12, 20, 30]);
  expect(await user.client.call("annotation.groups", { folderId: clone._id })).toMatchObject([{ id: 3 }]);

  // Before it was changed, the source was what was cloned: one box differs.
  await compared.click();
  await page.getByRole("option", { name: /^1:/ }).click();
  await expect(summary).toHaveText("0 only there, 0 only here, 1 different · 1 group differs");
  await expect(panel.getByRole("listitem").first()).toContainText("box on 1 frame");
});
