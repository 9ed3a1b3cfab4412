/** Giving and taking access. */
import { expectAccessible } from "./support/accessibility.ts";
import { createFolder, createUser, expect, goWithin, test } from "./support/app.ts";
import { row } from "./support/browser.ts";

test("[S-BROWSE-15] access control: given and taken, of folders and of collections, and what those see who do not own one", async ({
  page,
  user,
  server,
}) => {
  await test.step("[S-BROWSE-15] right click on a collection or a folder opens its access control, which gives and takes access", async () => {
    const reader = await createUser(server);
    const survey = await createFolder(user, "Survey");
    const north = await createFolder(user, "North", survey);
    const deep = await createFolder(user, "Deep", north);
    await page.goto(`/folder/${survey._id}`);
    await row(page, "North").click({ button: "right", position: { x: 300, y: 12 } });
    const dialog = page.getByRole("dialog", { name: "Access control of North" });
    await expect(dialog.getByRole("table", { name: "Who has access" })).toContainText(user.login);
    await expect(page.getByRole("menu")).toHaveCount(0);
    // Users cannot lock themselves out.
    await expect(dialog.getByRole("button", { name: `Remove access for ${user.login}` })).toBeDisabled();
    await expectAccessible(page, "access control");

    const person = dialog.getByRole("combobox", { name: "Add a person or a group" });
    await person.fill(reader.login.slice(0, -1));
    await page.getByRole("option", { name: new RegExp(`^${reader.login} `) }).click();
    const level = dialog.getByRole("combobox", { name: `Access for ${reader.login}` });
    await expect(level).toHaveValue("Can read");
    await level.click();
    await page.getByRole("option", { name: "Can edit" }).click();
    await dialog.getByRole("checkbox", { name: "Apply to everything inside" }).check();
    await dialog.getByRole("switch", { name: "Public" }).uncheck();
    await dialog.getByRole("button", { name: "Save" }).click();
    await expect(dialog).toHaveCount(0);
    await expect(page.getByText("Access to North was updated")).toBeVisible();
    for (const id of [north._id, deep._id]) {
      expect(await reader.client.call("folder.get", { id })).toMatchObject({ _accessLevel: 1, public: false });
    }

    // Via the menu, opened with the keyboard; then removed again.
    await row(page, "North").focus();
    await page.keyboard.press("Shift+F10");
    await page.getByRole("menuitem", { name: "Access control" }).click();
    await dialog.getByRole("button", { name: `Remove access for ${reader.login}` }).click();
    await dialog.getByRole("button", { name: "Save" }).click();
    await expect(dialog).toHaveCount(0);
    await expect(reader.client.call("folder.get", { id: north._id })).rejects.toMatchObject({ status: 403 });
    expect(await reader.client.call("folder.get", { id: deep._id })).toMatchObject({ _accessLevel: 1 });
  });

  await test.step("[S-BROWSE-15] a collection; and what those see who do not own it", async () => {
    const name = `Archive ${user.login}`;
    const collection = await server.client.call("collection.create", { name, public: true });
    await goWithin(page, "/collections");
    await row(page, name).click({ button: "right", position: { x: 300, y: 12 } });
    const dialog = page.getByRole("dialog", { name: `Access control of ${name}` });
    await expect(dialog).toContainText("Only owners can view and change the access list.");
    await expect(dialog.getByRole("button", { name: "Save" })).toHaveCount(0);
    await page.keyboard.press("Escape");
    const access = JSON.stringify({ users: [{ id: user.id, level: 2 }], groups: [] });
    await server.client.call("collection.setAccess", { id: collection._id, access });
    await page.reload();
    await row(page, name).click({ button: "right", position: { x: 300, y: 12 } });
    await dialog.getByRole("switch", { name: "Public" }).uncheck();
    await dialog.getByRole("button", { name: "Save" }).click();
    await expect(dialog).toHaveCount(0);
    expect((await server.client.call("collection.get", { id: collection._id })).public).toBe(false);
    // Other tests on this server see all collections.
    await server.client.call("collection.delete", { id: collection._id });
  });
});
