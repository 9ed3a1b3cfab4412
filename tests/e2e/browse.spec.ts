/** The data browser: what is shown, selection, keyboard, creating, importing. */
import { readFile } from "node:fs/promises";

import type { Page } from "@playwright/test";

import { routeOf } from "../../schemas/index.ts";
import { createImageDataset } from "../support/dataset.ts";
import { createFolder, createUser, expect, goToPage, goWithin, signIn, startApp, test } from "./support/app.ts";
import { folderWith, row, rows } from "./support/browser.ts";

/** Records the API paths that the page requests with GET from now on. */
function askedPaths(page: Page): readonly string[] {
  const asked: string[] = [];
  page.on("request", (request) => {
    const [, path] = /\/api\/v1\/([^?]*)/.exec(request.url()) ?? [];
    if (path !== undefined && request.method() === "GET") asked.push(path);
  });
  return asked;
}

test("[S-NAV-01, S-NAV-03, S-NAV-04, S-BROWSE-01, S-BROWSE-02, S-BROWSE-04, S-BROWSE-05, S-BROWSE-07, S-BROWSE-08, S-BROWSE-10] [S-API-22 of folders, S-API-23] the ways through one's data, and what is offered where", async ({
  page,
  server,
  user,
}) => {
  const survey = await folderWith(user, ["North", "South"]);
  const owner = await createUser(server);
  const secret = await createFolder(owner, "Secret");

  await test.step("[S-NAV-01, S-BROWSE-02, S-BROWSE-10] [S-API-22 of folders, S-API-23] home is one's own directory; names lead into folders, the breadcrumb leads out", async () => {
    const asked = askedPaths(page);
    await page.goto("/");
    await expect(rows(page)).toContainText(["Private", "Public", "Survey"]);
    await page.getByRole("link", { name: "Survey" }).click();
    await expect(page).toHaveURL(`/folder/${survey._id}`);
    await expect(rows(page)).toContainText(["North", "South"]);
    const breadcrumb = page.getByRole("navigation", { name: "Location" });
    await expect(breadcrumb.locator("[aria-current=page]")).toHaveText("Survey");
    expect(asked).toEqual(
      expect.arrayContaining([`folder/${survey._id}`, `folder/${survey._id}/rootpath_or_relative`]),
    );
    await breadcrumb.getByRole("link", { name: user.login }).click();
    await expect(page).toHaveURL(`/user/${user.id}`);
    await expect(rows(page)).toContainText(["Private", "Public", "Survey"]);
  });

  await test.step("[S-BROWSE-01, S-BROWSE-04, S-NAV-03, S-NAV-04] tabs show the data, what is shared, the label summaries, and what was deleted", async () => {
    await expect(page.getByRole("tab")).toHaveText([
      "Browse data",
      "My work",
      "Shared with me",
      "Label summaries",
      "Trash",
    ]);
    await page.getByRole("tab", { name: "Shared with me" }).click();
    await expect(page).toHaveURL("/shared");
    await expect(page.getByText("No datasets have been shared with you yet")).toBeVisible();
    await page.getByRole("tab", { name: "Label summaries" }).click();
    await expect(page).toHaveURL("/summary");
    await expect(page.getByText("There are no labels yet")).toBeVisible();
    await page.getByRole("tab", { name: "Trash" }).click();
    await expect(page).toHaveURL("/trash");
    await expect(page.getByText("The trash is empty")).toBeVisible();
    await page.getByRole("tab", { name: "Browse data" }).click();
    await expect(row(page, "Private")).toBeVisible();
  });

  await test.step("[S-BROWSE-07, S-BROWSE-08] Upload is offered inside a folder with nothing selected, New folder everywhere but at the root; neither where one may only read", async () => {
    const lent = await createFolder(owner, "Lent");
    const users = [
      { id: owner.id, level: 2 },
      { id: user.id, level: 0 },
    ];
    await owner.client.call("folder.setAccess", { id: lent._id, access: JSON.stringify({ users, groups: [] }) });
    const upload = page.getByRole("button", { name: "Upload", exact: true });
    const newFolder = page.getByRole("button", { name: "New folder" });
    await expect(newFolder).toBeVisible();
    await expect(upload).toBeHidden();
    await page.getByRole("link", { name: "Survey" }).click();
    await expect(upload).toBeVisible();
    await expect(newFolder).toBeVisible();
    await row(page, "North").getByRole("checkbox").check();
    await expect(upload).toBeHidden();
    await row(page, "North").getByRole("checkbox").uncheck();
    await expect(upload).toBeVisible();
    await goWithin(page, "/root");
    await expect(page.getByRole("link", { name: "My space" })).toBeVisible();
    await expect(newFolder).toBeHidden();
    await expect(upload).toBeHidden();
    await goWithin(page, `/folder/${lent._id}`);
    await expect(page.getByText("This folder is empty")).toBeVisible();
    await expect(newFolder).toBeHidden();
    await expect(upload).toBeHidden();
  });

  await test.step("what one may not see, and what is gone, is said in plain words", async () => {
    await goWithin(page, `/folder/${secret._id}`);
    await expect(page.getByRole("alert")).toContainText("You do not have access to this folder");
    await expect(page).toHaveTitle(/^You do not have access to this folder · /);
    await goWithin(page, "/folder/65f0c0ffee0c0ffee0c0ffe1");
    await expect(page.getByRole("alert")).toContainText("This folder does not exist");
    await expect(page).toHaveTitle(/^This folder does not exist · /);
    await page.getByRole("button", { name: "Go to your data" }).click();
    await expect(row(page, "Private")).toBeVisible();
  });

  await test.step("[S-BROWSE-05] a description is shown formatted, without the HTML in it", async () => {
    const folder = await createFolder(user, "Described");
    await user.client.call("folder.update", {
      id: folder._id,
      description: "Cameras **1 to 4**\n\n<img src=x onerror=alert(1)>",
    });
    await goWithin(page, `/folder/${folder._id}`);
    const details = page.getByRole("region", { name: "Details" });
    await expect(details.locator("strong")).toHaveText("1 to 4");
    await expect(details.locator("img")).toHaveCount(0);
  });

  await test.step("a new folder needs a name that is free", async () => {
    await goToPage(page, `/user/${user.id}`);
    await page.getByRole("button", { name: "New folder" }).click();
    const dialog = page.getByRole("dialog", { name: `New folder in ${user.login}` });
    await dialog.getByRole("button", { name: "Create" }).click();
    await expect(dialog.getByText("This field is required")).toBeVisible();
    await dialog.getByLabel("Name").fill("Public");
    await dialog.getByRole("button", { name: "Create" }).click();
    await expect(dialog.getByText("A folder with that name already exists here.")).toBeVisible();
    await dialog.getByLabel("Name").fill("Häfen / 港 🐟");
    await dialog.getByRole("button", { name: "Create" }).click();
    await expect(row(page, "Häfen / 港 🐟")).toBeVisible();
  });
});

test("[S-NAV-02, S-NAV-06] [S-API-22 of users and collections] the routes of users, collections and the root show what they name", async ({
  page,
}) => {
  // A separate server: datasets of other tests would fill the lists.
  const server = await startApp();
  try {
    const user = await createUser(server);
    const other = await createUser(server);
    await signIn(page, server, user.token);
    const asked = askedPaths(page);
    await page.goto(`${server.url}/root`);
    await page.getByRole("link", { name: "Users" }).click();
    await expect(page).toHaveURL(`${server.url}/users`);
    await expect(row(page, other.login)).toBeVisible();
    await goWithin(page, "/collections");
    await expect(page.getByText("There are no collections")).toBeVisible();
    await goWithin(page, `/user/${other.id}`);
    // Only what others have made public.
    await expect(rows(page)).toHaveCount(1);
    await expect(row(page, "Public")).toBeVisible();
    expect(asked).toContain(`user/${other.id}`);
    await goWithin(page, "/nonsense");
    await expect(page.getByText("Page not found")).toBeVisible();
    // It belongs to no area.
    await expect(page.locator("[aria-current=page]")).toHaveCount(0);
    await expect(page.locator("[role=tab][aria-selected=true]")).toHaveCount(0);

    // Administrators create, describe, share and delete collections there.
    await goWithin(page, "/collections");
    await expect(page.getByRole("button", { name: "New collection" })).toHaveCount(0);
    const { email = "", firstName, lastName } = await server.client.call("user.get", { id: user.id });
    await server.client.call("user.update", { id: user.id, email, firstName, lastName, admin: true });
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await page.reload();
    await page.getByRole("button", { name: "New collection" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Name").fill("Surveys");
    await dialog.getByLabel("Description").fill("All **cruises** <b>of</b> 2026");
    await dialog.getByRole("button", { name: "Preview" }).click();
    const preview = dialog.getByRole("region", { name: "Preview" });
    await expect(preview.getByText("cruises", { exact: true })).toHaveCSS("font-weight", "700");
    await expect(preview, "no html of people").toContainText("<b>of</b> 2026");
    await dialog.getByRole("button", { name: "Write" }).click();
    await dialog.getByRole("button", { name: "Create" }).click();
    await expect(dialog).toHaveCount(0);
    const menuButton = page.getByRole("button", { name: "Actions for Surveys" });
    await menuButton.click();
    await page.getByRole("menuitem", { name: "Copy link" }).click();
    await expect(page.getByText("Anyone with access to “Surveys” can open it.")).toBeVisible();
    const [collection] = await server.client.call("collection.list", {});
    const address = `${server.url}/collection/${collection?._id}`;
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(address);
    await page.goto(address);
    await expect(page.getByRole("heading", { level: 1, name: "Surveys" })).toBeVisible();
    expect(asked).toContain(`collection/${collection?._id}`);
    await page.goBack();
    await menuButton.click();
    await page.getByRole("menuitem", { name: "Edit name or description" }).click();
    await dialog.getByLabel("Name").fill("Cruises");
    await dialog.getByRole("button", { name: "Save" }).click();
    await expect(row(page, "Cruises")).toBeVisible();
    await row(page, "Cruises").click({ position: { x: 300, y: 12 } });
    await page.keyboard.press("Delete");
    await dialog.getByRole("button", { name: "Delete" }).click();
    await expect(page.getByText("There are no collections")).toBeVisible();
    expect(await server.client.call("collection.list", {})).toEqual([]);
  } finally {
    await server.close();
  }
});

test("[S-BROWSE-16] pages and rows: how many are shown, and how they are selected, by the mouse and by the keyboard", async ({
  page,
  user,
}) => {
  await test.step("[S-BROWSE-16] pages hold 10, 25 or 50 rows, 10 at first, and the choice is remembered", async () => {
    const names = Array.from({ length: 26 }, (_, index) => `Folder ${String(index + 1).padStart(2, "0")}`);
    const folder = await createFolder(user, "Long");
    for (const name of names) await createFolder(user, name, folder);
    await page.goto(`/folder/${folder._id}`);
    await expect(rows(page)).toHaveCount(10);
    await expect(page.getByText("1–10 of 26")).toBeVisible();
    await page.getByRole("button", { name: "Next page" }).click();
    await expect(rows(page).first()).toContainText("Folder 11");
    const sizes = page.getByRole("combobox", { name: "Rows per page" });
    await expect(sizes.getByRole("option")).toHaveText(["10", "25", "50"]);
    await sizes.selectOption("25");
    await expect(rows(page)).toHaveCount(25);
    await expect(rows(page).first()).toContainText("Folder 01");
    await page.getByRole("button", { name: "Next page" }).click();
    await expect(rows(page)).toHaveCount(1);
    await page.reload();
    await expect(rows(page)).toHaveCount(25);
  });

  await test.step("rows are selected by click, ctrl and shift, and by the keyboard", async () => {
    const folder = await folderWith(user, ["A", "B", "C", "D", "E"]);
    await goWithin(page, `/folder/${folder._id}`);
    const selected = () => rows(page).and(page.locator("[aria-selected=true]"));
    await row(page, "B").click({ position: { x: 300, y: 12 } });
    await expect(selected()).toHaveText([/^B/]);
    await row(page, "D").click({ position: { x: 300, y: 12 }, modifiers: ["Shift"] });
    await expect(selected()).toHaveText([/^B/, /^C/, /^D/]);
    await row(page, "C").click({ position: { x: 300, y: 12 }, modifiers: ["Control"] });
    await expect(selected()).toHaveText([/^B/, /^D/]);
    await expect(page.getByRole("toolbar").getByText("2 selected")).toBeVisible();
    // In a narrow window the name of the place takes precedence over its path and over labels.
    const wide = page.viewportSize() ?? { width: 1280, height: 720 };
    await page.setViewportSize({ ...wide, width: 720 });
    const name = page.getByRole("heading", { level: 1 });
    expect(await name.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
    // The details are a drawer there, initially closed, and the list has the full width.
    const details = page.getByRole("region", { name: "Details" });
    await expect(details).toHaveCount(0);
    const listWidth = async () => (await page.getByRole("grid").boundingBox())?.width;
    expect(await listWidth()).toBe(720);
    await page.getByRole("button", { name: "Show details" }).click();
    await expect(details).toBeVisible();
    expect(await listWidth()).toBe(720);
    await page.getByRole("button", { name: "Hide details" }).click();
    await page.setViewportSize(wide);
    await expect(details).toBeVisible();
    // Cards show the same rows: the selection stays, and the choice is remembered.
    const first = async () => (await rows(page).first().boundingBox())?.width ?? 0;
    // By keyboard: the button goes, and the focus goes to the list.
    await page.getByRole("button", { name: "Clear selection" }).press("Enter");
    await expect(row(page, "C")).toBeFocused();
    await page.getByRole("button", { name: "Show as cards with pictures" }).click();
    expect(await first()).toBeLessThan(300);
    await row(page, "B").click({ position: { x: 60, y: 60 } });
    await expect(selected()).toHaveText([/^B/]);
    await page.getByRole("button", { name: "Clear selection" }).click();
    await page.getByRole("button", { name: "Show as a list" }).click();
    expect(await first()).toBeGreaterThan(600);
    await row(page, "D").click({ position: { x: 300, y: 12 } });
    await page.keyboard.press("Escape");
    await expect(selected()).toHaveCount(0);

    await page.keyboard.press("Home");
    await expect(row(page, "A")).toBeFocused();
    await page.keyboard.press("Space");
    await page.keyboard.press("Shift+ArrowDown");
    await expect(selected()).toHaveText([/^A/, /^B/]);
    await page.keyboard.press("Control+a");
    await expect(selected()).toHaveCount(5);
    await page.keyboard.press("End");
    await page.keyboard.press("F2");
    const dialog = page.getByRole("dialog", { name: /Rename/ });
    await expect(dialog.getByLabel("Name")).toHaveValue("E");
    await dialog.getByLabel("Name").fill("Echo");
    await dialog.getByLabel("Name").press("Enter");
    await expect(row(page, "Echo")).toBeVisible();
    await page.keyboard.press("End");
    // The rows may arrive before the folder itself, from which the actions follow.
    const [last] = (await user.client.call("folder.list", { parentType: "folder", parentId: folder._id })).slice(-1);
    let lateAnswers = 0;
    await page.route(`**/api/v1/folder/${last?._id ?? ""}`, async (route) => {
      await expect(page.getByText("This folder is empty")).toBeVisible();
      lateAnswers += 1;
      await route.continue();
    });
    await page.keyboard.press("Enter");
    // The focus stays in the list: on the actions of an empty one, and on the folder the user comes from.
    await expect(page.getByRole("button", { name: "Upload" }).last()).toBeFocused();
    expect(lateAnswers).toBeGreaterThan(0);
    await page.unroute(`**/api/v1/folder/${last?._id ?? ""}`);
    await page.keyboard.press("Alt+ArrowUp");
    await expect(row(page, "Echo")).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(page.getByText("This folder is empty")).toBeVisible();
    await page.getByRole("region", { name: "Details" }).getByRole("button", { name: "Delete" }).click();
    await page.getByRole("dialog", { name: "Delete" }).getByRole("button", { name: "Delete" }).click();
    await expect(page).toHaveURL(`/folder/${folder._id}`);
    await expect(rows(page)).toHaveCount(4);
  });
});

test("[S-BROWSE-12, S-BROWSE-13, S-BROWSE-14, S-BROWSE-18] [S-EXPORT-01, S-EXPORT-04, S-API-46] [S-ERROR-10, S-ERROR-11] datasets in the list: chips, facts, downloads, imports, and the way into the viewer", async ({
  page,
  user,
}) => {
  const plain = await createImageDataset(user.client, "reef", 3);

  await test.step("[S-BROWSE-12, S-BROWSE-13, S-BROWSE-14, S-BROWSE-18] datasets have a launch button and chips; inside of one nothing is selected", async () => {
    await user.client.call("folder.setMetadata", { id: plain, body: { published: true } });
    const wreck = await createImageDataset(user.client, "wreck");
    await user.client.call("folder.update", { id: wreck, description: "A ship.\n\nIt is at twelve metres." });
    const survey = await createFolder(user, "Just a folder");
    const { _id: clone } = await user.client.call("dataset.clone", {
      cloneId: plain,
      parentFolderId: survey._id,
      name: "copy",
    });
    await user.client.call("folder.update", { id: clone, parentType: "user", parentId: user.id });
    await page.goto("/");
    await expect(row(page, "reef").getByText("published")).toBeVisible();
    await expect(row(page, "copy").getByText("cloned")).toBeVisible();
    await expect(page.getByRole("grid").getByText("published")).toHaveCount(1);
    await expect(page.getByRole("grid").getByText("cloned")).toHaveCount(1);
    await expect(row(page, "copy").getByRole("link", { name: "Launch annotator: copy" })).toBeVisible();
    await expect(row(page, "Just a folder").getByRole("link", { name: /Launch annotator/ })).toHaveCount(0);

    await page.getByRole("link", { name: "reef", exact: true }).click();
    await expect(rows(page)).toContainText(["image-0.png", "image-1.png", "image-2.png"]);
    await expect(page.getByRole("grid").getByRole("checkbox")).toHaveCount(0);
    await rows(page).first().click();
    await page.keyboard.press("Control+a");
    await expect(rows(page).and(page.locator("[aria-selected=true]"))).toHaveCount(0);
    await expect(page.getByText(/^\d+ selected$/)).toHaveCount(0);
  });

  await test.step("the details panel shows what is selected and what can be done with it", async () => {
    await goWithin(page, "/");
    await row(page, "reef").click();
    const details = page.getByRole("region", { name: "Details" });
    await expect(details.getByRole("heading", { name: "reef" })).toBeVisible();
    await expect(details).toContainText("Image sequence");
    await expect(details).toContainText("3 pictures");
    const picture = details.getByRole("img", { name: "First picture of reef" });
    await expect(picture).toBeVisible();
    await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(64);
    await expect(details.getByRole("link", { name: "Launch annotator" })).toHaveAttribute("href", `/viewer/${plain}`);
    // Actions stay in place while details load: nothing appears under a waiting pointer.
    const deleting = details.getByRole("button", { name: "Delete" });
    const before = await deleting.boundingBox();
    await row(page, "wreck").click();
    await expect(details).toContainText("twelve metres");
    await expect(details).toContainText("2 pictures");
    expect(await deleting.boundingBox()).toEqual(before);
    await deleting.click();
    await expect(page.getByRole("dialog", { name: "Delete" })).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(page.getByRole("dialog")).toHaveCount(0);
  });

  await test.step("[S-EXPORT-01, S-EXPORT-04, S-API-46] the download menu gives annotations, configuration, media and everything as files", async () => {
    await row(page, "reef").click();
    await page.getByRole("region", { name: "Details" }).getByRole("button", { name: "Download" }).click();
    /** Which responses the page itself reads. */
    const readByPage: string[] = [];
    page.on("request", (request) => {
      const isDelivery = /\/(export|download|configuration|tiles)(\?|\/|$)/.test(request.url());
      if (isDelivery && ["fetch", "xhr"].includes(request.resourceType())) readByPage.push(request.url());
    });
    const saved = async (name: string, beginning: string) => {
      const [download] = await Promise.all([
        page.waitForEvent("download"),
        page.getByRole("menuitem", { name }).click(),
      ]);
      expect((await readFile(await download.path(), "latin1")).slice(0, beginning.length)).toBe(beginning);
      return download.suggestedFilename();
    };
    const open = () => page.getByRole("region", { name: "Details" }).getByRole("button", { name: "Download" }).click();
    expect(await saved("VIAME CSV", "# 1: Detection")).toBe("reef.csv");
    await open();
    expect(await saved("DIVE JSON", "{")).toBe("reef.dive.json");
    await open();
    expect(await saved("Configuration", "{")).toMatch(/\.json$/);
    await open();
    expect(await saved("Media", "PK")).toMatch(/\.zip$/);
    await open();
    expect(await saved("Everything", "PK")).toMatch(/\.zip$/);
    // DIVE JSON is read to report what a CSV cannot contain; downloads are never read by the page.
    expect(readByPage.map((url) => new URL(url).searchParams.get("format"))).toEqual(["dive_json"]);
    // Only byte responses, including tiles.
    for (const route of [
      "annotation.export",
      "dataset.export",
      "dataset.mediaBytes",
      "item.download",
      "tile.zxy",
    ] as const)
      expect([route, routeOf(route).reply]).toEqual([route, "raw"]);
  });

  await test.step("[S-ERROR-10, S-ERROR-11] annotations are imported into a dataset; what is wrong with the file is reported", async () => {
    await page.getByRole("region", { name: "Details" }).getByRole("button", { name: "Import annotations" }).click();
    const dialog = page.getByRole("dialog");
    const choose = async (name: string, text: string) => {
      const [chooser] = await Promise.all([
        page.waitForEvent("filechooser"),
        dialog.getByLabel("Annotation file").click(),
      ]);
      await chooser.setFiles({ name, mimeType: "text/plain", buffer: Buffer.from(text) });
    };
    await choose("notes.doc", "hello");
    await expect(dialog.getByText("File Types did not match JSON or CSV")).toBeVisible();
    await expect(dialog.getByRole("button", { name: "Import", exact: true })).toBeDisabled();

    // The text is previewed before anything is sent.
    const preview = dialog.getByRole("region", { name: "File contents" });
    await choose("broken.json", '{"tracks": nonsense');
    await expect(preview.getByRole("alert")).toContainText("Nothing in this file can be imported");
    await expect(dialog.getByRole("button", { name: "Import", exact: true })).toBeDisabled();
    await choose("gt.txt", "1,5,10,20,30,40,1,-1,-1,-1\n9,5,11,20,30,40,1,-1,-1,-1\n");
    await expect(preview).toContainText("MOT Challenge");
    await expect(preview).toContainText("1 track, 2 detections");
    await expect(preview).toContainText(/annotations up to frame 8, but the last frame of the dataset is \d\./);
    await choose("broken.json", '{"version": 1, "confidenceFilters": 3}');
    await dialog.getByRole("button", { name: "Import", exact: true }).click();
    await expect(dialog.getByRole("alert")).toContainText("Import failed");
    await expect(dialog.getByRole("alert")).toContainText("broken.json");

    await choose("tracks.csv", "0,image-0.png,0,1,1,5,5,0.9,-1,fish,0.9\n1,image-1.png,1,oops,1,5,5,0.9,-1,crab,0.9\n");
    await dialog.getByRole("button", { name: "Import", exact: true }).click();
    await expect(dialog.getByText("Import warnings")).toBeVisible();
    await expect(dialog).toContainText("should be double-checked");
    await expect(dialog.getByRole("listitem").first()).toContainText("2");
    await dialog.getByRole("button", { name: "OK" }).click();
    const tracks = await user.client.call("annotation.tracks", { folderId: plain });
    expect(tracks.map((track) => track.confidencePairs?.[0]?.[0])).toEqual(["fish"]);
  });

  await test.step("[S-BROWSE-12] the launch button leads into the viewer", async () => {
    await row(page, "reef").getByRole("link", { name: "Launch annotator: reef" }).click();
    await expect(page).toHaveURL(`/viewer/${plain}`);
  });
});

test("selecting a row of a full page draws two rows again, not the page", async ({ page, user }) => {
  const survey = await folderWith(user, ["North"]);
  const listed = await user.client.call("folder.list", { parentType: "folder", parentId: survey._id });
  const many = Array.from({ length: 50 }, (_, index) => ({
    ...listed[0],
    _id: index.toString(16).padStart(24, "0"),
    name: `Leg ${index}`,
  }));
  await page.route(/\/folder\?.*parentId=/, (route) =>
    route.fulfill({ json: many, headers: { "girder-total-count": String(many.length) } }),
  );
  await page.goto(`/folder/${survey._id}`);
  const legs = page.locator("tbody tr");
  await expect(legs).toHaveCount(many.length);
  /** Selects a row by a click and counts those drawn again: React leaves on each element the properties it drew. */
  const drawnBySelecting = (index: number) =>
    legs.evaluateAll(async (elements, selected) => {
      const drawn = () =>
        elements.map((element) => {
          const key = Object.keys(element).find((name) => name.startsWith("__reactProps$"));
          return key === undefined ? undefined : (element as unknown as Record<string, unknown>)[key];
        });
      const before = drawn();
      (elements[selected] as HTMLElement).click();
      await new Promise((resolve) => requestAnimationFrame(resolve));
      return drawn().filter((properties, row) => properties !== before[row]).length;
    }, index);
  expect(await drawnBySelecting(3)).toBe(2);
  await expect(legs.nth(3)).toHaveAttribute("aria-selected", "true");
  expect(await drawnBySelecting(5)).toBe(2);
  await expect(legs.nth(5)).toHaveAttribute("aria-selected", "true");
});
