/** The tour for new users: from the start page, step by step by doing, and ended with Escape. */
import { sampleNames } from "../../schemas/sample.ts";
import { expect, test } from "./support/app.ts";
import type { Page } from "@playwright/test";
import { createDataset, ViewerPage } from "./support/viewer.ts";
import type { TestUser } from "./support/app.ts";

const strip = (page: Page) => page.getByTestId("tour");
const said = (page: Page) => strip(page).getByRole("status");

/** The dataset that the tour looks for, as the server creates it from a video. */
async function createSample(user: TestUser): Promise<string> {
  const keyframes = { 0: [100, 80, 180, 160], 29: [110, 80, 190, 160] } as const;
  const tracks = [{ id: 0, type: "seal", keyframes }];
  return await createDataset(user, { name: sampleNames.video, frames: 30, tracks });
}

test("each step of the tour goes on when it was done, on a copy; the hint is gone for good", async ({ page, user }) => {
  const sample = await createSample(user);
  await page.goto("/");
  await page.getByRole("note").getByRole("button", { name: "Take the tour" }).click();
  await expect(page).toHaveURL(/\/viewer\/\w+$/);
  expect(page.url()).not.toContain(sample);
  const viewer = await new ViewerPage(page).ready();
  await expect(strip(page)).toContainText("1 of 9");
  await expect(said(page)).toContainText("Press Space to play");
  // It does not cover the picture.
  const [canvas, line] = await Promise.all([viewer.canvas.boundingBox(), strip(page).boundingBox()]);
  expect((line?.y ?? 0) + (line?.height ?? 0)).toBeLessThanOrEqual((canvas?.y ?? 0) + 1);
  await expect(page.locator('[data-runs="playback.toggle"]')).toHaveAttribute("data-tour-mark", "");

  await viewer.press("Space");
  await expect.poll(() => viewer.frame()).toBeGreaterThan(0);
  await expect(strip(page)).toContainText("1 of 9");
  await viewer.press("Space");
  await expect(said(page)).toContainText("Click a box to select it");

  await viewer.frameField.fill("10");
  await viewer.frameField.press("Enter");
  await viewer.expectFrame(10);
  const drag = async (from: readonly [number, number], to: readonly [number, number]) => {
    const [a, b] = [await viewer.at(...from), await viewer.at(...to)];
    await page.mouse.move(a.x, a.y);
    await page.mouse.down();
    await page.mouse.move((a.x + b.x) / 2, (a.y + b.y) / 2);
    await page.mouse.move(b.x, b.y);
    await page.mouse.up();
  };
  // Its picture may still be loading.
  await expect(async () => {
    const inside = await viewer.at(140, 120);
    await page.mouse.click(inside.x, inside.y);
    await expect(said(page)).toContainText("Drag the box a little", { timeout: 2000 });
  }).toPass();
  await drag([140, 120], [155, 130]);
  await expect(said(page)).toContainText("Press Ctrl+Z to undo");
  await viewer.press("Control+z");
  await expect(said(page)).toContainText("Press N, then drag");
  // Escape cancels a drawing in progress, and the tour stays.
  await viewer.press("n", "Escape");
  await expect(strip(page)).toContainText("5 of 9");
  await viewer.press("n");
  await drag([20, 20], [70, 60]);
  await expect(said(page)).toContainText("Give the new track a type");
  await viewer.press("Shift+Enter");
  await viewer.selectedRow.getByRole("combobox").fill("ferry");
  await viewer.press("Enter");
  await expect(said(page)).toContainText("Press PageDown to go forward a few frames");
  await viewer.press("PageDown");
  await viewer.expectFrame(20);
  await expect(async () => {
    await drag([45, 40], [65, 50]);
    await expect(said(page)).toContainText("Press Ctrl+S to save", { timeout: 2000 });
  }).toPass();
  await viewer.press("Control+s");
  await expect(said(page)).toContainText("Press Ctrl+K and type");
  await viewer.press("Control+k");
  await expect(said(page)).toContainText("That was the tour.");
  await page.keyboard.press("Escape");
  await strip(page).getByRole("link", { name: "Back to your data" }).click();
  await expect(page.getByRole("heading", { name: "Recent datasets" })).toBeVisible();
  await expect(page.getByRole("note")).toHaveCount(0);
  await page.reload();
  await expect(page.getByRole("heading", { name: "Recent datasets" })).toBeVisible();
  await expect(page.getByRole("note")).toHaveCount(0);
  // The sample dataset itself is unchanged.
  expect(await user.client.call("annotation.tracks", { folderId: sample })).toHaveLength(1);
});

test("the palette finds the tour by what people call it; Escape leaves it, in German too; without the sample it says so", async ({
  page,
  user,
}) => {
  await page.goto("/");
  const note = page.getByRole("note");
  await note.getByRole("button", { name: "Take the tour" }).click();
  await expect(page.getByRole("alert")).toContainText("No sample video found");
  await createSample(user);
  for (const words of ["tour", "help me start"]) {
    await page.keyboard.press("Control+k");
    await page.getByRole("textbox", { name: /^Run a command/ }).fill(words);
    await expect(page.getByRole("button", { name: "Take the tour" }).last()).toBeVisible();
    if (words === "tour") await page.keyboard.press("Escape");
  }
  await page.keyboard.press("Enter");
  await expect(strip(page)).toContainText("1 of 9");
  await expect(page.locator("main[aria-busy]")).toHaveCount(0);
  await strip(page).getByRole("button", { name: "Skip step" }).press("Enter");
  await expect(strip(page)).toContainText("2 of 9");
  await page.keyboard.press("Escape");
  await expect(strip(page)).toHaveCount(0);

  await user.client.call("user.setPreferences", { id: user.id, language: "de" });
  await page.reload();
  await expect(page.locator("html")).toHaveAttribute("lang", "de");
  await expect(page.getByTestId("canvas")).toBeVisible({ timeout: 30_000 });
  await expect(page.locator("main[aria-busy]")).toHaveCount(0);
  await page.keyboard.press("Control+k");
  await page.getByRole("dialog").getByRole("textbox").fill("Rundgang");
  await page.getByRole("button", { name: "Rundgang beginnen" }).last().click();
  await expect(said(page)).toContainText("Das ist Ihre eigene Kopie");
});

test("hints next to the track list say what helps now, and go for good when it was done or dismissed", async ({
  page,
  user,
}) => {
  const viewer = await new ViewerPage(page).open(await createDataset(user, { frames: 8 }));
  const note = page.getByRole("note");
  await expect(note).toHaveCount(0);
  const drag = async (from: readonly [number, number], to: readonly [number, number]) => {
    const [a, b] = [await viewer.at(...from), await viewer.at(...to)];
    await page.mouse.move(a.x, a.y);
    await page.mouse.down();
    await page.mouse.move((a.x + b.x) / 2, (a.y + b.y) / 2);
    await page.mouse.move(b.x, b.y);
    await page.mouse.up();
  };
  await viewer.press("n");
  await drag([20, 20], [70, 60]);
  await expect(note).toHaveText("Shift+1 gives the new track the most recent type. Shift+Enter opens all types.");
  await viewer.press("Shift+Enter");
  await viewer.selectedRow.getByRole("combobox").fill("ferry");
  await viewer.press("Enter");
  await expect(note).toHaveCount(0);
  await viewer.press("ArrowRight");
  await expect(note).toContainText("The dashed box is where the selected track was last.");
  // Next to the list, not on the picture.
  const [canvas, hint] = await Promise.all([viewer.canvas.boundingBox(), note.boundingBox()]);
  expect((hint?.x ?? 0) + (hint?.width ?? 0)).toBeLessThanOrEqual(canvas?.x ?? 0);
  await note.getByRole("button", { name: "Do not show this hint again" }).click();
  await expect(note).toHaveCount(0);
  await viewer.save();
  await page.reload();
  await viewer.ready();
  await viewer.press("Control+a", "ArrowRight");
  await viewer.expectFrame(1);
  await expect(note).toHaveCount(0);
});
