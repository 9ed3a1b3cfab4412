/** The data browser from the user's point of view. */
import type { Page } from "@playwright/test";

import { createFolder } from "./app.ts";
import type { TestUser } from "./app.ts";

export const rows = (page: Page) =>
  page
    .getByRole("grid")
    .getByRole("row")
    .filter({ has: page.getByRole("gridcell") });
export const row = (page: Page, name: string) =>
  page.getByRole("row").filter({ has: page.getByText(name, { exact: true }) });

export async function folderWith(user: TestUser, names: readonly string[]) {
  const folder = await createFolder(user, "Survey");
  for (const name of names) await createFolder(user, name, folder);
  return folder;
}
