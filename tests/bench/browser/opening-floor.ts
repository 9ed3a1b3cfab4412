/**
 * The minimum cost of opening with the server's image in this browser on this machine: an empty page that fetches the
 * image and the URLs of the pictures immediately, copies the bytes into memory as they arrive, like the viewer, and
 * draws the first picture without boxes. No page that uses the image can be faster.
 */
import { openBenchPage } from "./bench-browser.ts";
import { enter } from "./world.ts";
import type { BrowserWorld, LargeDataset } from "./world.ts";

const patienceMs = 120_000;

/** Runs in the page. */
async function fetchAndDraw(id: string): Promise<void> {
  const headers = { "Girder-Token": localStorage.getItem("girderToken")! };
  const firstPicture = async (): Promise<HTMLImageElement> => {
    const media = await fetch(`/api/v1/dive_dataset/${id}/media`, { headers });
    const { imageData } = (await media.json()) as { imageData: { url: string }[] };
    const picture = new Image();
    picture.src = imageData[0]!.url;
    await picture.decode();
    return picture;
  };
  const takeImage = async (): Promise<void> => {
    const answer = await fetch(`/api/v1/dive_annotation/image?folderId=${id}`, { headers });
    if (answer.status !== 200) throw new Error("There is no image of the annotations.");
    const bytes = new Uint8Array(new WebAssembly.Memory({ initial: 4096 }).buffer);
    let end = 0;
    for (const reader = answer.body!.getReader(), next = () => reader.read(); ;) {
      const { done, value } = await next();
      if (done) break;
      bytes.set(value, end);
      end += value.length;
    }
  };
  const [picture] = await Promise.all([firstPicture(), takeImage()]);
  const canvas = document.createElement("canvas");
  Object.assign(canvas, { width: 1120, height: 750 });
  document.body.append(canvas);
  canvas.getContext("2d")!.drawImage(picture, 0, 0);
  requestAnimationFrame(() => Object.assign(globalThis, { drawnAt: performance.now() }));
}

/** Milliseconds from the start of the page. The server has an image. */
export async function measureOpeningFloor(world: BrowserWorld, { id }: LargeDataset): Promise<number> {
  const bench = await openBenchPage({ atScreenRate: true });
  try {
    const { page } = bench;
    await enter(page, world);
    const body = `<!doctype html><body><script>(${fetchAndDraw.toString()})(${JSON.stringify(id)})</script>`;
    await page.route("**/floor.html", (route) => route.fulfill({ contentType: "text/html", body }));
    await page.goto(`${world.url}/floor.html`);
    await page.waitForFunction(() => "drawnAt" in globalThis, undefined, { timeout: patienceMs });
    return await page.evaluate(() => (globalThis as unknown as { drawnAt: number }).drawnAt);
  } finally {
    await bench.close();
  }
}
