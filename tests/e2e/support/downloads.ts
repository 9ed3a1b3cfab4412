/** Downloads of annotations. */
import type { Download, Page } from "@playwright/test";

/** Says yes where the page asks first because the format cannot hold everything. */
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
