/** The dialog that imports several cameras, as users operate it. */
import type { Page } from "@playwright/test";
import { expect } from "./app.ts";

export const dialogOf = (page: Page) => page.getByRole("dialog", { name: /^Import/ });
export const cameraOf = (page: Page, name: string) => dialogOf(page).getByRole("listitem", { name: `Camera ${name}` });
export const beginButton = (page: Page) => dialogOf(page).getByRole("button", { name: "Begin import" });
export const problems = (page: Page) => dialogOf(page).getByRole("status").filter({ hasText: "What is missing" });

export async function openImport(page: Page, menuItem: string) {
  await page.getByRole("button", { name: "Upload", exact: true }).first().click();
  await page.getByRole("menuitem", { name: menuItem }).click();
  await expect(dialogOf(page)).toBeVisible();
}

/** The hidden input of "Choose folder" in a part of the dialog. */
export const folderInput = (page: Page, label: string) =>
  dialogOf(page).getByRole("group", { name: label, exact: true }).locator('input[type="file"]').first();
