/** Assigning types with few keys: the picker, the digits, and how many keys a morning's work takes. */
import { expect, test } from "./support/app.ts";
import { createDataset, storedTracks, ViewerPage, type Box, type TrackSketch } from "./support/viewer.ts";

const zoo: readonly TrackSketch[] = [
  { id: 0, type: "fish", keyframes: { 0: [10, 10, 60, 60] } },
  { id: 1, type: "bicycle", keyframes: { 0: [100, 10, 160, 60] } },
  { id: 2, type: "bicycle", keyframes: { 0: [200, 10, 260, 60] } },
];

function typeOf(viewer: ViewerPage, track: number) {
  return viewer.row(track).getByRole("button", { name: /^Type of track/ });
}

test("types given by few keys: what new objects take, and what the picker offers", async ({ page, user }) => {
  const id = await createDataset(user, { tracks: zoo });
  const viewer = await new ViewerPage(page).open(id);
  await test.step("the default type follows the last one given until it is chosen, and may follow again", async () => {
    const follow = page.getByRole("switch", { name: "New objects get the last type you assigned" });
    await viewer.press("ArrowDown", "Shift+1", "Escape");
    await viewer.draw([20, 120, 80, 180]);
    await expect(typeOf(viewer, 3)).toHaveText("bicycle");
    await viewer.withPopover("Track settings", async (popover) => {
      await expect(follow).toBeChecked();
      await popover.getByRole("combobox", { name: "Type" }).click();
      await page.getByRole("option", { name: /^fish/ }).click();
      await expect(follow).not.toBeChecked();
    });
    await viewer.press("Shift+1", "Escape");
    await viewer.draw([120, 120, 180, 180]);
    await expect(typeOf(viewer, 4)).toHaveText("fish");
    await viewer.withPopover("Track settings", () => follow.click());
    await viewer.press("Shift+1");
    await viewer.draw([220, 120, 280, 180]);
    await expect(typeOf(viewer, 5)).toHaveText("bicycle");
    // Everything undone: a type and a box, a type, a box, a type and a box.
    for (let edit = 0; edit < 8; edit += 1) await viewer.press("Control+z");
    await expect(viewer.rows).toHaveCount(3);
    await expect(viewer.saveButton).toHaveText("Saved");
    await viewer.press("Escape", "Escape");
    await expect(viewer.selectedRow).toHaveCount(0);
  });
  await test.step("the picker opens with everything, counted and numbered; a digit or the best match is one key away", async () => {
    const options = page.getByRole("option");
    const field = viewer.row(0).getByRole("combobox");
    await viewer.press("ArrowDown", "Shift+Enter");
    await expect(options).toHaveText(["bicycle21", "fish12"]);
    await expect(page.getByRole("listbox", { name: /Type/ })).toBeVisible();
    await viewer.press("1");
    await expect(typeOf(viewer, 0)).toHaveText("bicycle");

    // A part of a name takes the best match instead of creating a type.
    await viewer.press("Shift+Enter");
    await expect(options).toHaveText(["bicycle31", /^fish/]);
    await page.keyboard.type("fi");
    await expect(options).toHaveText(["fish0", "Create type “fi”"]);
    await viewer.press("Enter");
    await expect(typeOf(viewer, 0)).toHaveText("fish");

    // Cancelling with a part of a name changes nothing; a digit in the text is a digit.
    await viewer.press("Shift+Enter");
    await page.keyboard.type("bi1");
    await expect(options).toHaveText(["Create type “bi1”"]);
    await field.blur();
    await expect(typeOf(viewer, 0)).toHaveText("fish");

    // A new type is created explicitly: by its line, although "bicycle" matches.
    await viewer.press("Shift+Enter");
    await page.keyboard.type("bi");
    await viewer.press("ArrowDown", "Enter");
    await expect(typeOf(viewer, 0)).toHaveText("bi");
    await viewer.press("Control+z", "Shift+Enter");
    await expect(options).toHaveText([/^bicycle/, /^fish/]);
    await viewer.press("Escape");
    await expect(viewer.mode).toHaveText("Not editing");
    await expect(viewer.selectedRow).toHaveCount(1);

    // A save right after the Enter includes the type.
    await viewer.press("Shift+Enter");
    await page.keyboard.type("bi");
    await viewer.press("Enter", "Control+s");
    await expect(viewer.saveButton).toContainText("Saved");
    expect((await storedTracks(user, id))[0]?.confidencePairs[0]?.[0]).toBe("bicycle");

    // Selects all tracks of the list, not the text of the page.
    await viewer.press("Control+a");
    await expect(page.getByTestId("said")).toHaveText("3 tracks");
    expect(await page.evaluate(() => String(getSelection()))).toBe("");
  });
});

/** Twenty objects of a real video, with fewer keys: `hand.spec.ts`. */
test("each object of one of five known types on the next frame takes at most three keys and a drag", async ({
  page,
  user,
}) => {
  const objects = 6;
  const types = ["fish", "crab", "eel", "ray", "squid"] as const;
  const known = types.map((type, id): TrackSketch => ({
    id,
    type,
    keyframes: { [objects]: [10 + id * 50, 10, 50 + id * 50, 50] },
  }));
  const viewer = await new ViewerPage(page).open(await createDataset(user, { frames: objects + 1, tracks: known }));
  let keys = 0;
  let drags = 0;
  const press = async (key: string): Promise<void> => {
    keys += 1;
    await viewer.press(key);
  };
  const digitOf = new Map<string, number>();
  await viewer.press("ArrowDown", "Shift+Enter");
  for (const [at, text] of (await page.getByRole("option").allTextContents()).entries()) {
    const type = types.find((name) => text.startsWith(name));
    if (type !== undefined) digitOf.set(type, at + 1);
  }
  await viewer.press("Escape", "Escape", "Control+g");
  await page.keyboard.type("0");
  await viewer.press("Enter");
  await viewer.expectFrame(0);

  // No two consecutive ones have the same type, so that reusing the last type saves nothing.
  const wanted = Array.from({ length: objects }, (_, at) => types[(at * 3) % types.length] ?? "fish");
  for (const [at, type] of wanted.entries()) {
    if (at > 0) await press("f");
    await viewer.ready();
    const box: Box = [20 + at * 5, 60 + at * 4, 80 + at * 5, 120 + at * 4];
    await press("n");
    await viewer.drag([box[0], box[1]], [box[2], box[3]]);
    drags += 1;
    await press(`Shift+${digitOf.get(type)}`);
  }
  expect(keys).toBeLessThanOrEqual(3 * objects);
  expect(drags).toBeLessThanOrEqual(objects);
  await viewer.save();
  const id = new URL(page.url()).pathname.split("/").at(-1) ?? "";
  const drawn = (await user.client.call("annotation.tracks", { folderId: id })).filter(
    (track) => track.begin < objects,
  );
  expect(drawn.map(({ begin, confidencePairs }) => [begin, confidencePairs[0]?.[0]])).toEqual(
    wanted.map((type, frame) => [frame, type]),
  );
});
