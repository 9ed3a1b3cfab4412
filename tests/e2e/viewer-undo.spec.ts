/**
 * Whatever a panel of the viewer changes, Ctrl+Z undoes and Ctrl+Shift+Z or Ctrl+Y redoes: from wherever the edit left
 * the focus.
 */
import type { Locator, Page } from "@playwright/test";
import type { AttributeDefinition } from "../../schemas/index.ts";
import { expect, test } from "./support/app.ts";
import { createDataset, saveTracks, ViewerPage } from "./support/viewer.ts";

interface Edit {
  readonly of: string;
  make(): Promise<unknown>;
  /** The value that the page shows. */
  read(): Promise<unknown>;
}

const define = (belongs: "track" | "detection", name: string, part: Partial<AttributeDefinition> = {}) => ({
  belongs,
  name,
  key: `${belongs}_${name}`,
  datatype: "text" as const,
  ...part,
});

test("every edit of every panel is undone and done again by keys", async ({ page, user }) => {
  const id = await createDataset(user, {
    tracks: [
      { id: 0, type: "fish", confidence: 0.5, keyframes: { 0: [10, 10, 60, 60], 8: [40, 10, 90, 60] } },
      { id: 1, type: "crab", keyframes: { 0: [100, 10, 160, 60] } },
      { id: 2, type: "ray", keyframes: { 0: [200, 100, 400, 160] } },
    ],
  });
  const { client } = user;
  await client.call("dataset.updateAttributes", {
    id,
    body: {
      upsert: [
        define("track", "name"),
        define("track", "mine", { user: true }),
        define("track", "dead", { datatype: "boolean" }),
        define("detection", "sex", { values: ["f", "m"], editor: { type: "locked" } }),
        define("detection", "size", { datatype: "number", editor: { type: "slider", range: [0, 1], steps: 0.5 } }),
      ],
      delete: [],
    },
  });
  const group = { id: 1, begin: 0, end: 8, confidencePairs: [["school", 1]], attributes: {} };
  const members = { 0: { ranges: [[0, 8]] }, 1: { ranges: [[0, 0]] } };
  await client.call("annotation.save", {
    folderId: id,
    body: { groups: { upsert: [{ ...group, members } as never], delete: [] } },
  });
  await saveTracks(user, id, [{ id: 1, type: "crab", keyframes: { 0: [110, 20, 170, 70] } }]);
  const filter = { name: "named", attribute: "name", type: "track" as const, filter: { op: "=" as const, val: "x" } };
  await client.call("dataset.update", { id, body: { datasetInfo: { vessel: "Lydia" } } });
  await client.call("dataset.updateAttributeTrackFilters", {
    id,
    body: { upsert: [{ ...filter, enabled: false }], delete: [] },
  });

  const viewer = await new ViewerPage(page).open(id);
  const { dialog } = viewer;
  const panel = page.getByRole("complementary", { name: "Context panel" });
  const open = (name: string) =>
    page.getByRole("toolbar", { name: "Context panels" }).getByRole("button", { name, exact: true }).click();
  const tab = (name: string) => page.getByRole("tab", { name, exact: true }).click();
  const click = (where: Locator | Page, name: string | RegExp) =>
    where.getByRole("button", { name, exact: true }).click();
  const give = async (field: Locator, text: string, key = "Enter") => {
    await field.fill(text);
    await field.press(key);
  };
  const attribute = (key: string) => page.locator(`[data-attribute="${key}"]`);
  const valueOf = (field: Locator) => field.inputValue();
  const save = async () => {
    await dialog.getByRole("button", { name: "Save", exact: true }).click();
    await expect(dialog).toHaveCount(0);
  };
  const listed = (attributeName: string) => async () =>
    await page
      .locator(`[${attributeName}]`)
      .evaluateAll((all, of) => all.map((each) => each.getAttribute(of)), attributeName);

  const inTracks: Edit[] = [
    {
      of: "the type of a track",
      async make() {
        await viewer.press("Shift+Enter");
        await page.keyboard.type("ray");
        await viewer.press("Enter");
      },
      read: () => viewer.row(0).innerText(),
    },
    {
      of: "the mark as reviewed",
      make: () => click(viewer.row(0), /^Mark as (not )?reviewed/),
      read: () =>
        viewer
          .row(0)
          .getByRole("button", { name: /^Mark as (not )?reviewed/ })
          .getAttribute("aria-label"),
    },
    {
      of: "a track",
      async make() {
        await click(viewer.row(2), /^Delete/);
        await click(dialog, "Delete");
        await expect(dialog).toHaveCount(0);
      },
      read: listed("data-track"),
    },
    {
      of: "the name of a type",
      async make() {
        await click(page.locator("[data-type=crab]"), "Edit crab");
        await dialog.getByRole("textbox", { name: "Name" }).fill("lobster");
        await save();
      },
      read: listed("data-type"),
    },
    {
      of: "the style of a type",
      async make() {
        await click(page.locator("[data-type=lobster]"), "Edit lobster");
        await dialog.getByRole("textbox", { name: "Color" }).fill("#ff0000");
        await save();
      },
      read: () => page.locator("[data-type=lobster]").innerHTML(),
    },
  ];
  const name = attribute("track_name").locator("input");
  const mine = attribute("track_mine").locator("input");
  const size = attribute("detection_size").getByRole("textbox");
  const inAttributes: Edit[] = [
    { of: "a value of a track", make: () => give(name, "Nemo"), read: () => valueOf(name) },
    { of: "a value of one's own", make: () => give(mine, "good"), read: () => valueOf(mine) },
    {
      of: "yes or no",
      make: () => attribute("track_dead").getByText("true", { exact: true }).click(),
      read: () => attribute("track_dead").getByRole("radio", { name: "true" }).isChecked(),
    },
    {
      of: "a value of a list",
      async make() {
        await attribute("detection_sex").getByRole("combobox").click();
        await page.getByRole("option", { name: "m", exact: true }).click();
      },
      read: () => valueOf(attribute("detection_sex").getByRole("combobox")),
    },
    {
      of: "a slider",
      make: () => attribute("detection_size").getByRole("slider").press("ArrowRight"),
      read: () => valueOf(size),
    },
    {
      of: "a confidence",
      async make() {
        await click(page.getByRole("list", { name: "Confidence by type" }), /^Change the confidence of/);
        await give(page.getByRole("textbox", { name: /^Confidence of/ }), "0.25");
      },
      read: () => page.getByRole("list", { name: "Confidence by type" }).innerText(),
    },
    {
      of: "a definition",
      async make() {
        await click(page, "Add a detection attribute");
        await dialog.getByRole("textbox", { name: "Name" }).fill("pose");
        await save();
      },
      read: listed("data-attribute"),
    },
    {
      of: "a definition that is deleted",
      async make() {
        await click(page, "Settings of the attribute pose");
        await click(dialog, "Delete");
        await dialog
          .filter({ hasText: "Do you want to delete this attribute?" })
          .getByRole("button", { name: "Delete" })
          .click();
        await expect(dialog).toHaveCount(0);
      },
      read: listed("data-attribute"),
    },
  ];
  const lastFrame = panel.getByRole("textbox", { name: "Last frame of feeding" });
  const notes = panel.getByRole("textbox", { name: "Notes, one per line" });
  const inContextPanels: readonly (readonly [panel: string, edits: readonly Edit[]])[] = [
    ["Notes", [{ of: "notes", make: () => give(notes, "near the pier", "Control+Enter"), read: () => valueOf(notes) }]],
    [
      "Frame labels",
      [
        {
          of: "a label",
          make: () => give(panel.getByRole("textbox", { name: "New label" }), "feeding"),
          read: listed("data-label"),
        },
        { of: "its beginning", make: () => click(panel, "Begin feeding"), read: () => panel.innerText() },
        {
          of: "its end",
          async make() {
            await viewer.canvas.locator("canvas").focus();
            await viewer.press("ArrowRight", "ArrowRight", "ArrowRight");
            await viewer.expectFrame(3);
            await click(panel, "End feeding");
          },
          read: () => valueOf(lastFrame),
        },
        {
          of: "its last frame",
          make: () => give(lastFrame, "5"),
          read: () => valueOf(lastFrame),
        },
        { of: "its interval", make: () => click(panel, "Delete this interval"), read: () => panel.innerText() },
        { of: "its key", make: () => click(panel, /^Remove the key of feeding/), read: listed("data-label") },
      ],
    ],
    [
      "Group manager",
      [
        {
          of: "the type of a group",
          async make() {
            await click(panel, /^Type of group 1/);
            await page.keyboard.type("pair");
            await viewer.press("Enter");
          },
          read: () => panel.locator("[data-group='1']").innerText(),
        },
        {
          of: "the style of a type of groups",
          async make() {
            await click(panel, "Edit pair");
            await dialog.getByRole("textbox", { name: "Color" }).fill("#00ff00");
            await save();
          },
          read: () => panel.locator("[data-group-type=pair]").innerHTML(),
        },
        { of: "a group", make: () => click(panel, "Delete the group"), read: listed("data-group") },
      ],
    ],
    [
      "Problems",
      [
        {
          of: "what is fixed",
          make: () => click(panel.getByRole("region", { name: "Outside the picture" }), /^Fix all/),
          read: () => panel.getByText("Outside the picture").count(),
        },
      ],
    ],
    [
      "Compare",
      [
        {
          of: "a difference taken over",
          make: () => click(panel, "Accept track 1"),
          read: () => panel.getByRole("status").innerText(),
        },
        {
          of: "a difference kept",
          make: () => click(panel, "Keep track 0 as it is"),
          read: () => panel.getByRole("status").innerText(),
        },
      ],
    ],
    [
      "Attribute track filters",
      [
        {
          of: "a filter",
          async make() {
            await click(panel, "Delete the filter named");
            await click(dialog, "Delete");
            await expect(dialog).toHaveCount(0);
          },
          read: () => panel.getByRole("button", { name: "Edit the filter named" }).count(),
        },
      ],
    ],
    [
      "Dataset info",
      [
        {
          of: "a fact",
          async make() {
            await click(panel, "Edit facts");
            await panel.getByRole("textbox", { name: "Value of fact 1" }).fill("Petrel");
            await click(panel, "Save");
          },
          read: () => panel.getByRole("region", { name: "Facts" }).innerText(),
        },
      ],
    ],
  ];

  let count = 0;
  async function check({ of, make, read }: Edit): Promise<void> {
    await test.step(of, async () => {
      const before = await read();
      await make();
      await expect.poll(read, { message: `${of}: done` }).not.toEqual(before);
      const after = await read();
      await viewer.press("Control+z");
      await expect.poll(read, { message: `${of}: undone` }).toEqual(before);
      await viewer.press(count++ % 2 === 0 ? "Control+Shift+z" : "Control+y");
      await expect.poll(read, { message: `${of}: done again` }).toEqual(after);
    });
  }

  await viewer.row(0).click({ position: { x: 6, y: 35 } });
  for (const edit of inTracks) await check(edit);
  await viewer.press("Control+z", "Control+z", "Control+z");
  await viewer.row(0).click({ position: { x: 6, y: 35 } });
  await tab("Attributes");
  for (const edit of inAttributes) await check(edit);
  for (const [title, edits] of inContextPanels) {
    await open(title);
    if (title === "Attribute track filters")
      await expect(panel.getByRole("button", { name: "Edit the filter named" })).toBeVisible();
    if (title === "Problems") await expect(panel.getByRole("status")).toContainText("were checked.");
    if (title === "Compare") {
      await panel.getByRole("combobox", { name: "Compare with" }).click();
      await page.getByRole("option", { name: /^1:/ }).click();
      await expect(panel.getByRole("status")).toContainText("different");
    }
    for (const edit of edits) await check(edit);
  }
});
