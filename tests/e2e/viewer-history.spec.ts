/** The panels of what was saved: revisions and annotation sets. */
import type { Page } from "@playwright/test";
import { expect, goWithin, test } from "./support/app.ts";
import { createDataset, saveTracks, storedTracks, ViewerPage, type TrackSketch } from "./support/viewer.ts";

const fish = { id: 0, type: "fish", keyframes: { 0: [10, 10, 60, 60] } } as const satisfies TrackSketch;
const panel = (page: Page) => page.getByRole("complementary", { name: "Context panel" });
const entries = (page: Page) =>
  panel(page).getByRole("list", { name: "Revisions, newest first" }).getByRole("listitem");

test("[V-REVISION-03] [V-REVISION-04] [V-REVISION-05] [V-REVISION-07] [V-REVISION-08] [V-REVISION-01] [V-REVISION-02] [V-REVISION-09] the list of revisions; a past one is opened read-only; another revision or set is shown in the open viewer: zoom, frame, panels and pictures stay", async ({
  page,
  user,
}) => {
  const id = await createDataset(user);
  const viewer = await new ViewerPage(page).open(id);
  await test.step("[V-REVISION-03] [V-REVISION-04] [V-REVISION-05] [V-REVISION-07] [V-REVISION-08] the list: empty, after a save, and what an entry says", async () => {
    await page.getByRole("button", { name: "Revision history" }).click();
    await expect(panel(page)).toContainText("Choose a revision");
    await expect(panel(page)).toContainText("A revision is created each time save is pressed.");

    await viewer.draw([20, 20, 60, 60]);
    await viewer.save();
    await expect(entries(page)).toHaveCount(1);
    await expect(panel(page)).not.toContainText("A revision is created each time save is pressed.");
    await user.client.call("annotation.save", {
      folderId: id,
      body: { set: "expert", tracks: { upsert: await storedTracks(user, id), delete: [] } },
    });
    await saveTracks(user, id, [{ ...fish, id: 1 }]);
    await saveTracks(user, id, [fish]);
    await viewer.open(id);
    const newest = entries(page).first();
    await expect(entries(page)).toHaveCount(4);
    await expect(newest.getByRole("link", { name: "Revision 4: save" })).toHaveText("4 save");
    await expect(newest.getByText("default", { exact: true })).toHaveText("default");
    await expect(entries(page).nth(2).getByText("expert", { exact: true })).toHaveText("expert");
    await expect(newest.locator("[data-kind=additions]")).toHaveText("+1");
    await expect(newest.locator("[data-kind=deletions]")).toHaveText("−1");
    const [stored] = await user.client.call("annotation.revisions", { folderId: id, sortdir: -1 });
    await expect(newest.getByRole("time")).toHaveAttribute("datetime", stored!.created);
    await expect(newest.getByRole("time")).toHaveText(/20\d\d/);
    await expect(newest.getByRole("link", { name: stored!.author_name })).toHaveAttribute("href", `/user/${user.id}`);
    expect(Object.keys(stored!).toSorted()).toEqual([
      "additions",
      "author_id",
      "author_name",
      "created",
      "dataset",
      "deletions",
      "description",
      "revision",
      "set",
    ]);
  });
  await test.step("[V-REVISION-01] [V-REVISION-02] [V-REVISION-09] a past revision is opened read-only, and one gets back to the newest", async () => {
    await entries(page).nth(3).getByRole("link", { name: "Revision 1: save" }).click();
    await expect(page).toHaveURL(new RegExp(`/viewer/${id}/revision/1$`));
    await viewer.ready();
    await expect(viewer.rows).toHaveCount(1);
    const banner = panel(page).getByRole("note");
    await expect(banner).toContainText("Past revisions are not editable");
    await expect(banner).toContainText("return to the newest one, or clone this one");
    await expect(panel(page)).not.toContainText("Choose a revision");
    await expect(entries(page).nth(3)).toHaveAttribute("aria-current", "true");
    await viewer.draw([220, 20, 260, 60]);
    await viewer.click(30, 30);
    await viewer.press("Delete");
    await expect(viewer.rows).toHaveCount(1);
    await expect(viewer.saveButton).toBeDisabled();

    await banner.getByRole("link", { name: "Return to newest revision" }).click();
    await expect(page).toHaveURL(new RegExp(`/viewer/${id}$`));
    // The drag above panned the picture, which keeps its position.
    await viewer.press("r");
    await viewer.ready();
    await expect(viewer.rows).toHaveCount(2);
    await expect(panel(page).getByRole("note")).toHaveCount(0);
    await viewer.draw([220, 20, 260, 60]);
    await expect(viewer.rows).toHaveCount(3);
    await viewer.press("Control+z", "Escape", "Escape");
    await expect(viewer.rows).toHaveCount(2);
  });
  await test.step("another revision or set is shown in the open viewer: zoom, frame, panels and pictures stay", async () => {
    await viewer.press("ArrowRight", "ArrowRight");
    await viewer.expectFrame(2);
    const corner = await viewer.at(40, 40);
    await page.mouse.move(corner.x, corner.y);
    await page.mouse.wheel(0, -400);
    await page.mouse.move(corner.x + 200, corner.y + 100);
    const place = await viewer.cursorLabel.textContent();
    const isSameCanvas = await viewer.canvas.evaluateHandle((canvas) => () => canvas.isConnected);
    /** No part of the viewer is recreated. */
    const expectTheSame = async (): Promise<void> => {
      await page.mouse.move(corner.x + 199, corner.y + 100);
      await page.mouse.move(corner.x + 200, corner.y + 100);
      await expect(viewer.cursorLabel).toHaveText(place ?? "");
      await viewer.expectFrame(2);
      await expect(panel(page)).toBeVisible();
      expect(await isSameCanvas.evaluate((is) => is())).toBe(true);
    };

    await entries(page).getByRole("link", { name: "Revision 1: save" }).click();
    await expect(viewer.rows).toHaveCount(1);
    await expect(page.getByRole("banner")).toContainText("revision 1");
    await expectTheSame();
    // The browser's back button works as well.
    await page.goBack();
    await expect(viewer.rows).toHaveCount(2);
    await expect(page.getByRole("banner")).not.toContainText("revision 1");
    await expectTheSame();
    await viewer.press("n");
    await expect(viewer.mode).toHaveText("Creating");
    await viewer.press("Escape");

    // Another set has its own journal: what is drawn in it is saved in it.
    await goWithin(page, `/viewer/${id}/set/expert`);
    await expect(viewer.rows).toHaveCount(1);
    await expectTheSame();
    await viewer.press("n");
    await page.mouse.down();
    await page.mouse.move(corner.x + 260, corner.y + 160);
    await page.mouse.up();
    await expect(viewer.rows).toHaveCount(2);
    await viewer.save();
    expect(await user.client.call("annotation.tracks", { folderId: id, set: "expert" })).toHaveLength(2);
    expect(await storedTracks(user, id)).toHaveLength(2);
  });
});

test("[V-REVISION-06] revisions come in pages: by the button, and by scrolling to the end", async ({ page, user }) => {
  const id = await createDataset(user);
  for (let save = 0; save < 45; save += 1) await saveTracks(user, id, [fish]);
  await new ViewerPage(page).open(id);
  await page.getByRole("button", { name: "Revision history" }).click();
  await expect(entries(page)).toHaveCount(20);
  // Older entries cannot be loaded: the panel says so and retries on a click, not in a loop.
  const older = "**/dive_annotation/revision?*";
  let asked = 0;
  await page.route(older, (route) => {
    asked += 1;
    return route.fulfill({ status: 500, json: { message: "broken", type: "internal" } });
  });
  await panel(page).getByRole("button", { name: "Load more" }).scrollIntoViewIfNeeded();
  await expect(panel(page).getByRole("alert")).toContainText("Could not load the revisions");
  await expect(entries(page)).toHaveCount(20);
  await page.unroute(older);
  expect(asked).toBe(1);
  await panel(page)
    .getByTestId("panel-content")
    .evaluate((content) => content.scrollTo(0, 0));
  await panel(page).getByRole("button", { name: "Try again" }).dispatchEvent("click");
  await expect(entries(page)).toHaveCount(40);
  await entries(page).last().scrollIntoViewIfNeeded();
  await panel(page)
    .getByTestId("panel-content")
    .evaluate((content) => content.scrollTo(0, content.scrollHeight));
  await expect(entries(page)).toHaveCount(45);
  await expect(panel(page).getByRole("button", { name: "Load more" })).toHaveCount(0);
  await expect(entries(page).last().getByRole("link", { name: "Revision 1: save" })).toBeAttached();
});

const sets = (page: Page) => panel(page).getByRole("list", { name: "Annotation sets of this dataset" });
const nameField = (page: Page) => panel(page).getByRole("textbox", { name: "Name of the new set" });

test("[V-SET-01] [V-SET-03] [V-SET-04] [V-SET-05] [V-SET-06] [V-SET-07] [V-SET-08] [V-SET-10] [V-SET-11] [V-TRACKLIST-04] [V-SET-02] [V-SET-12 in the viewer] sets are added, switched and compared", async ({
  page,
  user,
}) => {
  const id = await createDataset(user, { tracks: [fish] });
  const tracks = await storedTracks(user, id);
  const ofTracker = { set: "tracker", tracks: { upsert: tracks, delete: [] } };
  await user.client.call("annotation.save", { folderId: id, body: ofTracker });
  const viewer = await new ViewerPage(page).open(id);
  await page.getByRole("button", { name: "Annotation sets" }).click();
  await test.step("[V-SET-01] [V-SET-03] [V-SET-04] [V-SET-05] [V-SET-06] [V-SET-07] [V-SET-08] [V-SET-10] [V-SET-11] [V-TRACKLIST-04] sets are added and switched", async () => {
    await expect(sets(page).getByRole("listitem")).toHaveText(["default", "tracker"]);
    await expect(
      sets(page).getByRole("listitem").first().getByRole("img", { name: "This set is shown" }),
    ).toBeVisible();
    const form = panel(page).getByRole("form", { name: "Add new set" });
    const add = form.getByRole("button", { name: "Add set" });
    await expect(add).toBeDisabled();
    await nameField(page).fill("default");
    await expect(form).toContainText("Using a reserved set");
    await expect(add).toBeDisabled();
    await nameField(page).fill("");
    await expect(form).toContainText("requires at least one character");
    await expect(add).toBeDisabled();

    // Visible tracks go into the new set; unsaved changes of the current one are asked about before the switch.
    await nameField(page).blur();
    await viewer.draw([220, 20, 260, 60]);
    await viewer.press("Escape");
    await nameField(page).fill("expert");
    await expect(form).not.toContainText("requires at least one character");
    await add.click();
    await viewer.dialog.getByRole("button", { name: "Discard and leave" }).click();
    await expect(page).toHaveURL(new RegExp(`/viewer/${id}/set/expert$`));
    await viewer.ready();
    await expect(viewer.rows).toHaveCount(2);
    await expect(viewer.saveButton).toHaveText("Saved");
    const ids = async (set?: string) =>
      (await user.client.call("annotation.tracks", { folderId: id, ...(set && { set }) })).map((track) => track.id);
    expect([await ids(), await ids("expert")]).toEqual([[0], [0, 1]]);
    await expect(sets(page).getByRole("listitem")).toHaveText(["default", "expert", "tracker"]);
    await expect(sets(page).getByRole("listitem").nth(1)).toHaveAttribute("aria-current", "true");
    await nameField(page).fill("expert");
    await expect(form).toContainText("Using a reserved set");
    await expect(add).toBeDisabled();

    const row = viewer.row(1);
    await expect(row.getByRole("checkbox", { name: "Show track 1 on the picture" })).toBeVisible();
    await expect(row.getByRole("button", { name: /^Track 1,/ })).toHaveText("1");
    await expect(row.getByText("expert", { exact: true })).toHaveText("expert");
    await row.getByRole("button", { name: "Type of track 1: unknown" }).click();
    await expect(row.getByRole("combobox", { name: "Type of track 1" })).toBeVisible();
    await viewer.press("Escape");

    // Switching first asks about unsaved changes.
    await nameField(page).blur();
    await viewer.draw([20, 120, 60, 160]);
    await viewer.press("Escape");
    await sets(page).getByRole("link", { name: "Switch to the set default" }).click();
    await viewer.dialog.getByRole("button", { name: "Don't leave" }).click();
    await expect(viewer.rows).toHaveCount(3);
    await sets(page).getByRole("link", { name: "Switch to the set default" }).click();
    await viewer.dialog.getByRole("button", { name: "Save and leave" }).click();
    await expect(page).toHaveURL(new RegExp(`/viewer/${id}$`));
    await viewer.ready();
    await expect(viewer.rows).toHaveCount(1);
    await expect(viewer.row(0).getByText("default", { exact: true })).toHaveCount(0);
    expect([await ids(), await ids("expert")]).toEqual([[0], [0, 1, 2]]);
  });
  await test.step("[V-SET-02] [V-SET-12 in the viewer] checked sets are compared: their tracks are shown with those of the shown set", async () => {
    const compare = panel(page).getByRole("button", { name: "Compare", exact: true });
    await expect(compare).toBeDisabled();
    await sets(page).getByRole("checkbox", { name: "Compare with the set tracker" }).check();
    await compare.click();
    await expect(page).toHaveURL(new RegExp(`/viewer/${id}\\?comparisonSets=tracker$`));
    await viewer.ready();
    await expect(viewer.rows).toHaveCount(2);
    await expect(viewer.row(0).getByText("default", { exact: true })).toBeVisible();
    await expect(viewer.row(1).getByText("tracker", { exact: true })).toBeVisible();
    await expect(panel(page).getByRole("note")).toContainText(
      "The tracks of tracker are shown together with those of default.",
    );
    await expect(nameField(page)).toBeDisabled();
    await viewer.draw([220, 20, 260, 60]);
    await expect(viewer.rows).toHaveCount(2);
    await panel(page).getByRole("link", { name: "Stop comparing" }).click();
    await expect(page).toHaveURL(new RegExp(`/viewer/${id}$`));
    await viewer.ready();
    await expect(viewer.rows).toHaveCount(1);
  });
  await test.step("an address that names a set that is not there says so, until a save has made it", async () => {
    await page.goto(`/viewer/${id}/set/nosuch`);
    await viewer.ready();
    const notice = page.getByTestId("missing-set");
    await expect(notice).toContainText("There is no set “nosuch” in this dataset. Saving creates it.");
    await notice.getByRole("link", { name: "Open the default set" }).click();
    await expect(page).toHaveURL(new RegExp(`/viewer/${id}$`));
    await viewer.ready();
    await expect(viewer.rows).toHaveCount(1);
    await expect(notice).toBeHidden();
    await page.goto(`/viewer/${id}/set/nosuch`);
    await viewer.ready();
    await expect(notice).toBeVisible();
    await viewer.draw([20, 120, 60, 160]);
    await viewer.press("Escape");
    await viewer.saveButton.click();
    await expect(viewer.saveButton).toContainText("Saved");
    await expect(notice).toBeHidden();
  });
});
