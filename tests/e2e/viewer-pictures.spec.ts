/** A single frame: what is drawn, picked and edited belongs to the displayed picture. */
import { readFileSync } from "node:fs";
import { uploadFile } from "../../schemas/index.ts";
import { sharedData } from "../support/shared-data.ts";
import { expect, test } from "./support/app.ts";
import { createDataset, storedTracks, ViewerPage } from "./support/viewer.ts";

const refusal = "You cannot draw on this frame";

test("on a picture that cannot be decoded nothing is drawn; the next one can be annotated", async ({ page, user }) => {
  const tracks = [{ id: 4, keyframes: { 0: [100, 80, 200, 160], 3: [100, 80, 200, 160] } }] as const;
  const id = await createDataset(user, { frames: 5, tracks });
  const broken = (await user.client.call("dataset.media", { id })).imageData[2]!;
  await page.route(`**${broken.url}`, (route) => route.fulfill({ body: "no picture", contentType: "image/png" }));
  const viewer = await new ViewerPage(page).open(id);
  await viewer.press("ArrowRight", "ArrowRight", "n");
  const alert = viewer.canvas.getByRole("alert");
  await expect(alert).toContainText(broken.filename);
  await viewer.drag([20, 20], [60, 60]);
  await expect(page.getByText(refusal)).toBeVisible();
  await expect(viewer.rows).toHaveCount(1);
  // Nothing of frame 1 remains on the screen: neither its plain red picture nor a box.
  expect((await viewer.canvas.screenshot()).length).toBeGreaterThan(0);
  expect(await viewer.redAt(160, 120)).not.toBe(12);

  await viewer.press("ArrowRight");
  await expect(alert).toHaveCount(0);
  await viewer.ready();
  await viewer.drag([20, 20], [60, 60]);
  await expect(viewer.rows).toHaveCount(2);
  await viewer.save();
  const drawn = (await storedTracks(user, id)).find((track) => track.id === 5);
  expect(drawn?.features.map(({ frame }) => frame)).toEqual([3]);
});

test("while the next picture is on its way, what is drawn is drawn on it, not on the one before", async ({
  page,
  user,
}) => {
  const id = await createDataset(user, { frames: 3 });
  const late = (await user.client.call("dataset.media", { id })).imageData[1]!;
  let answer: () => void = () => undefined;
  const held = new Promise<void>((resolve) => (answer = resolve));
  await page.route(`**${late.url}`, async (route) => {
    await held;
    await route.continue();
  });
  const viewer = await new ViewerPage(page).open(id);
  await viewer.press("n", "ArrowRight");
  await viewer.drag([20, 20], [60, 60]);
  await expect(viewer.rows).toHaveCount(0);
  answer();
  await expect(viewer.rows).toHaveCount(1);
  await viewer.save();
  expect((await storedTracks(user, id))[0]?.features.map(({ frame }) => frame)).toEqual([1]);
});

test("a video with a damaged picture: no box on it, its number once, boxes before and after", async ({
  page,
  user,
}) => {
  const path = sharedData("bad/corrupted.mp4");
  test.skip(path === undefined, "bad/corrupted.mp4 of the shared test data is not there");
  const { client } = user;
  const metadata = { fps: -1, type: "video" };
  const folder = await client.call("folder.create", {
    parentType: "user",
    parentId: user.id,
    name: "damaged",
    metadata,
  });
  const target = { parentType: "folder", parentId: folder._id, name: "corrupted.mp4" } as const;
  await uploadFile(client, target, new Blob([readFileSync(path!)], { type: "video/mp4" }));
  await client.call("rpc.postprocess", { id: folder._id });
  await expect
    .poll(async () => (await client.call("dataset.media", { id: folder._id })).video !== undefined, { timeout: 60_000 })
    .toBe(true);
  await page.goto(`/viewer/${folder._id}`);
  const viewer = new ViewerPage(page);
  const slider = page.getByRole("slider", { name: "Frame", exact: true });
  await slider.focus({ timeout: 60_000 });
  for (let step = 0; step < 30; step += 1) await viewer.press("ArrowRight");
  await viewer.expectFrame(30);
  const alert = viewer.canvas.getByRole("alert");
  await expect(alert).toContainText("Frame 30", { timeout: 60_000 });
  expect((await alert.textContent())?.match(/30/g)).toHaveLength(1);
  await viewer.press("n");
  await viewer.drag([40, 40], [120, 120]);
  await expect(page.getByText(refusal)).toBeVisible();
  await expect(viewer.rows).toHaveCount(0);
});
