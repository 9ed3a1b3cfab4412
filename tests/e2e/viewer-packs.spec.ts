/** Boxes suggested by a model pack of the site: fetched once, run in the browser, with the results of the server. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import type { Page } from "@playwright/test";
import { encode } from "fast-png";

import { createImageDataset } from "../support/dataset.ts";
import { pictureOf, squareManifest, squareModel } from "../support/square-pack.ts";
import { createUser, expect, signIn, startApp, test, type TestServer, type TestUser } from "./support/app.ts";
import { storedTracks, ViewerPage } from "./support/viewer.ts";

const size = { width: 320, height: 240 };
const model = squareModel();

let programs: string;
let server: TestServer;
test.beforeAll(async () => {
  programs = mkdtempSync(join(tmpdir(), "wakeline-packs-"));
  server = await startApp({ pipelinesFolder: programs });
});
test.afterAll(async () => {
  await server.close();
  rmSync(programs, { recursive: true, force: true });
});

function install(manifest: object): void {
  mkdirSync(join(programs, "squares"), { recursive: true });
  writeFileSync(join(programs, "squares", "pack.json"), JSON.stringify(manifest));
  writeFileSync(join(programs, "squares", "model.onnx"), model);
}

/** Two pictures, the second with bright squares. */
async function openSquares(page: Page): Promise<{ viewer: ViewerPage; user: TestUser; id: string }> {
  const user = await createUser(server);
  await signIn(page, server, user.token);
  const squares = [30, 101, 190].map((x, n) => ({ x, y: 40 + 51 * n, side: 32 }));
  const picture = (index: number) =>
    new Uint8Array(encode({ ...size, channels: 3, data: pictureOf(320, 240, squares.slice(0, index * 3)) }));
  const id = await createImageDataset(user.client, "squares", 2, { picture });
  const viewer = new ViewerPage(page);
  await page.goto(`${server.url}/viewer/${id}`);
  await expect(viewer.canvas).toBeVisible({ timeout: 30_000 });
  return { viewer, user, id };
}

test("Alt+S says what a model needs, fetches it once, and suggests what the server's pipeline finds", async ({
  page,
}) => {
  test.setTimeout(120_000);
  install(squareManifest(model));
  const { viewer, user, id } = await openSquares(page);
  await viewer.press("Alt+s");
  const dialog = page.getByRole("dialog", { name: "Suggest boxes with a model" });
  await expect(dialog).toContainText("Finds bright squares.");
  await expect(dialog).toContainText(
    `License: Apache-2.0. Downloads ${(model.length / 1024).toFixed(1)} KB once, plus up to 13.6 MB for the model runtime.`,
  );
  await expect(dialog).toContainText("on the processor (WebAssembly, one thread)");
  await dialog.getByRole("button", { name: "Suggest boxes with Bright squares" }).click();
  await expect(page.getByText(/Suggestion 1 of 3: square 0\.\d\d/)).toBeVisible({ timeout: 60_000 });
  await viewer.expectFrame(1);
  for (const left of [2, 1]) {
    await viewer.press("Control+Enter");
    await expect(page.getByText(`Suggestion 1 of ${left}: square`)).toBeVisible();
  }
  await viewer.press("Control+Enter");
  await expect(page.getByText("The model found nothing more on the next frames.")).toBeVisible();
  await viewer.save();
  const boxesOf = async () =>
    (await storedTracks(user, id))
      .map(({ begin, confidencePairs, features }) => [begin, confidencePairs[0]?.[0], ...(features[0]?.bounds ?? [])])
      .toSorted((a, b) => Number(a[2]) - Number(b[2]));
  const here = await boxesOf();
  expect(here).toHaveLength(3);

  const findPipeline = async () =>
    (await user.client.call("configuration.pipelines", {}))["detector"]?.pipes.find(
      ({ pipe }) => pipe === "detector_bright_squares.pipe",
    );
  // Workers say what they have from time to time.
  await expect.poll(findPipeline, { timeout: 60_000 }).toBeDefined();
  const pipeline = await findPipeline();
  const job = await user.client.call("rpc.pipeline", { folderId: id, pipeline: pipeline as never });
  await expect
    .poll(async () => (await user.client.call("job.get", { id: job._id })).status, { timeout: 60_000 })
    .toBe(3);
  const there = await boxesOf();
  // Accepted boxes are rounded to whole pixels.
  const rounded = there.map((box) => box.map((value) => (typeof value === "number" ? Math.round(value) : value)));
  expect(rounded).toEqual(here);

  // The second time nothing is fetched.
  let fetched = 0;
  page.on("request", (request) => void (request.url().includes("/packs/file/") && fetched++));
  await page.reload();
  await expect(viewer.canvas).toBeVisible({ timeout: 30_000 });
  await viewer.press("Alt+s");
  await expect(dialog).toContainText("Already in this browser.");
  await dialog.getByRole("button", { name: "Suggest boxes with Bright squares" }).click();
  await expect(page.getByText("The model found nothing more on the next frames.")).toBeVisible({ timeout: 60_000 });
  expect(fetched).toBe(0);
});

test("a model that is not what its pack says is refused with a sentence, and a site without packs says so", async ({
  page,
}) => {
  install({ ...squareManifest(model), classes: ["square", "circle"] });
  const { viewer } = await openSquares(page);
  await viewer.press("Alt+s");
  await page.getByRole("button", { name: "Suggest boxes with Bright squares" }).click();
  await expect(
    page.getByText("model.onnx answers 1 × 5 × 1600 numbers, and pack.json describes 1 × 6 × 1600"),
  ).toBeVisible({
    timeout: 60_000,
  });
  rmSync(join(programs, "squares"), { recursive: true });
  await viewer.press("Alt+s");
  await expect(page.getByText("This site has no models. An administrator can install model packs.")).toBeVisible();
});
