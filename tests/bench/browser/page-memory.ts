/** Memory of a page process that displays a large dataset: the viewer's, and the reference page's. */
import { openUnwatchedPage } from "./unwatched-browser.ts";
import { readReferenceFile, referenceAddress } from "./world.ts";
import type { BrowserWorld, Contestant, LargeDataset } from "./world.ts";

const patienceMs = 300_000;

/**
 * Memory of the page's process, in a browser whose network is not observed.
 * @param hasImages false: as in a browser that does not support images, so that pages are loaded
 */
export async function measureMemory(
  world: BrowserWorld,
  dataset: LargeDataset,
  who: Contestant,
  hasImages: boolean,
): Promise<number | undefined> {
  const page = await openUnwatchedPage();
  try {
    const { url, token } = world;
    await page.setCookie({ name: "girderToken", value: token, url });
    await page.goto(`${url}/color-scheme.js`);
    await page.waitFor(`location.origin === ${JSON.stringify(url)}`, patienceMs);
    await page.evaluate(`localStorage.setItem("girderToken", ${JSON.stringify(token)})`);
    if (who === "viewer") {
      // No content: the server's response if it has none.
      const none = { status: 204, contentType: "application/octet-stream", body: Buffer.of() };
      if (!hasImages) await page.answer(["/dive_annotation/image"], () => Promise.resolve(none));
      await page.goto(`${url}/viewer/${dataset.id}`);
      await page.waitFor(
        `document.querySelector("[data-testid=canvas] canvas") !== null &&
         document.querySelector("main[aria-busy]") === null`,
        patienceMs,
      );
    } else {
      await page.answer(["/reference/", "/assets/"], readReferenceFile);
      await page.goto(referenceAddress(world, dataset, who));
      await page.waitFor("globalThis.referencePage !== undefined", patienceMs);
    }
    await new Promise((resolve) => setTimeout(resolve, 2000));
    return await page.megabytes();
  } finally {
    await page.close();
  }
}
