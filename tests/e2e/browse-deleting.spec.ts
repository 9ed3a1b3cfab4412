/** Deleting and moving in the data browser: confirmed first, refused with a reason. */
import { createImageDataset } from "../support/dataset.ts";
import { createFolder, createUser, expect, goWithin, test } from "./support/app.ts";
import { folderWith, row, rows } from "./support/browser.ts";

test("[S-BROWSE-20, S-BROWSE-21, S-DIALOG-01, S-DIALOG-02] [S-ERROR-05, S-ERROR-06] [S-PERM-04] deleting asks first, by mouse and keyboard, unless that is turned off; what fails is reported", async ({
  page,
  server,
  user,
}) => {
  await test.step("[S-BROWSE-20, S-DIALOG-01, S-DIALOG-02] deleting asks first; the dialog is worked by left, right and enter", async () => {
    const folder = await folderWith(user, ["A", "B", "C"]);
    const [inA] = await user.client.call("folder.list", { parentType: "folder", parentId: folder._id, name: "A" });
    const dataset = await createImageDataset(user.client, "reef");
    const into = { parentType: "folder", parentId: inA?._id ?? "" } as const;
    await user.client.call("resource.move", { resources: { folder: [dataset] }, ...into });
    await page.goto(`/folder/${folder._id}`);
    await row(page, "A").getByRole("checkbox").check();
    await row(page, "B").getByRole("checkbox").check();
    const toolbar = page.getByRole("toolbar");
    await toolbar.getByRole("button", { name: "Delete" }).click();
    const dialog = page.getByRole("dialog", { name: "Delete" });
    await expect(dialog).toContainText("Do you want to delete selected items?");
    await expect(dialog).toContainText("With everything inside: 1 dataset.");
    await expect(dialog).toContainText("stay in the trash for 30 days");
    await expect(dialog).not.toContainText("cannot be undone");
    const cancel = dialog.getByRole("button", { name: "Cancel" });
    const positive = dialog.getByRole("button", { name: "Delete" });
    await expect(cancel).toBeFocused();
    await page.keyboard.press("ArrowRight");
    await expect(positive).toBeFocused();
    await page.keyboard.press("ArrowLeft");
    await expect(cancel).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(dialog).toBeHidden();
    await expect(rows(page)).toHaveCount(3);

    const refused: string[] = [];
    page.on("response", (response) => response.status() >= 400 && refused.push(response.url()));
    await toolbar.getByRole("button", { name: "Delete" }).click();
    await expect(cancel).toBeFocused();
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("Enter");
    await expect(rows(page)).toHaveCount(1);
    await expect(row(page, "C")).toBeFocused();

    // Delete one that the details panel shows: no further requests are made about it.
    await page.keyboard.press("Space");
    await expect(page.getByRole("heading", { level: 2, name: "C" })).toBeVisible();
    await page.keyboard.press("Delete");
    await expect(cancel).toBeFocused();
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("Enter");
    await expect(page.getByText("This folder is empty")).toBeVisible();
    await expect(page.getByRole("button", { name: "Upload" }).last()).toBeFocused();
    expect(refused).toEqual([]);
  });

  await test.step("[S-ERROR-05, S-ERROR-06] a delete that fails is reported in the words of the case", async () => {
    const folder = await createFolder(user, "Kept");
    await createFolder(user, "A", folder);
    let status = 403;
    await page.route("**/api/v1/resource?*", (route) =>
      route.request().method() === "DELETE"
        ? route.fulfill({ status, json: { message: "Admin access denied for folder x (user y).", type: "access" } })
        : route.fallback(),
    );
    await goWithin(page, `/folder/${folder._id}`);
    await row(page, "A").getByRole("checkbox").check();
    const remove = async () => {
      await page.getByRole("toolbar").getByRole("button", { name: "Delete" }).click();
      await page.getByRole("dialog", { name: "Delete", exact: true }).getByRole("button", { name: "Delete" }).click();
    };
    const failed = page.getByRole("dialog", { name: "Delete failed" });
    await remove();
    await expect(failed).toContainText("You do not have permission to delete selected resource(s).");
    await failed.getByRole("button", { name: "OK" }).click();
    status = 500;
    await remove();
    await expect(failed).toContainText("Unable to delete resource(s)");
    await failed.getByRole("button", { name: "OK" }).click();
    await expect(row(page, "A")).toBeVisible();
    await page.unroute("**/api/v1/resource?*");
  });

  await test.step("[S-PERM-04] without the right to delete data or a model, a message says so and both stay", async () => {
    const owner = await createUser(server);
    const shared = await createFolder(owner, "Shared");
    const data = await owner.client.call("folder.create", { parentId: shared._id, name: "Reef" });
    const metadata = { trained_pipeline: true, folderId: data._id };
    const model = await owner.client.call("folder.create", { parentId: shared._id, name: "Fish model", metadata });
    const share = (level: number) => {
      const users = [
        { id: owner.id, level: 2 },
        { id: user.id, level },
      ];
      const access = JSON.stringify({ users, groups: [] });
      return owner.client.call("folder.setAccess", { id: shared._id, access, recurse: true });
    };
    for (const name of ["Reef", "Fish model"]) {
      await share(2);
      await page.goto(`/folder/${shared._id}`);
      await row(page, name).getByRole("checkbox").check();
      // The right is revoked while the page is open; if it is missing from the start, nothing is offered.
      await share(1);
      await page.getByRole("toolbar").getByRole("button", { name: "Delete" }).click();
      await page.getByRole("dialog", { name: "Delete", exact: true }).getByRole("button", { name: "Delete" }).click();
      const failed = page.getByRole("dialog", { name: "Delete failed" });
      await expect(failed).toContainText("You do not have permission to delete selected resource(s).");
      await failed.getByRole("button", { name: "OK" }).click();
      await expect(row(page, name)).toBeVisible();
    }
    expect((await owner.client.call("folder.get", { id: data._id })).name).toBe("Reef");
    expect((await owner.client.call("folder.get", { id: model._id })).name).toBe("Fish model");
  });

  await test.step("[S-BROWSE-21] asking before deleting can be turned off", async () => {
    const folder = await createFolder(user, "Unasked");
    for (const name of ["A", "B"]) await createFolder(user, name, folder);
    await goWithin(page, `/folder/${folder._id}`);
    const ask = page.getByRole("checkbox", { name: "Ask before deleting" });
    await expect(ask).toBeChecked();
    await ask.click();
    await row(page, "A").click({ position: { x: 300, y: 12 } });
    await page.getByRole("toolbar").getByRole("button", { name: "Delete" }).click();
    await expect(rows(page)).toHaveCount(1);
  });
});

test("a deleted folder comes back by one click, from the message and from the trash, and goes for good when asked", async ({
  page,
  user,
}) => {
  const folder = await folderWith(user, ["A", "B"]);
  await page.goto(`/folder/${folder._id}`);
  const remove = async (name: string): Promise<void> => {
    await row(page, name).getByRole("checkbox").check();
    await page.getByRole("toolbar").getByRole("button", { name: "Delete" }).click();
    await page.getByRole("dialog", { name: "Delete" }).getByRole("button", { name: "Delete" }).click();
    await expect(row(page, name)).toBeHidden();
  };
  await remove("A");
  // With the keyboard: the message goes, and the focus is in the list again.
  await row(page, "B").focus();
  await page.getByRole("button", { name: "Undo" }).focus();
  await page.keyboard.press("Enter");
  await expect(row(page, "A")).toBeVisible();
  await expect(page.getByRole("button", { name: "Undo" })).toHaveCount(0);
  await expect(row(page, "B")).toBeFocused();
  await expect(page.getByText("is back where it was.")).toBeVisible();

  await remove("A");
  await remove("B");
  await page.getByRole("tab", { name: "Trash" }).click();
  const deleted = page.getByRole("table", { name: "Deleted folders, datasets and files" });
  const rowOf = (name: string) => deleted.getByRole("row").filter({ has: page.getByText(name, { exact: true }) });
  await expect(rowOf("A")).toContainText(`${user.login} / ${folder.name}`);
  await page.getByRole("button", { name: "Restore A" }).click();
  await expect(rowOf("A")).toBeHidden();
  await page.getByRole("button", { name: "Delete B for good" }).click();
  const question = page.getByRole("dialog", { name: "Delete for good" });
  await expect(question).toContainText("Delete “B” with everything in it for good?");
  await question.getByRole("button", { name: "Delete for good" }).click();
  await expect(page.getByText("The trash is empty")).toBeVisible();
  await page.getByRole("button", { name: "Show it" }).last().click();
  await expect(rows(page)).toHaveCount(1);
  await expect(row(page, "A")).toBeVisible();

  // A picture of a dataset, too.
  const dataset = await createImageDataset(user.client, "reef");
  await goWithin(page, `/folder/${dataset}`);
  await row(page, "image-0.png").getByRole("button").click();
  await page.getByRole("menuitem", { name: "Delete" }).click();
  const dialog = page.getByRole("dialog", { name: "Delete" });
  await expect(dialog).toContainText("stay in the trash for 30 days");
  await dialog.getByRole("button", { name: "Delete" }).click();
  await expect(rows(page)).toHaveCount(1);
  const said = page.locator(".mantine-Notification-root", { hasText: "image-0.png" });
  await said.getByRole("button", { name: "Undo" }).click();
  await expect(rows(page)).toHaveCount(2);
  await expect(page.getByText("“image-0.png” is back where it was.")).toBeVisible();
});

test("what is selected is moved into another folder, not into itself, and a twin there is reported", async ({
  page,
  user,
}) => {
  const survey = await createFolder(user, "Survey");
  const archive = await createFolder(user, "Archive");
  const ids = new Map<string, string>();
  for (const name of ["Reef", "Sand", "Twin"]) ids.set(name, (await createFolder(user, name, survey))._id);
  await createFolder(user, "Twin", archive);
  await page.goto(`/folder/${survey._id}`);
  const select = (name: string) => page.getByRole("row", { name }).getByRole("checkbox").click();
  await select("Reef");
  await select("Sand");
  const bar = page.getByRole("toolbar", { name: "2 selected" });
  await bar.getByRole("button", { name: "Move" }).click();
  const dialog = page.getByRole("dialog", { name: "Move 2 items" });
  await expect(dialog).toContainText("Reef, Sand");
  const folders = dialog.getByRole("list", { name: "Folders" });
  await expect(dialog.getByRole("button", { name: "Choose a destination folder..." })).toBeDisabled();
  await folders.getByRole("button", { name: "Survey" }).click();
  const path = dialog.getByRole("navigation", { name: "Destination path" });
  // The path does not wait for the server: late content must not move a click target.
  const twin = ids.get("Twin") ?? "";
  let answer = (): void => undefined;
  const held = new Promise<void>((resolve) => (answer = resolve));
  await page.route(`**/api/v1/folder/${twin}/rootpath*`, async (route) => {
    await held;
    await route.continue();
  });
  // A moved folder offers no path into itself.
  await expect(folders.getByRole("button", { name: "Reef" })).toBeDisabled();
  await folders.getByRole("button", { name: "Twin" }).click();
  await expect(path.getByRole("button")).toHaveText(["All data", /your folder/, "Survey", "Twin", "New folder"]);
  answer();
  await expect(dialog.getByRole("button", { name: "Move into Twin" })).toBeEnabled();
  await path.getByRole("button").nth(1).click();
  await folders.getByRole("button", { name: "Archive" }).click();
  await dialog.getByRole("button", { name: "Move into Archive" }).click();
  await expect(page.getByText("2 items were moved into “Archive”.")).toBeVisible();
  await expect(page.getByRole("row", { name: "Reef" })).toHaveCount(0);
  for (const name of ["Reef", "Sand"])
    expect((await user.client.call("folder.get", { id: ids.get(name) ?? "" })).parentId).toBe(archive._id);

  await page.getByRole("button", { name: "Actions for Twin" }).click();
  await page.getByRole("menuitem", { name: "Move" }).click();
  const one = page.getByRole("dialog", { name: "Move 1 item" });
  await one.getByRole("list", { name: "Folders" }).getByRole("button", { name: "Archive" }).click();
  await one.getByRole("button", { name: "Move into Archive" }).click();
  await expect(one.getByRole("alert")).toContainText("A folder with that name already exists here.");
  expect((await user.client.call("folder.get", { id: ids.get("Twin") ?? "" })).parentId).toBe(survey._id);
});
