/** Visits every page, panel and common dialog, one after the other, in any language. */
import type { Locator, Page } from "@playwright/test";
import { loadTexts, t } from "../../../web/base/texts/index.ts";
import { expect, goToPage } from "./app.ts";
import {
  visitJobDialogs,
  visitListDialogs,
  visitSiteDialogs,
  visitUploadDialogs,
  visitViewerDialogs,
} from "./dialogs.ts";
import type { Places } from "./place.ts";

/** Loads the texts, so that the test uses the language of the page. */
export async function loadWords(): Promise<void> {
  await loadTexts("pages", "commands", "account", "multicam", "admin", "upload", "review", "scoring", "viewer");
}

export async function visitLogin({ page, url, look }: Places): Promise<void> {
  await page.goto(`${url}/login`);
  await expect(page.getByRole("button", { name: t("account.logIn"), exact: true })).toBeVisible();
  await look("log in");
  await page.getByRole("button", { name: t("account.logIn"), exact: true }).click();
  await look("log in, with errors");
  await page.getByRole("tab", { name: t("account.tab.register"), exact: true }).click();
  await look("register");
}

export async function visitPages(places: Places): Promise<void> {
  const { page, url, look, userId, folderId } = places;
  const admin = [
    ...["recents", "users", "jobs", "addons", "branding", "stats", "update"],
    ...["groups", "settings", "health", "audit"],
  ];
  const paths = [
    "/",
    `/folder/${folderId}`,
    "/collections",
    "/users",
    "/shared",
    "/summary",
    "/jobs",
    "/trained-models",
    "/review",
    "/scoring",
    "/account",
    "/no/such/page",
    ...admin.map((tab) => `/admin/${tab}`),
  ];
  await page.goto(url);
  for (const path of paths) {
    await goToPage(page, path);
    await expect(page.locator("#content")).not.toBeEmpty();
    await expect(page.locator("#content").locator(".mantine-Skeleton-root, [aria-busy=true]")).toHaveCount(0);
    await look(path);
  }
  await visitAccountDialogs(places);
  await visitSiteDialogs(places);
  await visitJobDialogs(places);
  await visitUploadDialogs(places);
  await goToPage(page, `/user/${userId}`);
  await visitMenus(page.locator("body"), page, look);
  await visitListDialogs(places);
  await page
    .getByRole("button", { name: t("browse.newFolder"), exact: true })
    .first()
    .click();
  await expect(page.getByRole("dialog")).toBeVisible();
  await look("new folder");
  await page.keyboard.press("Escape");
  await page.getByRole("row").nth(1).getByRole("checkbox").check();
  await look("a selected row");
  await page.keyboard.press("Control+k");
  await expect(page.getByRole("dialog")).toBeVisible();
  await look("palette");
  await page.keyboard.press("Escape");
  await page.keyboard.press("?");
  await expect(page.getByRole("dialog")).toBeVisible();
  await look("keys");
  await page.keyboard.press("Escape");
}

/** For account and administration: what a button opens, initially and with its messages about empty fields. */
async function visitAccountDialogs({ page, look }: Places): Promise<void> {
  const dialogs = [
    ["/account", t("account.password.change"), undefined],
    ["/account", t("profile.keys.new"), undefined],
    ["/account", t("profile.code.switchOn"), undefined],
    ["/admin/users", t("site.users.new"), t("site.users.create")],
    ["/admin/groups", t("site.groups.new"), undefined],
  ] as const;
  for (const [path, opener, submit] of dialogs) {
    await goToPage(page, path);
    await page.getByRole("button", { name: opener, exact: true }).first().click();
    const dialog = page.getByRole("dialog");
    await expect(dialog).toBeVisible();
    await look(`${path}: ${opener}`);
    if (submit !== undefined) {
      await dialog.getByRole("button", { name: submit, exact: true }).click();
      await expect(dialog.locator("[aria-invalid=true]").first()).toBeVisible();
      await look(`${path}: ${opener}, with errors`);
    }
    await page.keyboard.press("Escape");
    await expect(dialog).toHaveCount(0);
  }
  await goToPage(page, "/admin/users");
  await visitMenus(page.locator("#content"), page, look);
}

/** Opens and checks each menu. */
async function visitMenus(within: Locator, page: Page, look: Places["look"]): Promise<void> {
  const openers = within.locator('button[aria-haspopup="menu"]:visible:not([disabled])');
  await expect(openers.first()).toBeVisible();
  for (let at = 0; at < (await openers.count()); at += 1) {
    await openers.nth(at).click();
    await expect(page.getByRole("menu").first()).toBeVisible();
    await look(`menu ${at + 1}`);
    await page.keyboard.press("Escape");
    await expect(page.getByRole("menu")).toHaveCount(0);
  }
}

export async function visitViewer(places: Places): Promise<void> {
  const { page, url, look, datasetId } = places;
  await page.goto(`${url}/viewer/${datasetId}`);
  await expect(page.getByTestId("canvas")).toBeVisible({ timeout: 30_000 });
  await expect(page.locator("main[aria-busy]")).toHaveCount(0);
  await look("viewer");
  // First: some of the buttons below start a mode, which removes others.
  await visitViewerDialogs(places);
  const rail = page.locator("button[aria-pressed]:visible");
  const names = await rail.evaluateAll((buttons) => buttons.map((each) => each.getAttribute("aria-label") ?? ""));
  for (const name of new Set(names)) {
    if (name === "") continue;
    const button = page.getByRole("button", { name, exact: true }).first();
    if (!(await button.isVisible()) || (await button.isDisabled())) continue;
    await button.click();
    await look(`viewer: ${name}`);
  }
  await visitMenus(page.locator("body"), page, look);
}
