/** Cloning a dataset, from the data pages and from the viewer. */
import { createFolder, expect, test } from "./support/app.ts";
import { row } from "./support/browser.ts";
import { createDataset, storedTracks, ViewerPage } from "./support/viewer.ts";

const fish = { id: 0, type: "fish", keyframes: { 0: [10, 10, 60, 60] } } as const;

test("[S-CLONE-01] [S-CLONE-02] [S-CLONE-03] [S-CLONE-04] [S-CLONE-05] [S-CLONE-06] [S-CLONE-07] [S-CLONE-09] [S-CLONE-10] [S-CLONE-11] [S-CLONE-12] a dataset is cloned into a folder", async ({
  page,
  user,
}) => {
  const id = await createDataset(user, { name: "reef", tracks: [fish] });
  const survey = await createFolder(user, "Survey");
  await page.goto("/");
  await row(page, "reef").click();
  await page.getByRole("region", { name: "Details" }).getByRole("button", { name: "Clone", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Clone a dataset" });
  await expect.poll(async () => (await dialog.boundingBox())?.width).toBe(800);
  await expect(dialog.getByTestId("clone-source")).toHaveText("reef");
  await expect(dialog).not.toContainText("references");
  const name = dialog.getByRole("textbox", { name: "Name of the clone" });
  await expect(name).toHaveValue("Clone of reef");
  const submit = dialog.locator("button[type=submit]");
  await expect(submit).toHaveText("Choose a destination folder...");
  await expect(submit).toBeDisabled();

  // The folder picker starts at the user's own folder; datasets are listed, but cannot be chosen.
  const path = dialog.getByRole("navigation", { name: "Destination path" });
  await expect(path.getByRole("button").nth(1)).toHaveText(/\(your folder\)$/);
  const folders = dialog.getByRole("list", { name: "Folders" });
  await expect(folders.getByRole("button", { name: /^reef/ })).toBeDisabled();
  await folders.getByRole("button", { name: "Survey" }).click();
  await expect(submit).toHaveText("Clone into Survey");
  await expect(path.getByRole("button", { name: "Survey" })).toBeVisible();
  await submit.click();
  await expect(page).toHaveURL(/\/viewer\/[0-9a-f]{24}$/);
  const clone = { _id: page.url().split("/").at(-1) ?? "" };
  const viewer = await new ViewerPage(page).ready();
  await expect(viewer.rows).toHaveCount(1);
  expect(await user.client.call("folder.get", { id: clone._id })).toMatchObject({
    name: "Clone of reef",
    parentId: survey._id,
    foreign_media_id: id,
  });

  // A clone of the clone, from the viewer: it fails, and can be retried.
  await page.getByRole("button", { name: "Clone", exact: true }).click();
  await expect(dialog).toContainText("both datasets only reference their media");
  await expect(dialog.getByRole("link", { name: "media source dataset" })).toHaveAttribute("href", `/viewer/${id}`);
  await expect(name).toHaveValue("Clone of Clone of reef");
  await name.fill("Clone of reef");
  await folders.getByRole("button", { name: "Survey" }).click();
  await submit.click();
  const failure = dialog.getByRole("alert");
  await expect(failure).toContainText("A folder with that name already exists here.");
  expect(await failure.evaluate((alert) => getComputedStyle(alert).getPropertyValue("--alert-color"))).toBe("#ffbcb6");
  await failure.getByRole("button", { name: "Dismiss" }).click();
  await expect(failure).toHaveCount(0);
  await dialog.getByRole("button", { name: "New folder" }).click();
  await dialog.getByRole("textbox", { name: "Name of the new folder" }).fill("Second look");
  await dialog.getByRole("textbox", { name: "Name of the new folder" }).press("Enter");
  await expect(submit).toHaveText("Clone into Second look");
  await dialog.getByRole("button", { name: "Cancel" }).click();

  // No folder of ours has an empty name, but a response from elsewhere may contain one.
  const address = page.url();
  // So that the next page interrupts no requests.
  await page.goto("about:blank");
  await page.route("**/api/v1/folder?*", async (route) => {
    const answer = await route.fetch();
    const list = (await answer.json()) as { name: string }[];
    await route.fulfill({
      response: answer,
      json: list.map((each) => (each.name === "Survey" ? { ...each, name: "" } : each)),
    });
  });
  await page.goto(address);
  await viewer.ready();
  await page.getByRole("button", { name: "Clone", exact: true }).click();
  await folders.getByRole("button").filter({ hasNotText: /./ }).click();
  await expect(submit).toHaveText("Something went wrong");
  await expect(submit).toBeDisabled();
});

test("[S-CLONE-08 in the dialog] a past revision is cloned as it was then; what is not saved is asked about", async ({
  page,
  user,
}) => {
  const id = await createDataset(user, { name: "reef", tracks: [fish] });
  await user.client.call("annotation.save", { folderId: id, body: { tracks: { upsert: [], delete: [0] } } });
  await createFolder(user, "Survey");
  const viewer = await new ViewerPage(page).open(id);
  await viewer.draw([20, 20, 60, 60]);
  await viewer.press("Escape");
  await page.getByRole("button", { name: "Clone", exact: true }).click();
  await viewer.dialog.getByRole("button", { name: "Save and clone" }).click();
  const dialog = page.getByRole("dialog", { name: "Clone a dataset" });
  await expect(dialog.getByTestId("clone-source")).toHaveText("reef");
  await expect(viewer.saveButton).toHaveText(/^Saved/);
  await viewer.press("Escape");

  await viewer.goToRevision(id, 1);
  await page.getByRole("button", { name: "Revision history" }).click();
  await page.getByRole("button", { name: "Clone this revision" }).click();
  await expect(dialog.getByTestId("clone-source")).toHaveText("reef, revision 1");
  await expect(dialog.getByRole("textbox", { name: "Name of the clone" })).toHaveValue("Clone of reef revision 1");
  await dialog.getByRole("list", { name: "Folders" }).getByRole("button", { name: "Survey" }).click();
  await dialog.getByRole("button", { name: "Clone into Survey" }).click();
  await expect(page).not.toHaveURL(new RegExp(id));
  await viewer.ready();
  await expect(viewer.rows).toHaveCount(1);
  await expect(viewer.row(0)).toContainText("fish");
  const cloned = page.url().split("/").at(-1) ?? "";
  expect((await storedTracks(user, cloned)).map((track) => track.id)).toEqual([0]);
});

test("owners see the clones of a dataset in its details and cut one off", async ({ page, user }) => {
  const id = await createDataset(user, { name: "reef", tracks: [fish] });
  const survey = await createFolder(user, "Survey");
  for (const name of ["first look", "second look"]) {
    await user.client.call("dataset.clone", { cloneId: id, parentFolderId: survey._id, name });
  }
  await page.goto("/");
  await row(page, "reef").click();
  const clones = page.getByRole("region", { name: "Details" }).getByRole("region", { name: "Clones" });
  await expect(clones).toContainText("2 clones");
  await clones.getByRole("button", { name: "Remove media from first look" }).click();
  const dialog = page.getByRole("dialog", { name: "Remove the media of a clone?" });
  await expect(dialog).toContainText("Annotations are kept.");
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await expect(clones.getByText("Media removed")).toHaveCount(0);
  await clones.getByRole("button", { name: "Remove media from first look" }).click();
  await dialog.getByRole("button", { name: "Remove media" }).click();
  await expect(clones.getByText("Media removed")).toHaveCount(1);
  const found = await user.client.call("dataset.clones", { id });
  expect(found.map(({ name, cut }) => [name, cut !== null]).sort()).toEqual([
    ["first look", true],
    ["second look", false],
  ]);
  const [cut] = found.filter((one) => one.cut !== null);
  await expect(user.client.call("dataset.media", { id: cut?._id ?? "" })).rejects.toMatchObject({ status: 403 });
});
