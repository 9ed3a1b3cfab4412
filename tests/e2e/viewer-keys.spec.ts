/** The keyboard: every shortcut does what the reference says, and is inactive when it should be. */
import "../support/english.ts";
import { t } from "../../web/base/texts/index.ts";
import { expect, test } from "./support/app.ts";
import { createDataset, storedTracks, ViewerPage } from "./support/viewer.ts";

const walker = { id: 1, keyframes: { 2: [20, 20, 60, 60], 5: [90, 20, 130, 60], 9: [220, 20, 260, 60] } } as const;
const sitter = { id: 2, type: "crab", keyframes: { 6: [20, 120, 60, 160] } } as const;

test("[V-KEYS-01] [V-KEYS-07] [V-KEYS-08] [V-PLAY-11] keys step and stop at both ends; ? shows the shortcuts; the palette finds commands and says what cannot be done; a track made by keys", async ({
  page,
  user,
}) => {
  const viewer = await new ViewerPage(page).open(await createDataset(user));
  await viewer.press("ArrowLeft");
  await viewer.expectFrame(0);
  await viewer.press("ArrowRight", "f");
  await viewer.expectFrame(2);
  await viewer.press("d", "ArrowLeft");
  await viewer.expectFrame(0);
  await viewer.press("PageDown");
  await viewer.expectFrame(10);
  await viewer.press("PageDown");
  await viewer.expectFrame(11);
  await viewer.ready();
  await viewer.press("PageUp", "PageUp");
  await viewer.expectFrame(0);
  await viewer.ready();

  await viewer.press("?");
  for (const name of ["General", "Selected mode", "Playback", "Editing mode"]) {
    await expect(viewer.dialog.getByRole("heading", { name, exact: true })).toBeVisible();
  }
  await expect(viewer.dialog).toContainText("Toggle keyframe");
  await viewer.press("Escape");
  await expect(viewer.dialog).toHaveCount(0);

  await viewer.press("Control+k");
  await viewer.dialog.getByRole("textbox").fill("undo");
  await expect(viewer.dialog.getByRole("button", { name: /^Undo(?! history)/i })).toContainText(
    "There is nothing to undo.",
  );
  await viewer.dialog.getByRole("textbox").fill("new tra");
  await viewer.press("Enter");
  await expect(viewer.dialog).toHaveCount(0);
  await expect(viewer.mode).toHaveText("Creating");
  await viewer.press("Escape", "Control+k");
  // The panel of that name ranks before the command that resets its content.
  await viewer.dialog.getByRole("textbox").fill("image enhancements");
  await viewer.press("Enter");
  await expect(page.getByRole("slider", { name: "Brightness" })).toBeVisible();
  await viewer.press("Control+k");
  await viewer.dialog.getByRole("textbox").fill("dark and light");
  const scheme = () => page.evaluate(() => document.documentElement.dataset["mantineColorScheme"]);
  const before = await scheme();
  await viewer.press("Enter");
  await expect.poll(scheme).not.toBe(before);

  await test.step("a whole track is drawn, typed, extended, deleted and brought back without the mouse but for the boxes", async () => {
    await viewer.draw([20, 20, 80, 80]);
    await expect(viewer.row(0)).toBeVisible();
    // The first letters, before the page can draw the field.
    const letters = (text: string) => [...text].map((key) => ({ key, code: `Key${key.toUpperCase()}` }));
    await viewer.pressAtOnce({ key: "Enter", code: "Enter", shiftKey: true }, ...letters("wh"));
    await page.keyboard.type("ale");
    await viewer.press("Enter");
    await expect(viewer.row(0)).toContainText("whale");
    const enter = { key: "Enter", code: "Enter" };
    await viewer.pressAtOnce({ ...enter, shiftKey: true }, ...letters("seal"), enter);
    await expect(viewer.row(0)).toContainText("seal");
    for (let step = 0; step < 8; step += 1) await viewer.press("f");
    await viewer.drag([120, 20], [180, 80]);
    await expect(viewer.row(0)).toContainText("0 – 8");
    await viewer.press("d", "d", "d", "d", "k");
    await expect(viewer.row(0).getByRole("button", { name: "Keyframe here: remove it" })).toBeVisible();
    await viewer.press("Escape", "Delete");
    await viewer.dialog.getByRole("button", { name: "Delete" }).click();
    await expect(viewer.rows).toHaveCount(0);
    await expect(viewer.dialog).toHaveCount(0);
    await viewer.press("Control+z");
    await expect(viewer.row(0)).toContainText("seal");
  });

  await viewer.save();
  await viewer.press("Control+k");
  await viewer.dialog.getByRole("textbox").fill("show jobs");
  await viewer.press("Enter");
  await expect(page).toHaveURL(/\/jobs$/);
});

test("[V-KEYS-02] [V-KEYS-15] [V-KEYS-16] [V-KEYS-19] Up, Down, Home and End move in the track list, Alt+arrows move the box, 1 edits it; shortcuts rest in dialogs and while typing", async ({
  page,
  user,
}) => {
  const id = await createDataset(user, { tracks: [walker, sitter] });
  const viewer = await new ViewerPage(page).open(id);
  await viewer.press("ArrowDown");
  await expect(viewer.selectedRow).toHaveAttribute("data-track", "1");
  await viewer.expectFrame(2);
  await viewer.press("End");
  await viewer.expectFrame(9);
  await viewer.press("Home");
  await viewer.expectFrame(2);
  await viewer.press("Shift+ArrowRight");
  await viewer.expectFrame(5);
  await viewer.press("Shift+ArrowLeft");
  await viewer.expectFrame(2);
  await viewer.press("ArrowDown");
  await expect(viewer.selectedRow).toHaveAttribute("data-track", "2");
  await viewer.expectFrame(6);

  // Edits apply to the displayed picture.
  await viewer.ready();
  await viewer.press("Alt+ArrowLeft", "Alt+ArrowUp", "Alt+Shift+ArrowRight", "Alt+Shift+ArrowDown");
  await viewer.save();
  await viewer.expectFrame(6);
  const moved = (await storedTracks(user, id)).find((track) => track.id === 2);
  expect(moved?.features[0]?.bounds).toEqual([29, 129, 69, 169]);
  await viewer.press("ArrowUp");
  await expect(viewer.selectedRow).toHaveAttribute("data-track", "1");

  // With no selection, 1 draws the rectangle of a new track.
  await viewer.press("Escape");
  await expect(viewer.selectedRow).toHaveCount(0);
  await viewer.press("1");
  await expect(viewer.mode).toHaveText("Creating");
  await viewer.press("Escape", "ArrowDown", "1");
  await expect(viewer.mode).toHaveText("Editing");
  await viewer.press("Escape");
  await expect(viewer.mode).toHaveText("Not editing");
  // The physical key counts, whatever it types: these are the unshifted digits of a French keyboard.
  await page.evaluate(() => {
    const init = { key: "&", code: "Digit1", bubbles: true, cancelable: true };
    document.activeElement?.dispatchEvent(new KeyboardEvent("keydown", init));
  });
  await expect(viewer.mode).toHaveText("Editing");
  await viewer.press("Escape");
  await expect(viewer.mode).toHaveText("Not editing");
  await viewer.press("Escape");
  await expect(viewer.selectedRow).toHaveCount(0);

  const frame = await viewer.frame();
  await viewer.press("?");
  await expect(viewer.dialog).toBeVisible();
  await viewer.press("n", "ArrowRight");
  await expect(viewer.mode).toHaveText("Not editing");
  await viewer.expectFrame(frame);
  await viewer.press("Escape");
  await expect(viewer.dialog).toHaveCount(0);
  await viewer.press("ArrowDown", "Shift+Enter");
  await viewer.row(1).getByRole("combobox").press("n");
  await expect(viewer.mode).toHaveText("Not editing");
  // However quickly the next key follows.
  await page.evaluate(() => {
    for (const key of ["Escape", "n"]) {
      document.activeElement?.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
    }
  });
  await expect(viewer.mode).toHaveText("Creating");
});

test("who holds the keyboard: sliders that were clicked, fields, popovers, dialogs, menus and tooltips give it back", async ({
  page,
  user,
}) => {
  const viewer = await new ViewerPage(page).open(await createDataset(user, { tracks: [walker, sitter] }));
  await test.step("a slider that was clicked gives the keyboard back, and so does Escape on one; a frame is gone to by typing its number, in its field or in the palette", async () => {
    await page.getByRole("button", { name: "Image enhancements" }).first().click();
    const brightness = page.getByRole("slider", { name: "Brightness" });
    const confidence = page.getByRole("slider", { name: "Confidence filter" });
    for (const slider of [brightness, confidence]) {
      const box = await slider.locator("..").boundingBox();
      if (box === null) throw new Error("The slider is not visible.");
      const initial = await slider.getAttribute("aria-valuenow");
      await page.mouse.click(box.x + box.width * 0.3, box.y + box.height / 2);
      await expect(slider).not.toHaveAttribute("aria-valuenow", initial ?? "");
      const value = await slider.getAttribute("aria-valuenow");
      const before = await viewer.frame();
      await viewer.press("ArrowRight");
      await viewer.expectFrame(before + 1);
      await expect(slider).toHaveAttribute("aria-valuenow", value ?? "");
    }
    await brightness.focus();
    await viewer.press("ArrowLeft");
    await viewer.expectFrame(2);
    await viewer.press("Escape", "ArrowLeft");
    await viewer.expectFrame(1);

    await viewer.press("Control+g");
    await expect(viewer.frameField).toBeFocused();
    await page.keyboard.type("7");
    await viewer.press("Enter", "ArrowRight");
    await viewer.expectFrame(8);
    await viewer.frameField.click();
    await page.keyboard.type("3");
    await viewer.press("Escape", "ArrowRight");
    await viewer.expectFrame(9);
    await viewer.frameField.click();
    await page.keyboard.type("12");
    await expect(viewer.frameField).toHaveAttribute("aria-invalid", "true");
    await viewer.press("Enter");
    await expect(viewer.frameField).toBeFocused();
    await viewer.press("Escape", "Control+k");
    await viewer.dialog.getByRole("textbox").fill("4");
    await expect(viewer.dialog.getByRole("button").first()).toContainText("Go to frame 4");
    await viewer.press("Enter");
    await viewer.expectFrame(4);
  });
  await test.step("the key after an Escape that closes something counts, and the Escape itself does nothing more", async () => {
    const mode = page.getByRole("radiogroup", { name: "Mode" });
    await viewer.press("ArrowDown");
    await page.getByRole("button", { name: "Track settings", exact: true }).click();
    await expect(mode).toBeVisible();
    await mode.getByText("Track", { exact: true }).click();
    await viewer.press("Escape", "ArrowDown");
    await expect(viewer.selectedRow).toHaveAttribute("data-track", "2");
    await page.getByRole("button", { name: "Track settings", exact: true }).click();
    await expect(mode.getByRole("radio", { name: "Track" })).toBeChecked();
    await viewer.press("Escape", "n");
    await expect(viewer.mode).toHaveText("Creating");
    // Each is awaited: a busy machine opens them late, and an earlier Escape has nothing to close.
    await viewer.press("?");
    await expect(page.getByRole("dialog", { name: "Keyboard shortcuts" })).toBeVisible();
    await viewer.press("Escape", "Control+k");
    await expect(page.getByPlaceholder("Run a command, jump to a page or a frame")).toBeVisible();
    await viewer.press("Escape", "Escape");
    await expect(viewer.mode).toHaveText("Not editing");
    await page.getByRole("button", { name: "More", exact: true }).click();
    await expect(page.getByRole("menu")).toBeVisible();
    await viewer.press("Escape", "ArrowRight");
    await viewer.expectFrame(7);

    // An open tooltip takes the first Escape, the mode the second.
    await viewer.press("Escape", "Escape");
    const create = page.getByRole("button", { name: "New track", exact: true }).first();
    await create.hover();
    await expect(page.getByRole("tooltip")).toBeVisible();
    await create.click();
    await expect(viewer.mode).toHaveText("Creating");
    await viewer.press("Escape");
    await expect(viewer.mode).toHaveText("Not editing");
  });
});

test.describe("what takes the focus and goes away", () => {
  test("gives it back to the picture: the split question, a merge and an export; Delete says how many tracks it is about, and always asks", async ({
    page,
    user,
  }) => {
    const fish = { id: 4, keyframes: { 0: [100, 80, 200, 160], 6: [110, 80, 210, 160] } } as const;
    const eel = { id: 5, type: "eel", keyframes: { 0: [20, 20, 60, 60] } } as const;
    const viewer = await new ViewerPage(page).open(await createDataset(user, { tracks: [fish, eel] }));
    const picture = page.locator('canvas[data-canvas="active"]');
    await viewer.click(150, 120);
    await viewer.press("ArrowRight", "x");
    await expect(viewer.dialog.getByRole("button", { name: "Split" })).toBeFocused();
    await viewer.press("Escape");
    await expect(viewer.dialog).toHaveCount(0);
    await expect(picture).toBeFocused();
    await viewer.press("x");
    await expect(viewer.dialog.getByRole("button", { name: "Split" })).toBeFocused();
    await viewer.press("Enter");
    await expect(viewer.rows).toHaveCount(3);
    await expect(picture).toBeFocused();
    // An experienced user may answer before the question is drawn, if the answer can be undone.
    await viewer.press("Control+z");
    await expect(viewer.rows).toHaveCount(2);
    const [split, enter] = [{ key: "x", code: "KeyX" } as const, { key: "Enter", code: "Enter" } as const];
    const wentAway = page.evaluate(dialogGone);
    await viewer.pressAtOnce(split, { key: "Escape", code: "Escape" });
    await wentAway;
    await expect(picture).toBeFocused();
    await expect(viewer.rows).toHaveCount(2);
    await viewer.pressAtOnce(split, enter);
    await expect(viewer.rows).toHaveCount(3);
    await expect(viewer.dialog).toHaveCount(0);
    await expect(picture).toBeFocused();

    await viewer.press("Control+a");
    // Destructive actions always ask: an Enter that comes too early means no.
    await viewer.pressAtOnce({ key: "Delete", code: "Delete" });
    await expect(viewer.dialog.getByRole("button", { name: "Cancel" })).toBeFocused();
    await viewer.press("Escape");
    await expect(viewer.dialog).toHaveCount(0);
    await viewer.pressAtOnce({ key: "Delete", code: "Delete" }, enter);
    await expect(viewer.dialog).toHaveCount(0);
    await expect(viewer.rows).toHaveCount(3);
    const editor = page.getByRole("toolbar", { name: "Editor" });
    await expect(editor.getByRole("button", { name: "Delete the 3 selected tracks" })).toBeVisible();
    await viewer.press("m");
    // The merge button disappears together with its panel.
    const merge = page.getByRole("button", { name: "Merge", exact: true });
    await merge.focus();
    await viewer.press("Enter");
    await expect(merge).toHaveCount(0);
    await expect(picture).toBeFocused();

    await page.getByRole("button", { name: "Export" }).click();
    await page.getByRole("menuitem", { name: "VIAME CSV" }).click();
    await viewer.dialog.getByRole("button", { name: t("viewer.exportAsShown") }).click();
    const download = page.waitForEvent("download");
    await viewer.dialog.getByRole("button", { name: "Download" }).click();
    await download;
    await expect(viewer.dialog).toHaveCount(0);
    await expect(picture).toBeFocused();
  });
});

/** Runs in the page: resolves when a dialog has been removed. */
function dialogGone(): Promise<void> {
  const isDialog = (node: Node) =>
    node instanceof Element && (node.matches("[role=dialog]") || node.querySelector("[role=dialog]") !== null);
  return new Promise((resolve) => {
    const observer = new MutationObserver((changes) => {
      if (!changes.some(({ removedNodes }) => [...removedNodes].some(isDialog))) return;
      observer.disconnect();
      resolve();
    });
    observer.observe(document.body, { childList: true, subtree: true });
  });
}
