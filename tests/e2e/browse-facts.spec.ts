/**
 * Parts of the data pages other than the list: facts, menus, edge cases, labels of the user's own data.
 */
import { track } from "../support/annotations.ts";
import { createImageDataset } from "../support/dataset.ts";
import { createMultiCamDataset } from "../support/multicam-dataset.ts";
import { formatBytes } from "../../web/ui/text/format.ts";
import type { Page } from "@playwright/test";
import { createFolder, createUser, expect, goWithin, test } from "./support/app.ts";
import { folderWith, row } from "./support/browser.ts";
import { cards, dialogOf, pick } from "./support/uploads.ts";

test("[S-UPLOAD-19] what a folder holds is counted, and what waits for its upload is named", async ({ page, user }) => {
  await test.step("a folder counts datasets apart from folders, with their bytes and those of their cameras; an empty one does not speak of 0 bytes", async () => {
    const survey = await createFolder(user, "Survey");
    const dataset = await createImageDataset(user.client, "reef", 3);
    const rig = await createMultiCamDataset(user.client, {
      cameras: [
        { name: "left", images: 1 },
        { name: "right", images: 2 },
      ],
    });
    await user.client.call("resource.move", {
      resources: { folder: [dataset, rig.id] },
      parentType: "folder",
      parentId: survey._id,
    });
    await createFolder(user, "Notes", survey);
    await page.goto(`/folder/${survey._id}`);
    const details = page.getByRole("region", { name: "Details" });
    await expect(details).toContainText("2 datasets, 1 folder");
    await expect(details).not.toContainText("2 folders");
    const withMedia = [dataset, ...Object.values(rig.cameras)];
    const sizes = await Promise.all(withMedia.map(async (id) => (await user.client.call("folder.get", { id })).size));
    expect(sizes).not.toContain(0);
    await expect(details).toContainText(formatBytes(sizes.reduce((sum, size) => sum + size)));
    await row(page, "Notes").click({ position: { x: 300, y: 12 } });
    await expect(details.getByRole("heading", { name: "Notes" })).toBeVisible();
    await expect(details).toContainText("Nothing yet");
    await expect(details).not.toContainText("0 B");
  });

  await test.step("[S-UPLOAD-19] a zip that waits for its start is called by its file name, or Zip upload; it tells its size and can be removed", async () => {
    const empty = await createFolder(user, "Empty");
    await goWithin(page, `/folder/${empty._id}`);
    await expect(page.getByText("This folder is empty")).toBeVisible();
    await pick(page, [{ name: "survey.zip", mimeType: "application/zip", buffer: Buffer.alloc(2048, 1) }]);
    const card = cards(page).first();
    await expect(card).toContainText("2.0 KB");
    await expect(card.getByLabel("Folder name")).toHaveValue("survey");
    await card.getByRole("button", { name: /^Remove/ }).click();
    await expect(dialogOf(page)).toBeHidden();
    await pick(page, [{ name: ".zip", mimeType: "application/zip", buffer: Buffer.alloc(2048, 1) }]);
    await expect(cards(page).first().getByLabel("Folder name")).toHaveValue("Zip upload");
  });
});

test("labels of one's own data are in the summaries and in the search, whose box stays in the middle; lists of all pages begin at one edge", async ({
  page,
  server,
  user,
}) => {
  const survey = await createFolder(user, "Survey");
  await createFolder(user, "Zebra crossing", survey);
  const id = await createImageDataset(user.client, "reef");
  const tracks = ["urchin", "Scallop"].map((type, at) => ({ ...track(at), confidencePairs: [[type, 1]] }));
  await user.client.call("annotation.save", { folderId: id, body: { tracks: { upsert: tracks } } as never });
  await user.client.call("folder.setMetadata", { id, body: { datasetInfo: { region: "North Sea" } } });

  await test.step("own datasets are in the label summaries; lists of all pages begin at one edge", async () => {
    const owner = await createUser(server);
    const shared = await createFolder(owner, "Shared");
    const access = JSON.stringify({
      users: [
        { id: owner.id, level: 2 },
        { id: user.id, level: 0 },
      ],
      groups: [],
    });
    await owner.client.call("folder.setAccess", { id: shared._id, access });

    await page.goto("/summary");
    await page.getByRole("button", { name: "Show the datasets with urchin" }).click();
    await expect(page.getByRole("link", { name: "reef", exact: true })).toBeVisible();

    const edges: Record<string, number> = {};
    for (const path of ["/summary", "/shared", "/"] as const) {
      if (path !== "/summary") await goWithin(page, path);
      const table = page.getByRole("main").locator("table").first();
      await expect(table).toContainText({ "/summary": "urchin", "/shared": "Shared", "/": "Private" }[path]);
      edges[path] = await table
        .locator("tbody td")
        .first()
        .evaluate((cell) => {
          const { left } = cell.closest("table")!.getBoundingClientRect();
          return cell.getBoundingClientRect().left + Number.parseFloat(getComputedStyle(cell).paddingLeft) - left;
        });
    }
    expect(edges).toEqual({ "/summary": 14, "/shared": 14, "/": 14 });
  });

  await test.step("the search box stays in the middle where there is room, and next to the places where there is not; its hits say where they lie", async () => {
    const search = page.getByRole("searchbox", { name: "Search users, folders and datasets" });
    for (const width of [1440, 1024, 720]) {
      await page.setViewportSize({ width, height: 800 });
      const middle = async (): Promise<number> => {
        // Nothing moves when the search field replaces its placeholder.
        const box = await search.boundingBox();
        return box === null ? 0 : Math.round(box.x + box.width / 2);
      };
      if (width > 1100) await expect.poll(middle).toBe(width / 2);
      else {
        const places = await page.getByRole("navigation", { name: "Main navigation" }).boundingBox();
        const end = (places?.x ?? 0) + (places?.width ?? 0);
        await expect.poll(async () => (await search.boundingBox())?.x ?? 0).toBeGreaterThanOrEqual(end);
      }
      const overflow = await page.locator("header").evaluate((header) => header.scrollWidth - header.clientWidth);
      expect([width, overflow]).toEqual([width, 0]);
    }
    await search.fill("zeb");
    await expect(page.getByRole("listbox").getByRole("option")).toHaveText([`Zebra crossing${user.login} / Survey`]);
    // Datasets by label, by metadata and by type; Enter opens the first in the viewer.
    for (const [sought, note] of [
      ["sca", "Label: Scallop"],
      ["north", "region: North Sea"],
      ["image seq", "Type: Image sequence"],
    ] as const) {
      await search.fill(sought);
      await expect(page.getByRole("listbox").getByRole("option")).toHaveText([
        new RegExp(`^reef${user.login}.*${note}$`),
      ]);
    }
    await search.press("Enter");
    await expect(page).toHaveURL(new RegExp(`/viewer/${id}`));
  });
});

test("right click, Shift+F10 and the row's button open the same menu, and the palette does the same with the row", async ({
  page,
  user,
}) => {
  const survey = await folderWith(user, ["North"]);
  const dataset = await createImageDataset(user.client, "reef");
  await page.goto(`/folder/${dataset}`);
  const menu = page.getByRole("menu");
  await row(page, "image-0.png").click({ button: "right", position: { x: 220, y: 12 } });
  await expect(menu.getByRole("menuitem", { name: /Rename/ })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(menu).toHaveCount(0);

  // A key pressed immediately afterwards goes to the menu and never to the list, even at the first opening while the
  // menu is being loaded.
  const fetched = Promise.withResolvers<void>();
  await page.route(/\/MenuLayer-/, (route) => fetched.promise.then(() => route.continue()));
  await page.goto(`/folder/${survey._id}`);
  await row(page, "North").focus();
  const open = async () => {
    await page.keyboard.press("Shift+F10");
    await page.keyboard.press(" ");
    fetched.resolve();
  };
  expect(await isInMenuAtOpening(page, open)).toBe(true);
  await expect(row(page, "North").getByRole("checkbox")).not.toBeChecked();
  await expect(menu.getByRole("menuitem", { name: /Open/ })).toBeVisible();
  await page.keyboard.press("ArrowDown");
  await expect(menu.getByRole("menuitem").nth(1)).toBeFocused();
  const offered = await menu.getByRole("menuitem").allTextContents();
  await page.keyboard.press("Escape");
  await expect(menu).toHaveCount(0);
  // Also after the first opening, which loaded the menu.
  await expect(row(page, "North")).toBeFocused();
  const button = page.getByRole("button", { name: "Actions for North" });
  for (const key of ["Escape", "Tab"]) {
    expect(await isInMenuAtOpening(page, () => button.click())).toBe(true);
    await expect(menu.getByRole("menuitem")).toHaveText(offered);
    await page.keyboard.press(key);
    await expect(menu).toHaveCount(0);
    await expect(button).toBeFocused();
  }

  await row(page, "North").focus();
  await page.keyboard.press("Control+k");
  const palette = page.getByRole("dialog", { name: "Command palette" });
  await palette.getByRole("textbox").fill("of the row");
  await expect(palette.getByRole("button", { name: "Clone the dataset of the row" })).toHaveAttribute(
    "aria-disabled",
    "true",
  );
  await palette.getByRole("textbox").fill("Move the row");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("dialog", { name: /Move/ })).toBeVisible();
});

/** Whether the menu has the keyboard focus at the change that marks it open, not one frame later. */
async function isInMenuAtOpening(page: Page, open: () => Promise<void>): Promise<boolean> {
  const opened = page.evaluate(
    () =>
      new Promise<boolean>((resolve) => {
        const observer = new MutationObserver(() => {
          if (document.querySelector("[aria-expanded=true], [data-expanded]") === null) return;
          observer.disconnect();
          resolve(document.activeElement?.closest("[role=menu]") instanceof Element);
        });
        observer.observe(document, {
          attributes: true,
          subtree: true,
          attributeFilter: ["aria-expanded", "data-expanded"],
        });
      }),
  );
  await open();
  return opened;
}
