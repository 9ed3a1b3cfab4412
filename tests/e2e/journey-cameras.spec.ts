/** Three cameras, from pictures on the user's disk to an archive that is imported again. */
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { encode } from "fast-png";
import { cameraPicture, colorOfPicture } from "../support/multicam-dataset.ts";
import { createFolder, expect, goWithin, test, type TestUser } from "./support/app.ts";
import { row } from "./support/browser.ts";
import { beginButton, cameraOf, dialogOf, folderInput, openImport } from "./support/multicam-dialog.ts";
import { cards, openFolder, pick, start } from "./support/uploads.ts";
import { saveViewer, storedTracks } from "./support/viewer.ts";

const names = ["left", "middle", "right"] as const;
type Name = (typeof names)[number];

let root = "";
test.beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), "wakeline-journey-cameras-"));
  for (const [camera, name] of names.entries()) {
    await mkdir(join(root, name));
    for (let frame = 0; frame < 3; frame += 1) {
      const data = new Uint8Array(cameraPicture.width * cameraPicture.height * 3);
      for (let at = 0; at < data.length; at += 3) data.set(colorOfPicture(camera, frame), at);
      await writeFile(join(root, name, `image-${frame}.png`), encode({ ...cameraPicture, data, channels: 3 }));
    }
  }
});
test.afterAll(() => rm(root, { recursive: true, force: true }));

const pane = (page: Page, name: Name) => page.locator(`[data-camera="${name}"]`);

/** Draws a box on a camera, in fractions of its pane. */
async function draw(page: Page, name: Name, from: readonly [number, number], to: readonly [number, number]) {
  await pane(page, name).click({ position: { x: 8, y: 60 } });
  await expect(pane(page, name)).toHaveAttribute("data-active", "true");
  await expect(pane(page, name).locator("[role=status]")).toHaveCount(0);
  const box = await pane(page, name).boundingBox();
  if (box === null) throw new Error(`Camera ${name} is not visible.`);
  const at = ([x, y]: readonly [number, number]) => [box.x + x * box.width, box.y + y * box.height] as const;
  await page.keyboard.press("n");
  await expect(page.getByRole("toolbar", { name: "Editor" }).getByRole("status")).not.toHaveText("Not editing");
  await page.mouse.move(...at(from));
  await page.mouse.down();
  await page.mouse.move(...at([(from[0] + to[0]) / 2, (from[1] + to[1]) / 2]));
  await page.mouse.move(...at(to));
  await page.mouse.up();
  await page.keyboard.press("Escape");
  await expect(page.locator("[data-track]")).toHaveCount(1);
}

/** The stored annotations of the only dataset in a folder. */
async function stored(user: TestUser, parentId: string) {
  const [dataset] = await user.client.call("folder.list", { parentType: "folder", parentId });
  const { multiCam, fps, type, subType } = (dataset?.meta ?? {}) as Record<string, unknown>;
  const { cameras, cameraOrder, defaultDisplay } = multiCam as {
    cameras: Record<string, { folderId: string }>;
    cameraOrder: readonly string[];
    defaultDisplay: string;
  };
  const contents = Object.entries(cameras).map(async ([name, { folderId }]) => {
    const { imageData } = await user.client.call("dataset.media", { id: folderId });
    const tracks = await storedTracks(user, folderId);
    return [name, { images: imageData.map(({ filename }) => filename), tracks }] as const;
  });
  const all = Object.fromEntries(await Promise.all(contents));
  return { fps, type, subType, cameraOrder, defaultDisplay, cameras: all };
}

test("three cameras: imported, annotated on two, linked, unlinked, deleted on one and on all, saved, exported and imported again unchanged", async ({
  page,
  user,
}) => {
  const folder = await openFolder(page, user);
  await openImport(page, "Several cameras");
  const dialog = dialogOf(page);
  await dialog.getByRole("radio", { name: "Multi" }).click();
  await dialog.getByLabel("Folder name").fill("Rig");
  for (const name of names) {
    await dialog.getByLabel("New camera name").fill(name);
    await page.keyboard.press("Enter");
    await folderInput(page, `Source of ${name}`).setInputFiles(join(root, name));
    await expect(cameraOf(page, name)).toContainText("3 of 3 images");
  }
  await dialog.getByRole("combobox", { name: "Default display" }).click();
  await page.getByRole("option", { name: "middle" }).click();
  await beginButton(page).click();
  await expect(dialog).toBeHidden();
  await row(page, "Rig")
    .getByRole("link", { name: /Launch annotator/ })
    .click();
  await expect(pane(page, "middle")).toHaveAttribute("data-active", "true", { timeout: 30_000 });

  await draw(page, "left", [0.3, 0.3], [0.6, 0.6]);
  await draw(page, "right", [0.4, 0.4], [0.7, 0.7]);

  // Marks the object of the left camera and that of the right one as the same.
  const selector = page.getByRole("combobox", { name: "Camera", exact: true });
  await selector.click();
  await page.getByRole("option", { name: "left" }).click();
  await page.locator('[data-track="0"]').getByRole("button", { name: "Cameras of track 0" }).click();
  const panel = page.getByRole("complementary", { name: "Context panel" });
  const places = panel.locator("[data-tools-of]");
  await expect(places).toHaveText([/left\s*unknown 0–0/, /middle\s*not here/, /right\s*not here/]);
  const link = panel.getByRole("button", { name: "Link with a track of camera right" });
  await link.click();
  await page.locator('[data-track="1"]').getByRole("button").first().click();
  const linked = [/left\s*unknown 0–0/, /middle\s*not here/, /right\s*unknown 0–0/];
  await expect(places).toHaveText(linked);
  await panel.getByRole("button", { name: "Unlink on camera right: it becomes a new track there" }).click();
  await expect(places.last()).toHaveText(/right\s*not here/);
  await link.click();
  await page.locator("[data-track]").getByRole("button").first().click();
  await expect(places).toHaveText(linked);

  // Deleted on one camera, and on all; each is one undo step.
  const sure = page.getByRole("dialog");
  await panel.getByRole("button", { name: "Delete on camera right" }).click();
  await expect(sure).toContainText("From the cameras: right");
  await sure.getByRole("button", { name: "Delete" }).click();
  await expect(places.last()).toHaveText(/right\s*not here/);
  await page.keyboard.press("Control+z");
  await expect(places).toHaveText(linked);
  await panel.getByRole("button", { name: "Delete on all cameras" }).click();
  await expect(sure).toContainText("From the cameras: left, right");
  await sure.getByRole("button", { name: "Delete" }).click();
  await expect(panel).toContainText("Select a track");
  await page.keyboard.press("Control+z");
  await saveViewer(page);

  // Another camera order, saved like the tracks.
  const order = panel.getByRole("region", { name: "Order" });
  await order.getByRole("button", { name: "Camera right one place forward" }).click();
  const inOrder = async (): Promise<string> => {
    const boxes = await Promise.all(names.map(async (name) => ({ name, ...(await pane(page, name).boundingBox()) })));
    const sorted = boxes.toSorted((a, b) => (a.y ?? 0) - (b.y ?? 0) || (a.x ?? 0) - (b.x ?? 0));
    return sorted.map(({ name }) => name).join(" ");
  };
  await expect.poll(inOrder).toBe("left right middle");
  await page.reload();
  await expect(pane(page, "middle")).toHaveAttribute("data-active", "true", { timeout: 30_000 });
  await expect.poll(inOrder).toBe("left right middle");
  await selector.click();
  await expect(page.getByRole("option")).toHaveText(["left", "right", "middle"]);
  await page.keyboard.press("Escape");
  const saved = await stored(user, folder._id);
  expect(Object.fromEntries(Object.entries(saved.cameras).map(([name, { tracks }]) => [name, tracks.length]))).toEqual({
    left: 1,
    middle: 0,
    right: 1,
  });
  expect(saved.cameras["left"]?.tracks[0]?.id).toBe(saved.cameras["right"]?.tracks[0]?.id);

  await page.getByRole("button", { name: "Export", exact: true }).click();
  const [archive] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("menuitem", { name: "Everything (zip)", exact: true }).click(),
  ]);
  const buffer = await readFile(await archive.path());
  const again = await createFolder(user, "Again");
  await goWithin(page, `/folder/${again._id}`);
  await expect(page.getByText("This folder is empty")).toBeVisible();
  await pick(page, [{ name: "rig.zip", mimeType: "application/zip", buffer }]);
  await expect(cards(page)).toHaveCount(1);
  await start(page);
  await expect(row(page, "rig").getByRole("link", { name: /Launch annotator/ })).toBeVisible({ timeout: 60_000 });
  expect(await stored(user, again._id)).toEqual(saved);
});
