/** Changing keyboard shortcuts: the dialog, the effects, and the file that transfers keys to another browser. */
import { readFileSync } from "node:fs";
import { expect, test } from "./support/app.ts";
import { createDataset, ViewerPage } from "./support/viewer.ts";

test("keys are found, changed, taken from another command after asking, exported, reset and imported", async ({
  page,
  user,
}) => {
  const viewer = await new ViewerPage(page).open(await createDataset(user, { frames: 12 }));
  await viewer.press("?");
  await viewer.dialog.getByRole("button", { name: "Change shortcuts" }).click();
  const dialog = page.getByRole("dialog", { name: "Change keyboard shortcuts" });
  const search = dialog.getByRole("textbox", { name: "Search by name or key" });
  await search.fill("next frame");
  const row = (id: string) => dialog.locator(`[data-command="${id}"]`);
  await expect(dialog.locator("[data-command]").first()).toBeVisible();
  await row("playback.nextFrame").getByRole("button", { name: "F", exact: true }).click();
  await viewer.press(";");
  await expect(row("playback.nextFrame").getByRole("button", { name: ";", exact: true })).toBeVisible();
  // A key of another command: it names that command, and nothing changes until the user confirms.
  await row("playback.nextFrame").getByRole("button", { name: "Add a key: Next frame" }).click();
  await viewer.press("n");
  await expect(dialog.getByRole("alert")).toContainText("N is already used by “New track”.");
  await dialog.getByRole("button", { name: "Use it here" }).click();
  await expect(row("playback.nextFrame").getByRole("button", { name: "N", exact: true })).toBeVisible();
  // Escape cancels the waiting and leaves the dialog open.
  await row("playback.nextFrame").getByRole("button", { name: "Add a key: Next frame" }).click();
  await viewer.press("Escape");
  await expect(dialog).toBeVisible();
  await search.fill("new track");
  await expect(row("track.create").getByTitle("Click, then press another key")).toHaveCount(0);
  const download = page.waitForEvent("download");
  await dialog.getByRole("button", { name: "Export" }).click();
  const file = readFileSync(await (await download).path(), "utf8");
  expect(JSON.parse(file)).toEqual({
    version: 1,
    keys: { "playback.nextFrame": ["Right", ";", "N"], "track.create": [] },
  });
  await viewer.press("Escape");
  await expect(dialog).toHaveCount(0);

  await viewer.press(";", "n");
  await viewer.expectFrame(2);
  await viewer.press("f");
  await viewer.expectFrame(2);
  await expect(viewer.mode).toHaveText("Not editing");
  // Tooltips and the palette show the new keys, also after a reload.
  await page.reload();
  await viewer.ready();
  await viewer.press(";");
  await viewer.expectFrame(1);
  await page.keyboard.press("Control+k");
  await page.keyboard.type("change keyboard");
  await viewer.press("Enter");
  await expect(dialog).toBeVisible();
  await dialog.getByRole("button", { name: "Reset all" }).click();
  await search.fill("track.create");
  await expect(row("track.create").getByRole("button", { name: "N", exact: true })).toBeVisible();
  const chooser = page.waitForEvent("filechooser");
  await dialog.getByRole("button", { name: "Import" }).click();
  await (await chooser).setFiles({ name: "other.json", mimeType: "application/json", buffer: Buffer.from("{}") });
  await expect(dialog.getByRole("alert")).toContainText("other.json contains no keyboard shortcuts.");
  const again = page.waitForEvent("filechooser");
  await dialog.getByRole("button", { name: "Import" }).click();
  await (await again).setFiles({ name: "keys.json", mimeType: "application/json", buffer: Buffer.from(file) });
  await expect(row("track.create").getByTitle("Click, then press another key")).toHaveCount(0);
  await expect(dialog.getByRole("alert")).toHaveCount(0);
  await viewer.press("Escape");
  await expect(dialog).toHaveCount(0);
  await viewer.press(";");
  await viewer.expectFrame(2);
});

test("one who comes from CVAT finds its keys by that name, and they work at once", async ({ page, user }) => {
  const viewer = await new ViewerPage(page).open(await createDataset(user, { frames: 12 }));
  await viewer.press("Control+k");
  await page.getByPlaceholder("Run a command, jump to a page or a frame").fill("cvat keys");
  await viewer.dialog.getByRole("button", { name: /^Change keyboard shortcuts/ }).click();
  await viewer.dialog.getByRole("button", { name: "Use the keys of CVAT" }).click();
  await expect(viewer.dialog.locator('[data-command="playback.forward"]')).toContainText("V");
  await viewer.press("Escape");
  await expect(viewer.dialog).toHaveCount(0);
  await viewer.press("v");
  await viewer.expectFrame(10);
  await viewer.press("c", "f");
  await viewer.expectFrame(1);
  // The sheet shows the keys of now, and finds them by a part of their name.
  await viewer.press("F1");
  await expect(viewer.dialog.getByRole("textbox", { name: "Search by name or key" })).toBeFocused();
  await page.keyboard.type("ten frames");
  await expect(viewer.dialog.locator("[data-command]")).toHaveCount(3);
  await expect(viewer.dialog.locator('[data-command="playback.back"]')).toContainText("C");
});
