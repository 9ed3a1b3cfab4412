/** Downloads of annotations. */
import type { Download, Page } from "@playwright/test";

/** Confirms if the page asks first because the format loses something. */
export async function downloadAnyway(page: Page, start: () => Promise<void>): Promise<Download> {
  const download = page.waitForEvent("download");
  const question = page.getByRole("dialog", { name: /cannot hold$/ }).getByRole("button", { name: "Download" });
  await start();
  const isAsked = await Promise.race([
    download.then(() => false),
    question.waitFor().then(
      () => true,
      () => false,
    ),
  ]);
  if (isAsked) await question.click();
  return await download;
}
