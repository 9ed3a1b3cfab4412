/** Attributes in the viewer: the panels, the definition dialog with its validation, values and how they are stored. */
import type { Locator, Page } from "@playwright/test";
import type { AttributeDefinition } from "../../schemas/index.ts";
import { expect, test } from "./support/app.ts";
import type { TestUser } from "./support/app.ts";
import { createDataset, storedTracks, ViewerPage } from "./support/viewer.ts";

const tracks = [
  { id: 0, type: "fish", confidence: 0.75, keyframes: { 0: [10, 10, 100, 100], 8: [40, 10, 130, 100] } },
  { id: 1, type: "crab", keyframes: { 0: [200, 10, 260, 60] } },
] as const;

const definition = (part: Partial<AttributeDefinition> & Pick<AttributeDefinition, "belongs" | "name">) => ({
  datatype: "text" as const,
  key: `${part.belongs}_${part.name}`,
  ...part,
});

async function define(user: TestUser, id: string, ...upsert: readonly AttributeDefinition[]): Promise<void> {
  await user.client.call("dataset.updateAttributes", { id, body: { upsert: [...upsert], delete: [] } });
}

async function storedAttributes(user: TestUser, id: string) {
  return (await user.client.call("dataset.get", { id })).attributes ?? {};
}

/** The panel of one mode in the tab "Attributes". */
async function openPanel(page: Page, viewer: ViewerPage, mode: "Track" | "Detection"): Promise<Locator> {
  await page.getByRole("tab", { name: "Attributes", exact: true }).click();
  if ((await viewer.page.getByText("No track or group selected.").count()) > 0) await viewer.click(50, 50);
  return page.getByRole("region", { name: `${mode} Attributes` });
}

test("[V-ATTR-07] [V-ATTR-08] [V-ATTR-09] [V-ATTR-10] [V-ATTR-11] [V-ATTR-12] [V-ATTR-13] [V-ATTR-17] [V-ATTR-18] [V-ATTR-19] [V-ATTRPANEL-01] [V-ATTRPANEL-02] [V-ATTRPANEL-03] [V-ATTRPANEL-06] [V-ATTR-14] [V-ATTR-16] [V-ATTR-20] [V-ATTR-21] [V-ATTR-22] [V-ATTR-23] [V-ATTR-24] [V-ATTR-32] [V-ATTR-01] [V-ATTR-02] [V-ATTR-03] [V-ATTR-04] [V-ATTR-05] [V-ATTR-15] [V-ATTR-25] [V-ATTR-26] [V-ATTR-27] [V-ATTR-28] [V-ATTR-29] [V-ATTR-30] [V-ATTR-31] definitions of attributes: how they are drawn, listed, named, deleted, and what they have", async ({
  page,
  user,
}) => {
  const id = await createDataset(user, { tracks });
  await define(user, id, definition({ belongs: "track", name: "sex" }));
  const viewer = await new ViewerPage(page).open(id);
  const { dialog } = viewer;
  const panel = await openPanel(page, viewer, "Track");
  const detections = page.getByRole("region", { name: "Detection attributes" });
  await test.step("[V-ATTR-07] [V-ATTR-08] [V-ATTR-09] [V-ATTR-10] [V-ATTR-11] [V-ATTR-12] [V-ATTR-13] [V-ATTR-17] [V-ATTR-18] [V-ATTR-19] rendering settings are edited, saved and drawn", async () => {
    const openRendering = async () => {
      await panel.getByRole("button", { name: "Settings of the attribute sex" }).click();
      await dialog.getByRole("tab", { name: "Rendering" }).click();
    };
    const save = async () => {
      await dialog.getByRole("button", { name: "Save" }).click();
      await expect(dialog).toHaveCount(0);
      await viewer.save();
      return (await storedAttributes(user, id))["track_sex"];
    };
    const toggle = (name: string) => dialog.getByRole("switch", { name, exact: true });
    const begun = {
      typeFilter: ["all"],
      selected: false,
      displayName: "sex",
      displayColor: "auto",
      displayTextSize: -1,
      valueColor: "auto",
      valueTextSize: -1,
      order: 0,
      location: "outside",
      corner: "SE",
      layout: "horizontal",
      box: false,
      boxColor: "auto",
      boxThickness: 1,
      displayWidth: { type: "%", val: 10 },
      displayHeight: { type: "auto", val: 10 },
    };
    await openRendering();
    await toggle("Draw on the picture").click();
    expect((await save())?.render).toEqual(begun);
    await openRendering();
    await toggle("Draw on the picture").click();
    expect(await save()).not.toHaveProperty("render");

    // All settings.
    await openRendering();
    await toggle("Draw on the picture").click();
    await toggle("Only on the selected track").click();
    const types = dialog.getByRole("combobox", { name: "Types" });
    await types.press("Backspace");
    await types.fill("fish");
    await types.press("Enter");
    await dialog.getByRole("textbox", { name: "Order" }).fill("3");
    await dialog.getByRole("textbox", { name: "Displayed name" }).fill("Sex");
    await dialog.getByRole("textbox", { name: "Text size of the name" }).fill("20");
    await dialog.getByRole("textbox", { name: "Text size of the value" }).fill("14");
    const setColor = async (group: string, hex: string) => {
      const fields = dialog.getByRole("group", { name: group });
      await fields.getByRole("switch", { name: "Automatic" }).click();
      await fields.getByRole("button", { name: group }).click();
      await setHex(hex);
    };
    const setHex = async (hex: string) => {
      const color = page.getByRole("dialog", { name: "Edit color" });
      await color.getByRole("textbox", { name: "Hex" }).fill(hex);
      await color.getByRole("button", { name: "OK" }).click();
      await expect(color).toHaveCount(0);
    };
    await setColor("Color of the name", "#ff0000");
    await setColor("Color of the value", "#00ff00");
    for (const name of ["Inside", "Outside"]) await dialog.getByText(name, { exact: true }).click();
    for (const name of ["SW", "NW", "SE"]) await dialog.getByText(name, { exact: true }).click();
    await dialog.getByText("Vertical", { exact: true }).click();
    const unit = async (name: string, options: readonly string[], chosen: string) => {
      await dialog.getByRole("combobox", { name }).click();
      await expect(page.getByRole("option")).toHaveText([...options]);
      await page.getByRole("option", { name: chosen, exact: true }).click();
    };
    await unit("Unit of the width", ["%", "px"], "px");
    await unit("Unit of the height", ["px", "%", "auto"], "px");
    await dialog.getByRole("textbox", { name: "Width", exact: true }).fill("120");
    await dialog.getByRole("textbox", { name: "Height", exact: true }).fill("80");
    await toggle("Box").click();
    await setColor("Color of the box", "#0000ff");
    await dialog.getByRole("textbox", { name: "Thickness of the box" }).fill("2");
    await toggle("Box background").click();
    await expect(dialog.getByRole("textbox", { name: "Opacity of the background" })).toHaveValue("0");
    await toggle("Box background").click();
    await expect(dialog.getByRole("textbox", { name: "Opacity of the background" })).toHaveCount(0);
    expect((await save())?.render).not.toHaveProperty("boxBackground");
    await openRendering();
    await toggle("Box background").click();
    expect((await save())?.render).toMatchObject({ boxBackground: "#ffffff", boxOpacity: 0 });
    await openRendering();
    await dialog.getByRole("textbox", { name: "Opacity of the background" }).fill("1");
    expect((await save())?.render).toEqual({
      ...begun,
      typeFilter: ["fish"],
      selected: true,
      order: 3,
      displayName: "Sex",
      displayTextSize: 20,
      valueTextSize: 14,
      displayColor: "#ff0000",
      valueColor: "#00ff00",
      layout: "vertical",
      displayWidth: { type: "px", val: 120 },
      displayHeight: { type: "px", val: 80 },
      box: true,
      boxColor: "#0000ff",
      boxThickness: 2,
      boxBackground: "#ffffff",
      boxOpacity: 1,
    });

    // To the right of the fish's box at its lower end, while it is selected; never at the crab's.
    await expect.poll(() => viewer.colorAt(110, 97)).toEqual([255, 255, 255]);
    await viewer.click(230, 30);
    await expect(viewer.selectedRow.or(page.getByText("Track 1", { exact: true }).first())).toBeVisible();
    await expect.poll(() => viewer.colorAt(110, 97)).toEqual([0, 60, 90]);
    await expect.poll(() => viewer.colorAt(270, 57)).toEqual([0, 60, 90]);
  });
  await test.step("[V-ATTRPANEL-01] [V-ATTRPANEL-02] [V-ATTRPANEL-03] [V-ATTRPANEL-06] [V-ATTR-14] [V-ATTR-16] [V-ATTR-20] [V-ATTR-21] [V-ATTR-22] [V-ATTR-23] [V-ATTR-24] [V-ATTR-32] panels of both modes; names in the dialog; deleting asks", async () => {
    // The fish is selected again.
    await viewer.click(50, 50);
    await expect(page.getByRole("list", { name: "Confidence by type" })).toContainText("fish0.7500");
    await expect(panel).toContainText("No Track attributes set");
    await expect(detections).toContainText("No Detection attributes set");
    for (const mode of ["Track", "Detection"]) {
      const tools = page.getByRole("toolbar", { name: `Tools of ${mode} Attributes` });
      for (const name of [
        `Add a ${mode.toLowerCase()} attribute`,
        /^(Show|Hide) unused attributes$/,
        "Settings of the attribute timeline",
        /^Sorted by/,
        "Filter the listed attributes",
      ])
        await expect(tools.getByRole("button", { name })).toBeVisible();
    }

    // By keyboard, because a click does not focus there. After the dialog the focus returns.
    await detections.getByRole("button", { name: "Add a detection attribute" }).focus();
    await viewer.press("Enter");
    await expect(viewer.dialog.getByRole("textbox", { name: "Name" })).toHaveValue("NewDetectionAttribute");
    await viewer.press("Escape");
    await expect(detections.getByRole("button", { name: "Add a detection attribute" })).toBeFocused();
    await panel.getByRole("button", { name: "Add a track attribute" }).focus();
    await viewer.press("Enter");
    await expect(dialog.getByRole("tab")).toHaveText(["Main", "Rendering", "Value colors"]);
    const name = dialog.getByRole("textbox", { name: "Name" });
    const save = dialog.getByRole("button", { name: "Save" });
    await expect(name).toHaveValue("NewTrackAttribute");
    // Typing replaces the suggested name.
    await expect.poll(() => page.evaluate(() => String(getSelection()))).toBe("NewTrackAttribute");
    await expect(dialog.getByRole("combobox", { name: "Datatype" })).toHaveValue("Text");
    for (const [text, problem] of [
      ["", "Name is required"],
      ["two words", "No spaces"],
      ["userAttributes", "Reserved name"],
    ] as const) {
      await name.fill(text);
      await expect(dialog.getByText(problem, { exact: true })).toBeVisible();
      await expect(save).toBeDisabled();
    }
    await name.fill("sex");
    await save.click();
    await expect(dialog.getByRole("alert")).toHaveText("Attribute with that name exists");
    await expect(viewer.saveButton).toHaveText(/^Saved/);
    await name.fill("age");
    await expect(dialog.getByRole("alert")).toHaveCount(0);
    await save.click();
    await expect(dialog).toHaveCount(0);
    await expect(viewer.saveButton).toHaveText("1 change");
    await expect(panel.getByRole("button", { name: "Add a track attribute" })).toBeFocused();
    await expect(panel.getByRole("combobox", { name: "age" })).toBeVisible();

    await panel.getByRole("button", { name: "Settings of the attribute sex" }).click();
    await dialog.getByRole("button", { name: "Delete" }).click();
    const question = page.getByRole("dialog", { name: "Delete attribute" });
    await expect(question).toContainText("Do you want to delete this attribute?");
    await question.getByRole("button", { name: "Cancel" }).click();
    await expect(question).toHaveCount(0);
    await dialog.getByRole("button", { name: "Delete" }).click();
    await question.getByRole("button", { name: "Delete" }).click();
    await expect(dialog).toHaveCount(0);
    await expect(panel.getByRole("combobox", { name: "sex" })).toHaveCount(0);
    await viewer.save();
    expect(Object.keys(await storedAttributes(user, id))).toEqual(["track_age"]);
  });
  await test.step("[V-ATTR-01] [V-ATTR-02] [V-ATTR-03] [V-ATTR-04] [V-ATTR-05] [V-ATTR-15] [V-ATTR-25] [V-ATTR-26] [V-ATTR-27] [V-ATTR-28] [V-ATTR-29] [V-ATTR-30] [V-ATTR-31] a definition has what the dialog offers, and is saved as that", async () => {
    const choose = async (field: string, option: string) => {
      await dialog.getByRole("combobox", { name: field }).click();
      await page.getByRole("option", { name: option, exact: true }).click();
    };

    await detections.getByRole("button", { name: "Add a detection attribute" }).click();
    await dialog.getByRole("textbox", { name: "Name" }).fill("size");
    await dialog.getByRole("combobox", { name: "Datatype" }).click();
    await expect(page.getByRole("option")).toHaveText(["Text", "Number", "Boolean"]);
    await page.getByRole("option", { name: "Number" }).click();
    await expect(dialog.getByRole("combobox", { name: "Edited with" })).toHaveValue("Number field");
    await choose("Edited with", "Slider");
    const [min, max, steps] = ["Min", "Max", "Steps"].map((name) => dialog.getByRole("textbox", { name }));
    if (min === undefined || max === undefined || steps === undefined) throw new Error("unreachable");
    await expect(min).toHaveValue("0");
    await expect(max).toHaveValue("1");
    await expect(steps).toHaveValue("0.1");
    await min.fill("");
    await max.fill("");
    await expect(dialog.getByText("Number is required", { exact: true })).toHaveCount(2);
    await min.fill("5");
    await max.fill("4");
    await expect(dialog.getByText("Min needs to be smaller than the Max", { exact: true })).toBeVisible();
    await expect(dialog.getByText("Max needs to be larger than the Min", { exact: true })).toBeVisible();
    await max.fill("15");
    await steps.fill("10");
    await expect(dialog.getByText("Steps should be smaller than the range", { exact: true })).toBeVisible();
    await expect(dialog.getByRole("button", { name: "Save" })).toBeDisabled();
    await steps.fill("0.5");
    await dialog.getByRole("switch", { name: "User attribute" }).click();
    await dialog.getByRole("button", { name: "Color", exact: true }).click();
    const color = page.getByRole("dialog", { name: "Edit color" });
    await color.getByRole("textbox", { name: "Hex" }).fill("#12ab34");
    await color.getByRole("button", { name: "OK" }).click();
    await expect(color).toHaveCount(0);

    await dialog.getByRole("tab", { name: "Value colors" }).click();
    await dialog.getByRole("button", { name: "Add a value" }).click();
    await dialog.getByRole("button", { name: "Add a value" }).click();
    const stops = dialog.getByRole("textbox", { name: "Value" });
    await stops.nth(1).fill("-1");
    await expect(dialog.getByText("Must be >= 0", { exact: true })).toBeVisible();
    await stops.nth(1).fill("0");
    await expect(dialog.getByText("Values need to be unique", { exact: true })).toHaveCount(2);
    await expect(dialog.getByRole("button", { name: "Save" })).toBeDisabled();
    await stops.nth(1).fill("9");
    await dialog.getByRole("button", { name: "Save" }).click();
    await expect(dialog).toHaveCount(0);

    await panel.getByRole("button", { name: "Add a track attribute" }).click();
    await dialog.getByRole("textbox", { name: "Name" }).fill("sex");
    await dialog.getByRole("textbox", { name: "Predefined values" }).fill("female\nmale\n");
    await dialog.getByRole("tab", { name: "Value colors" }).click();
    await dialog.getByRole("button", { name: "Color of female" }).click();
    await color.getByRole("textbox", { name: "Hex" }).fill("#ff0000");
    await color.getByRole("button", { name: "OK" }).click();
    await dialog.getByRole("tab", { name: "Rendering" }).click();
    await dialog.getByRole("switch", { name: "Draw on the picture" }).click();
    await dialog.getByRole("button", { name: "Save" }).click();
    await expect(dialog).toHaveCount(0);
    await panel.getByRole("button", { name: "Add a track attribute" }).click();
    await dialog.getByRole("textbox", { name: "Name" }).fill("dead");
    await choose("Datatype", "Boolean");
    await dialog.getByRole("button", { name: "Save" }).click();
    await expect(viewer.saveButton).toHaveText("3 changes");
    await viewer.save();

    expect(await storedAttributes(user, id)).toEqual({
      track_age: expect.objectContaining({ name: "age" }) as unknown,
      detection_size: {
        belongs: "detection",
        datatype: "number",
        name: "size",
        key: "detection_size",
        color: "#12ab34",
        user: true,
        editor: { type: "slider", range: [5, 15], steps: 0.5 },
        valueColors: { 0: "#12ab34", 9: "#12ab34" },
      },
      track_sex: {
        belongs: "track",
        datatype: "text",
        name: "sex",
        key: "track_sex",
        color: "#56b4e9",
        values: ["female", "male"],
        valueColors: { female: "#ff0000" },
        editor: { type: "freeform" },
        render: expect.objectContaining({ typeFilter: ["all"], corner: "SE" }) as unknown,
      },
      track_dead: { belongs: "track", datatype: "boolean", name: "dead", key: "track_dead", color: "#56b4e9" },
    });
  });
});

test("[V-ATTR-06] [V-ATTRPANEL-04] [V-ATTRPANEL-05] [V-READONLY-17] [V-READONLY-11] values of attributes by fields and keys; none in read-only mode", async ({
  page,
  user,
}) => {
  const id = await createDataset(user, { tracks });
  await define(
    user,
    id,
    definition({ belongs: "track", name: "note" }),
    definition({ belongs: "track", name: "size", datatype: "number" }),
    definition({ belongs: "track", name: "dead", datatype: "boolean" }),
    definition({ belongs: "track", name: "mine", user: true }),
    definition({ belongs: "detection", name: "pose", values: ["left", "right"], editor: { type: "locked" } }),
    definition({
      belongs: "detection",
      name: "clear",
      datatype: "number",
      editor: { type: "slider", range: [0, 1], steps: 0.1 },
    }),
  );
  const viewer = await new ViewerPage(page).open(id);
  const { dialog } = viewer;
  const panel = await openPanel(page, viewer, "Track");
  const detections = page.getByRole("region", { name: "Detection attributes" });
  const field = (name: string) => panel.locator(`[data-attribute="track_${name}"] input`);
  const dead = panel.getByRole("radiogroup", { name: "dead" });
  const chosen = dead.getByRole("radio", { name: "true" });
  await test.step("a key gives a value, not one that is taken", async () => {
    await panel.getByRole("button", { name: "Settings of the attribute dead" }).click();
    await dialog.getByRole("button", { name: "Add a key" }).click();
    const key = dialog.getByRole("textbox", { name: "Key" });
    await key.press("k");
    await expect(dialog.getByText("K is already used: Toggle keyframe")).toBeVisible();
    await expect(dialog.getByRole("button", { name: "Save" })).toBeDisabled();
    await key.press("Control+Alt+y");
    await expect(key).toHaveValue("Ctrl+Alt+Y");
    await dialog.getByRole("textbox", { name: "Value" }).fill("maybe");
    await expect(dialog.getByText("Not a value of this datatype")).toBeVisible();
    await dialog.getByRole("textbox", { name: "Value" }).fill("true");
    await dialog.getByRole("button", { name: "Save" }).click();
    await expect(dialog).toHaveCount(0);

    await expect(chosen).not.toBeChecked();
    await viewer.press("Control+Alt+y");
    await expect(chosen).toBeChecked();
    await viewer.press("Control+z");
    await expect(chosen).not.toBeChecked();
    // After a key that opens a dialog, it assigns nothing.
    await viewer.pressAtOnce({ key: "x", code: "KeyX" }, { key: "y", code: "KeyY", ctrlKey: true, altKey: true });
    await expect(dialog).toBeVisible();
    await expect(chosen).not.toBeChecked();
    await dialog.press("Escape");
    await expect(dialog).toHaveCount(0);
    await viewer.press("Control+Alt+y");
    await viewer.save();
    await viewer.press("Control+z");
    await viewer.save();
  });
  await test.step("[V-ATTR-06] [V-ATTRPANEL-04] [V-ATTRPANEL-05] values are given, cleared, undone and saved", async () => {
    const give = async (name: string, text: string) => {
      await field(name).fill(text);
      await field(name).press("Enter");
    };
    await give("note", "caught");
    await expect(field("note")).toHaveValue("caught");
    await give("note", "   ");
    await expect(field("note")).toHaveValue("");
    await viewer.press("Control+z");
    await expect(field("note")).toHaveValue("caught");
    await give("size", "2.50 m");
    await expect(field("size")).toHaveValue("2.5");
    await give("size", "wide");
    await expect(field("size")).toHaveValue("2.5");
    await expect(panel.getByText("“wide” is not a number.")).toBeVisible();
    await field("size").fill("9");
    await field("size").press("Escape");
    await expect(field("size")).toHaveValue("2.5");
    await expect(panel.getByText("is not a number.")).toHaveCount(0);
    await expect(dead.getByRole("radio")).toHaveCount(3);
    await dead.getByText("true").click();
    await dead.getByText("false").click();
    await viewer.press("Control+z");
    await expect(dead.getByRole("radio", { name: "true" })).toBeChecked();
    // Left by a click that takes no focus.
    await field("mine").fill("of me");
    await page.getByRole("tab", { name: "Tracks" }).click();
    await page.getByRole("tab", { name: "Attributes", exact: true }).click();
    await expect(field("mine")).toHaveValue("of me");
    await detections.getByRole("combobox", { name: "pose" }).click();
    await page.getByRole("option", { name: "right" }).click();
    await detections.getByRole("slider", { name: "clear" }).press("ArrowRight");
    await expect(detections.getByRole("textbox", { name: "clear" })).toHaveValue("0.1");
    await viewer.save();
    const [stored] = await storedTracks(user, id);
    expect(stored?.attributes).toEqual({
      note: "caught",
      size: 2.5,
      dead: true,
      userAttributes: { [user.login]: { mine: "of me" } },
    });
    expect(stored?.features[0]?.attributes).toEqual({ pose: "right", clear: 0.1 });

    // A changed or deleted definition leaves values as they are, and says so.
    await panel.getByRole("button", { name: "Settings of the attribute note" }).click();
    await dialog.getByRole("combobox", { name: "Datatype" }).click();
    await page.getByRole("option", { name: "Number" }).click();
    await expect(dialog.getByText("1 stored value is of another type. It stays as it is")).toBeVisible();
    await dialog.getByRole("switch", { name: "User attribute" }).click({ force: true });
    await expect(dialog.getByText("1 value is stored for everyone. It stays stored")).toBeVisible();
    await dialog.getByRole("button", { name: "Delete" }).click();
    const question = page.getByRole("dialog", { name: "Delete attribute" });
    await expect(question).toContainText("1 value stays stored. It is shown again when you add an attribute");
    await question.getByRole("button", { name: "Cancel" }).click();
    await dialog.getByRole("button", { name: "Cancel" }).click();
    await expect(dialog).toHaveCount(0);

    // Unused ones are hidden, and sorted by value.
    await viewer.click(230, 30);
    await expect(panel).toContainText("No Track attributes set");
    await panel.getByRole("button", { name: "Hide unused attributes" }).click();
    await expect(panel.getByRole("listitem")).toHaveCount(0);
    await viewer.click(50, 50);
    await expect(panel.getByRole("listitem")).toHaveCount(4);
    await expect(panel.getByRole("listitem").first()).toContainText("dead");
    await panel.getByRole("button", { name: "Sorted by name. Click to sort by value." }).click();
    await expect(panel.getByRole("listitem").first()).toContainText("size");
  });
  await test.step("[V-READONLY-17] read-only mode offers no values", async () => {
    await viewer.goToRevision(id, 1);
    // Nothing is offered that would not work.
    await page.getByRole("tab", { name: "Attributes", exact: true }).click();
    await expect(page.getByText("No track or group selected.")).toBeVisible();
    await expect(page.getByText("Right click on an annotation to edit")).toHaveCount(0);
    await openPanel(page, viewer, "Track");
    await page.getByRole("tab", { name: "Tracks" }).click();
    await page.getByRole("button", { name: /^Track 0, fish/ }).click();
    await page.getByRole("tab", { name: "Attributes", exact: true }).click();
    await panel.getByRole("button", { name: "Show unused attributes" }).click();
    await expect(field("note")).toBeDisabled();
    await expect(dead.getByRole("radio").first()).toBeDisabled();
    await expect(panel.getByRole("button", { name: "Add a track attribute" })).toBeDisabled();
    await expect(panel.getByRole("button", { name: "Settings of the attribute note" })).toBeDisabled();
  });
  await test.step("[V-READONLY-11] in read-only mode a key gives none; it is remembered", async () => {
    // The key is remembered, and a past revision is unchanged.
    await page.getByRole("tab", { name: "Tracks" }).click();
    await page.getByRole("button", { name: /^Track 1, crab/ }).click();
    await page.getByRole("tab", { name: "Attributes", exact: true }).click();
    await expect(panel).toContainText("No Track attributes set");
    await viewer.press("Control+Alt+y");
    await expect(page.getByText("This Dataset is in Read Only mode, no edits can be made.")).toBeVisible();
    await expect(panel).toContainText("No Track attributes set");
    await viewer.goToRevision(id);
    await openPanel(page, viewer, "Track");
    await expect(chosen).toBeChecked();
    await viewer.click(230, 30);
    await expect(chosen).not.toBeChecked();
    await viewer.press("Control+Alt+y");
    await expect(chosen).toBeChecked();
  });
});
