/** The administrators' view of the running site, and accounts: groups, settings, health, audit log, mail. */
import { mkdir, mkdtemp, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { loadSampleMedia } from "../../server/sample/sample-media.ts";
import { openPostOffice } from "../support/post-office.ts";
import { expectAccessible } from "./support/accessibility.ts";
import { expect, goWithin, signIn, startApp, test } from "./support/app.ts";

test("accounts, groups, settings, health and the audit list of a site; a group is given access", async ({
  browser,
}) => {
  test.setTimeout(90_000);
  const server = await startApp();
  const page = await browser.newPage({ baseURL: server.url });
  try {
    await signIn(page, server, server.token);
    await page.goto("/admin/users");
    await page.getByRole("button", { name: "New user" }).click();
    const form = page.getByRole("dialog", { name: "New user" });
    for (const [label, text] of [
      ["Login", "ad"],
      ["Email", "ada@example.org"],
      ["First name", "Ada"],
      ["Last name", "Lovelace"],
      ["Password", "a good password"],
    ] as const)
      await form.getByLabel(label, { exact: true }).fill(text);
    await form.getByRole("button", { name: "Create" }).click();
    await expect(form.getByText("Login must be at least 4 characters", { exact: false })).toBeVisible();
    await form.getByLabel("Login", { exact: true }).fill("ada1");
    await form.getByRole("button", { name: "Create" }).click();
    await expect(page.getByText("ada1 was created")).toBeVisible();
    await page.getByRole("searchbox", { name: "Filter by login or name" }).fill("lovel");
    const row = page.getByRole("row", { name: /ada1/ });
    await expect(page.getByRole("row")).toHaveCount(2);
    await row.getByRole("button", { name: "Actions for ada1" }).click();
    await page.getByRole("menuitem", { name: "Use a private queue" }).click();
    const worker = page.getByRole("dialog", { name: "ada1 now has a private queue" });
    await expect(worker.getByText("npx wakeline worker --queues ada1@private", { exact: true })).toBeVisible();
    await worker.getByRole("button", { name: "Close" }).click();
    await expect(row.getByText("Private queue")).toBeVisible();
    await row.getByRole("button", { name: "Actions for ada1" }).click();
    await page.getByRole("menuitem", { name: "One-time link..." }).click();
    const link = (await page.getByTestId("one-time-link").textContent()) ?? "";
    await page.getByRole("dialog", { name: "One-time link for ada1" }).getByRole("button", { name: "Close" }).click();

    // The link signs in and asks for a new password, without the old one.
    const other = await browser.newPage();
    await other.goto(link);
    const change = other.getByRole("dialog", { name: "Change password" });
    await expect(change.getByLabel("Current password")).toHaveCount(0);
    await change.getByLabel("New password", { exact: true }).fill("another password");
    await change.getByLabel("Confirm password").fill("another password");
    await change.getByRole("button", { name: "Change password" }).click();
    await expect(other.getByText("Your password was changed.")).toBeVisible();

    await page.getByRole("tab", { name: "Groups" }).click();
    await page.getByRole("button", { name: "New group" }).click();
    await page.getByRole("dialog", { name: "New group" }).getByLabel("Name").fill("Divers");
    await page.getByRole("dialog", { name: "New group" }).getByRole("button", { name: "Create" }).click();
    const members = page.getByRole("dialog", { name: "Members of Divers" });
    await members.getByRole("combobox", { name: "Add a member" }).fill("ada");
    await page.getByRole("option", { name: "ada1 (Ada Lovelace)" }).click();
    await expect(members.getByRole("row", { name: /ada1/ })).toBeVisible();
    await members.getByRole("button", { name: "Close" }).click();
    // An access dialog offers the group, and its members get access through it.
    const { _id: folder } = await server.client.call("folder.create", {
      parentType: "user",
      parentId: server.userId,
      name: "Reef",
    });
    await goWithin(page, `/user/${server.userId}`);
    await page.getByRole("row", { name: /Reef/ }).click({ button: "right" });
    const access = page.getByRole("dialog", { name: /Reef/ });
    await access.getByRole("combobox", { name: "Add a person or a group" }).fill("dive");
    await page.getByRole("option", { name: "Divers" }).click();
    await access.getByRole("button", { name: "Save" }).click();
    await expect(access).toBeHidden();
    await goWithin(other, `/folder/${folder}`);
    await expect(other.getByRole("heading", { level: 1, name: "Reef" })).toBeVisible();
    await other.close();

    await goWithin(page, "/admin/settings");
    await page.getByLabel("Session length in days").fill("7");
    await page.getByRole("button", { name: "Save" }).click();
    await expect(page.getByText("The settings were saved")).toBeVisible();
    expect(await server.client.call("system.setting", { key: "core.cookie_lifetime" })).toBe(7);
    await test.step("what others store meanwhile is shown, and nothing that was typed is lost", async () => {
      const [days, contact] = [page.getByLabel("Session length in days"), page.getByLabel("Contact email")];
      await contact.fill("reef@example.org");
      const store = (key: string, value: unknown) =>
        server.client.call("system.setSetting", { list: [{ key, value }] });
      // As when the administrator comes back from another window.
      const comeBack = () => page.evaluate(() => window.dispatchEvent(new Event("visibilitychange")));
      const overtaken = page.getByText("Someone else has changed settings that you have changed here.");
      await store("core.cookie_lifetime", 9);
      await expect(async () => {
        await comeBack();
        await expect(days).toHaveValue("9", { timeout: 1000 });
      }).toPass();
      await expect(contact).toHaveValue("reef@example.org");
      await expect(overtaken).toHaveCount(0);
      await store("core.contact_email_address", "bay@example.org");
      await expect(async () => {
        await comeBack();
        await expect(overtaken).toBeVisible({ timeout: 1000 });
      }).toPass();
      await expect(contact).toHaveValue("reef@example.org");
      await page.getByRole("button", { name: "Discard my changes" }).click();
      await expect(contact).toHaveValue("bay@example.org");
      await expect(overtaken).toHaveCount(0);
    });

    await page.getByRole("tab", { name: "Health" }).click();
    await expect(page.getByRole("region", { name: "Database" })).toContainText(/Responds in \d+ ms/);
    await expect(page.getByRole("region", { name: "Storage" })).toContainText(/ of .* free/);
    await expect(page.getByRole("region", { name: "Mail" })).toContainText("Not set up");
    await expect(page.getByRole("region", { name: "Job queues" }).getByRole("row", { name: /convert/ })).toBeVisible();

    await page.getByRole("tab", { name: "Audit" }).click();
    const audit = page.getByRole("table", { name: "Audit" });
    await expect(audit.getByRole("row").nth(3)).toContainText(
      "Changed a settingSession length in daysSession length in days: – → 7",
    );
    await page.getByText("Access", { exact: true }).click();
    await expect(audit.getByRole("row")).toHaveCount(2);
    await expect(audit.getByRole("row", { name: /Changed the access Reef/ })).toContainText(
      "Group Divers: – → can read",
    );
    await page.getByRole("searchbox", { name: "Filter by person or target" }).fill("nothing like it");
    await expect(page.getByText("No changes match")).toBeVisible();
  } finally {
    await page.close();
    await server.close();
  }
});

test("a forgotten password: the old link opens the form, the mail's link a dialog for a new one", async ({
  browser,
}) => {
  const postOffice = await openPostOffice();
  const server = await startApp({ smtpUrl: postOffice.url, mailFrom: "a@example.org", siteUrl: "http://site.invalid" });
  const page = await browser.newPage({ baseURL: server.url });
  try {
    const eve = await server.createUser("eve1");
    await page.goto("/girder#?dialog=resetpassword");
    await page.getByLabel("Email").fill("eve1@example.org");
    await page.getByRole("button", { name: "Send the link" }).click();
    await expect(page.getByRole("status")).toContainText("If an account has this address, a link is on its way.");
    await expect.poll(() => postOffice.mails.length).toBe(1);
    const link = /http:\/\/site\.invalid(\S+)/.exec(postOffice.mails[0]?.text ?? "")?.[1] ?? "";
    await page.goto(link);
    const change = page.getByRole("dialog", { name: "Change password" });
    await change.getByLabel("New password", { exact: true }).fill("a new password");
    await change.getByLabel("Confirm password").fill("a new password");
    await change.getByRole("button", { name: "Change password" }).click();
    await expect(page.getByText("Your password was changed.")).toBeVisible();
    expect(await eve.client.call("user.me", {})).toBeNull();
    expect(page.url()).toBe(`${server.url}/account`);
  } finally {
    await page.close();
    await server.close();
    await postOffice.close();
  }
});

test("an administrator adds a media source, tries its import, imports it, and sees what became of its files", async ({
  browser,
}) => {
  const root = await realpath(await mkdtemp(join(tmpdir(), "wakeline-place-")));
  const film = (await loadSampleMedia()).video.files[0]!.bytes;
  await writeFile(join(root, "reef.mp4"), film);
  await writeFile(join(root, "notes.pdf"), "%PDF");
  const server = await startApp({ mediaRoots: [root, `${root} moved`] });
  const page = await browser.newPage({ baseURL: server.url });
  try {
    await signIn(page, server, server.token);
    await page.goto("/admin/storage");
    const places = page.getByRole("table", { name: "Storage" });
    await expect(places.getByRole("row", { name: /Disk/ })).toContainText(/Uploads.* of /);
    await page.getByRole("button", { name: "Add media source" }).click();
    const adding = page.getByRole("dialog", { name: "Add media source" });
    await adding.getByLabel("Folder or bucket").fill("/etc");
    await adding.getByRole("button", { name: "Add media source" }).click();
    await expect(adding.getByRole("alert")).toContainText("WAKELINE_MEDIA_ROOTS");
    await adding.getByLabel("Folder or bucket").fill(root);
    await adding.getByLabel("Name").fill("Cruises");
    await adding.getByRole("button", { name: "Add media source" }).click();
    await expect(places.getByRole("row", { name: /Cruises/ })).toContainText("Media in place");

    await page.getByRole("button", { name: "Import Cruises" }).click();
    const importing = page.getByRole("dialog", { name: "Import Cruises" });
    await expect(importing.getByRole("button", { name: "Try without importing" })).toBeDisabled();
    await importing.getByLabel("Folder in the media source").fill("Reef 2025");
    await importing.getByText("Private", { exact: true }).click();
    await importing.getByRole("button", { name: "Try without importing" }).click();
    await expect(importing.getByText("There are no files in Reef 2025/ of Cruises", { exact: false })).toBeVisible();
    await importing.getByRole("button", { name: "Back" }).click();
    await importing.getByLabel("Folder in the media source").fill("");
    await importing.getByText("Private", { exact: true }).click();
    await importing.getByRole("button", { name: "Try without importing" }).click();
    await expect(importing.getByText("reef would be a new dataset of 1 file.", { exact: false })).toBeVisible();
    await importing.getByRole("button", { name: "Back" }).click();
    await importing.getByText("Private", { exact: true }).click();
    await importing.getByRole("button", { name: "Import into Private" }).click();
    await expect(
      importing.getByText("notes.pdf is not a kind of file that can be imported", { exact: false }),
    ).toBeVisible();
    await expect(importing.getByText("Success")).toBeVisible();
    await expectAccessible(page, "import of a place");
    await importing.getByRole("button", { name: "Close" }).click();

    // A file that changes under its annotations is named when the dataset opens, until that is closed.
    const { client, userId } = server;
    const [own] = await client.call("folder.list", { parentType: "user", parentId: userId, name: "Private" });
    const [reef] = await client.call("folder.list", { parentType: "folder", parentId: own?._id ?? "" });
    await writeFile(join(root, "reef.mp4"), film);
    await page.getByRole("button", { name: "Import Cruises" }).click();
    await importing.getByText("Private", { exact: true }).click();
    await importing.getByRole("button", { name: "Import into Private" }).click();
    await expect(importing.getByText("1 dataset, 0 new.", { exact: false })).toBeVisible();
    const viewer = await browser.newPage({ baseURL: server.url });
    await signIn(viewer, server, server.token);
    const notice = viewer.getByRole("alert").filter({ hasText: "Media changed after they were annotated" });
    await viewer.goto(`/viewer/${reef?._id ?? ""}`);
    await expect(notice).toContainText("reef.mp4 was replaced in its place of media");
    await notice.getByRole("button", { name: "Close" }).click();
    await expect(notice).toBeHidden();
    await viewer.reload();
    await expect(viewer.getByRole("button", { name: /Dataset info/ })).toBeVisible();
    await expect(notice).toBeHidden();
    await viewer.close();
    await importing.getByRole("button", { name: "Close" }).click();

    await rm(join(root, "reef.mp4"));
    await page.getByRole("button", { name: "Check Cruises" }).click();
    const checking = page.getByRole("dialog", { name: "Check Cruises" });
    await expect(checking.getByText("reef.mp4 is no longer in its media source", { exact: false })).toBeVisible();
    await expect(checking.getByText("0 changed, 1 gone, 0 new.", { exact: false })).toBeVisible();
    await expectAccessible(page, "check of a place");
    await checking.getByRole("button", { name: "Close" }).click();

    // It moves: datasets are said to find their files elsewhere, before and after.
    const moved = `${root} moved`;
    await mkdir(moved);
    await page.getByRole("button", { name: "Edit Cruises" }).click();
    const editing = page.getByRole("dialog", { name: "Edit Cruises" });
    await expect(editing.getByRole("status")).toHaveText("Datasets of this media source stay as they are.");
    await expect(editing.getByRole("button", { name: "Try without changing" })).toBeDisabled();
    await editing.getByLabel("Folder or bucket").fill(moved);
    await expect(editing.getByRole("status")).toContainText("look for their files here, under the same paths");
    await expectAccessible(page, "edit of a place");
    await editing.getByRole("button", { name: "Try without changing" }).click();
    await expect(editing.getByText("There, 0 datasets would be shown as before", { exact: false })).toBeVisible();
    await editing.getByRole("button", { name: "Back" }).click();
    await expect(editing.getByLabel("Folder or bucket")).toHaveValue(moved);
    await writeFile(join(moved, "reef.mp4"), film);
    await editing.getByRole("button", { name: "Save" }).click();
    await expect(editing.getByText("1 changed, 0 gone, 0 new.", { exact: false })).toBeVisible();
    await editing.getByRole("button", { name: "Close" }).click();
    await expect(places.getByRole("row", { name: /Cruises/ })).toContainText(moved);
    await rm(moved, { recursive: true });

    // The media source now contains files of a dataset.
    await page.getByRole("button", { name: "Remove Cruises" }).click();
    await page.getByRole("button", { name: "Remove media source" }).click();
    await expect(page.getByText("Cruises has 1 file in datasets.", { exact: false })).toBeVisible();
    await page.goto("/");
    await page.getByRole("grid").getByText("Private").dblclick();
    await expect(page.getByRole("link", { name: "reef", exact: true })).toBeVisible();
  } finally {
    await page.close();
    await server.close();
    await rm(root, { recursive: true });
  }
});
