/**
 * Dialogs opened by buttons, menu entries and keys, on the pages and in the viewer: each dialog once, in any language.
 */
import type { Locator, Page } from "@playwright/test";
import { t } from "../../../web/base/texts/index.ts";
import { expect, goToPage } from "./app.ts";
import type { Places } from "./place.ts";

/** Checks what is opened, and each of its tabs. */
async function visit({ page, look }: Places, where: string, open: () => Promise<unknown>): Promise<void> {
  await open();
  const dialog = page.getByRole("dialog").last();
  await expect(dialog).toBeVisible();
  await expect(dialog.locator(".mantine-Skeleton-root, [aria-busy=true]")).toHaveCount(0);
  await look(where);
  for (const tab of await dialog.getByRole("tab", { selected: false }).all()) {
    await tab.click();
    await look(`${where}, another tab`);
  }
}

/** Like `visit`, then closes it. The first Escape may close a tooltip, a list or a nested question. */
async function visitAndClose(places: Places, where: string, open: () => Promise<unknown>): Promise<void> {
  await visit(places, where, open);
  await close(places.page);
}

async function close(page: Page): Promise<void> {
  await expect(async () => {
    await page.keyboard.press("Escape");
    await expect(page.getByRole("dialog")).toHaveCount(0, { timeout: 400 });
  }).toPass({ timeout: 10_000 });
}

/** Presses a button of this name, wherever it is. */
const press = (within: Page | Locator, name: string) => () =>
  within.getByRole("button", { name, exact: true }).first().click();

async function choose(page: Page, opener: string, entry: string): Promise<void> {
  await press(page, opener)();
  // The entry's key may follow its name.
  await page.getByRole("menuitem", { name: entry }).click();
}

/** For a list with the dataset "data 1": everything that its menu and the selection toolbar open. */
export async function visitListDialogs(places: Places): Promise<void> {
  const { page, look } = places;
  const menu = t("browse.actionsFor", { name: "data 1" });
  const entries = [t("browse.edit"), t("importing.open"), t("clone.open"), t("browse.move.open"), t("access.menu")];
  for (const entry of [...entries, t("browse.delete")])
    await visitAndClose(places, `row menu: ${entry}`, () => choose(page, menu, entry));
  const box = page.getByRole("row", { name: /data 1/ }).getByRole("checkbox");
  await box.check();
  await expect(page.getByRole("toolbar", { name: t("browse.selected", { count: 1 }), exact: true })).toBeVisible();
  await look("a selected dataset");
  await visitAndClose(places, "run a pipeline", async () => {
    await press(page, t("run.pipeline"))();
    await page.getByRole("menuitem").first().click();
  });
  await visitAndClose(places, "run a training", press(page, t("run.training")));
  await box.uncheck();
}

/** For an empty folder: the upload dialogs. */
export async function visitUploadDialogs(places: Places): Promise<void> {
  const { page, look } = places;
  await goToPage(page, `/folder/${places.folderId}`);
  await visitAndClose(places, "several cameras", () => choose(page, t("upload.button"), t("upload.menu.multicam")));
  await visitAndClose(places, "a calibrated pair", () => choose(page, t("upload.button"), t("upload.menu.stereo")));
  const file = (name: string) => ({ name, mimeType: "", buffer: Buffer.from("x") });
  const files = page.getByTestId("upload-files").first();
  await visit(places, "upload", () => files.setInputFiles([file("a.mp4"), file("b.csv"), file("c.xyz")]));
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(2);
  await look("an upload that is left");
  await press(page.getByRole("dialog"), t("pending.discard.action"))();
  await expect(page.getByRole("dialog")).toHaveCount(0);
}

/** For jobs and trained models. */
export async function visitJobDialogs(places: Places): Promise<void> {
  const { page } = places;
  await goToPage(page, "/jobs");
  const logs = page.getByRole("table").getByRole("button");
  await visitAndClose(places, "log of a job", () => logs.last().click());
  await goToPage(page, "/trained-models");
  const name = "data 3";
  for (const opener of [t("models.detailsOf", { name }), t("models.deleteNamed", { name })])
    await visitAndClose(places, opener, press(page, opener));
  await visitAndClose(places, "export a model", async () => {
    await press(page, t("models.exportNamed", { name }))();
    // It contains nothing to export.
    await expect(page.getByRole("dialog").getByRole("alert")).toBeVisible();
  });
}

/** For the administration of users and groups. */
export async function visitSiteDialogs(places: Places): Promise<void> {
  const { page } = places;
  const menu = t("admin.users.actions", { login: "admin" });
  await goToPage(page, "/admin/users");
  for (const entry of [t("admin.users.setPassword"), t("site.users.link"), t("site.users.privateOn")])
    await visitAndClose(places, entry, () => choose(page, menu, entry));
  await goToPage(page, "/admin/groups");
  const name = "data 4";
  await visitAndClose(places, "members of a group", press(page, t("site.groups.open", { name })));
  await visitAndClose(places, "delete a group", press(page, t("site.groups.delete", { name })));
}

/** For the viewer, with a track of the type "12" selected. */
export async function visitViewerDialogs(places: Places): Promise<void> {
  const { page, look } = places;
  const panel = async (name: string) => {
    const icon = page.getByRole("toolbar", { name: t("viewer.contextPanels"), exact: true });
    const button = icon.getByRole("button", { name, exact: true });
    if ((await button.getAttribute("aria-pressed")) === "false") await button.click();
    return page.getByRole("complementary", { name: t("viewer.contextPanel"), exact: true });
  };
  await page.locator('[data-track="0"]').click();
  const openers = [
    ...[t("viewer.typeSettings"), t("viewer.trackSettings"), t("lists.editType", { type: "12" })],
    ...[t("lists.deleteVisibleTypes"), t("viewer.deleteVisible"), t("picture.visibility"), t("picture.lockedCamera")],
    ...[t("viewer.deleteTrack"), t("importing.open"), t("clone.open")],
  ];
  for (const opener of openers) await visitAndClose(places, `viewer: ${opener}`, press(page, opener));
  await visitAndClose(places, "viewer: import types", async () => {
    await press(page, t("viewer.typeSettings"))();
    await press(page.getByRole("dialog"), t("lists.importTypes"))();
  });
  await visitAndClose(places, "viewer: run a pipeline", async () => {
    await press(page, t("run.pipeline"))();
    await page.getByRole("menuitem").first().click();
  });
  const filters = await panel(t("filters.trackFilters"));
  await visitAndClose(places, "viewer: a filter", press(filters, t("filters.add")));
  await page.locator('[data-track="0"]').click();
  await page
    .getByRole("tab", { name: t("viewer.attributes"), exact: true })
    .first()
    .click();
  for (const mode of ["track", "detection"] as const) {
    const opener = t("attributes.add", { mode: t(`filters.${mode}`) });
    await visitAndClose(places, `viewer: ${opener}`, press(page, opener));
  }
  await visitAndClose(places, "viewer: attribute timeline", press(page, t("attributes.timelineSettings")));
  await press(page, t("attributes.filter"))();
  const listFilter = t("filters.addListFilter", { mode: t("filters.track") });
  await visitAndClose(places, "viewer: a filter of attributes", async () => {
    await press(page, listFilter)();
    await look(`viewer: ${listFilter}`);
    await press(page.getByRole("dialog"), t("filters.next"))();
  });
  await page
    .getByRole("tab", { name: t("viewer.tracks"), exact: true })
    .first()
    .click();
  await page
    .getByRole("region", { name: t("viewer.timelines"), exact: true })
    .getByRole("tab")
    .nth(1)
    .click();
  await look("viewer: events");
  await page.getByTestId("canvas").click({ button: "right", position: { x: 5, y: 5 } });
  await expect(page.getByRole("menu")).toBeVisible();
  await look("viewer: menu of the canvas");
  await page.keyboard.press("Escape");
  await expect(page.getByRole("menu")).toHaveCount(0);
}
