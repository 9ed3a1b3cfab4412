/** The upload dialog, as users operate it. */
import type { Page } from "@playwright/test";

import { createFolder, expect } from "./app.ts";
import type { TestUser } from "./app.ts";
import type { UploadedFile } from "./files.ts";

export const dialogOf = (page: Page) => page.getByRole("dialog", { name: /^Upload/ });
export const cards = (page: Page) => dialogOf(page).getByRole("list", { name: "Pending uploads" }).locator("> li");

export async function openFolder(page: Page, user: TestUser) {
  const folder = await createFolder(user, "Survey");
  await page.goto(`/folder/${folder._id}`);
  await expect(page.getByText("This folder is empty")).toBeVisible();
  return folder;
}

export async function pick(page: Page, files: readonly UploadedFile[]): Promise<void> {
  await page
    .getByTestId("upload-files")
    .first()
    .setInputFiles([...files]);
  await expect(dialogOf(page)).toBeVisible();
  await expect(page.getByText("Checking the files")).toBeHidden();
}

export const start = (page: Page) =>
  dialogOf(page)
    .getByRole("button", { name: /^Start/ })
    .click();

/** A file of this many bytes that claims to be a video. */
export const fakeVideo = (name: string, bytes: number): UploadedFile => ({
  name,
  mimeType: "video/mp4",
  buffer: Buffer.alloc(bytes, 7),
});
