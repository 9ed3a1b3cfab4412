/** Review: chips of several datasets, by keys and with the mouse, saved together; concurrent changes by others. */
import { createImageDataset } from "../support/dataset.ts";
import { expect, test, type TestUser } from "./support/app.ts";

type Pair = [string, number];

async function createDataset(user: TestUser, name: string, tracks: readonly Pair[]): Promise<string> {
  const id = await createImageDataset(user.client, name, 6);
  await saveTracks(
    user,
    id,
    tracks.map((pair, n) => trackOf(n, [pair, ["other", 0.05]])),
  );
  return id;
}

const trackOf = (id: number, confidencePairs: Pair[], right = 30) => ({
  id,
  begin: id,
  end: id,
  confidencePairs,
  attributes: {},
  features: [{ frame: id, bounds: [5, 5, right, 30], keyframe: true, attributes: {} }],
});

function outlined(track: ReturnType<typeof trackOf>, coordinates: unknown) {
  const shape = { type: "Feature", properties: { key: "" }, geometry: { type: "Polygon", coordinates } };
  const geometry = { type: "FeatureCollection", features: [shape] };
  return { ...track, features: track.features.map((feature) => ({ ...feature, geometry })) };
}

async function saveTracks(user: TestUser, folderId: string, upsert: readonly ReturnType<typeof trackOf>[]) {
  await user.client.call("annotation.save", {
    folderId,
    body: { tracks: { upsert: [...upsert] as never, delete: [] } },
  });
}

const stored = async (user: TestUser, folderId: string) =>
  Object.fromEntries(
    (await user.client.call("annotation.tracks", { folderId })).map(({ id, confidencePairs }) => [id, confidencePairs]),
  );

test("tracks of two datasets are marked, retyped and removed by keys, saved at once, and opened in the viewer", async ({
  page,
  user,
}) => {
  const one = await createDataset(user, "Reef one", [
    ["fish", 0.5],
    ["fish", 0.4],
    ["crab", 0.9],
  ]);
  const two = await createDataset(user, "Reef two", [
    ["crab", 0.3],
    ["fish", 0.2],
  ]);
  const outline = [
    [
      [10, 10],
      [20, 10],
      [15, 20],
      [10, 10],
    ],
  ];
  await saveTracks(user, one, [
    {
      ...outlined(
        trackOf(1, [
          ["fish", 0.4],
          ["other", 0.05],
        ]),
        outline,
      ),
      attributes: { sex: "m" },
    },
  ]);
  await user.client.call("dataset.update", { id: one, body: { customTypeStyling: { fish: { color: "#e599f7" } } } });
  // Opened from a selection in the data browser.
  await page.goto(`/user/${user.id}`);
  for (const name of ["Reef one", "Reef two"]) {
    await page
      .getByRole("row", { name: new RegExp(name) })
      .getByRole("checkbox")
      .click();
  }
  await page.getByRole("toolbar", { name: "2 selected" }).getByRole("button", { name: "Review" }).click();
  await expect(page).toHaveURL(/\/review\?datasetIds=/);
  const grid = page.getByRole("grid", { name: "Detections" });
  const cells = grid.getByRole("gridcell");
  const first = one < two ? "Reef one" : "Reef two";
  await expect(cells).toHaveCount(5);
  await expect(page.getByText("Page 1 of 1 · 5 tracks")).toBeVisible();
  const chip = (track: number, dataset: string) =>
    grid.getByRole("gridcell", { name: new RegExp(`track ${track} of ${dataset}`) });
  // Every chip is loaded, cut from its frame.
  await expect
    .poll(() => grid.locator("img").evaluateAll((all) => all.map((img) => (img as HTMLImageElement).naturalWidth)))
    .toEqual([41, 41, 41, 41, 41]);

  // In the color that the type has in the viewer.
  const swatch = chip(0, "Reef one").getByRole("button").filter({ hasText: "fish" }).locator("span").first();
  await expect(swatch).toHaveCSS("background-color", "rgb(229, 153, 247)");

  // By keys: one confirmed, one retyped, one deleted, one typed by name.
  await expect(cells.first()).toBeFocused();
  await page.keyboard.press("Home");
  const order = await cells.evaluateAll((all) => all.map((cell) => cell.getAttribute("aria-label") ?? ""));
  expect(order[0]).toContain("Reef one");
  expect(first).toMatch(/Reef/);
  await page.keyboard.press("Space");
  await expect(chip(0, "Reef one")).toHaveAccessibleName(/fish.*Changed/);
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("2");
  await expect(chip(1, "Reef one")).toHaveAccessibleName(/crab.*Changed/);
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Delete");
  await expect(chip(2, "Reef one")).toHaveAccessibleName(/Will be deleted/);
  await page.keyboard.press("End");
  await page.keyboard.press("t");
  await page.keyboard.type("lobster");
  await page.keyboard.press("Enter");
  await expect(chip(1, "Reef two")).toHaveAccessibleName(/lobster.*Changed/);
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("Enter");
  await page.keyboard.press("Escape");
  await expect(chip(0, "Reef two")).toHaveAccessibleName(/as stored/);
  await expect(page.getByText("4 unsaved changes")).toBeVisible();

  // Leaving asks for confirmation, and staying keeps everything.
  await page.getByRole("link", { name: "Jobs" }).click();
  await page.getByRole("button", { name: "Stay here" }).click();
  await expect(page.getByText("4 unsaved changes")).toBeVisible();
  await page.keyboard.press("Control+s");
  await expect(page.getByText("4 changes were saved.")).toBeVisible();
  await expect(chip(2, "Reef one")).toHaveAccessibleName(/: Deleted/);
  expect(await stored(user, one)).toEqual({
    0: [["fish", 1]],
    1: [
      ["crab", 1],
      ["fish", 0.4],
      ["other", 0.05],
    ],
  });
  expect(await stored(user, two)).toMatchObject({ 0: [["crab", 0.3], {}], 1: [["lobster", 1], {}, {}] });

  // Sorted by likeness to a chip, when asked: frames of the same number look the same.
  await chip(1, "Reef two").click();
  await page.keyboard.press("l");
  await expect(page.getByText("5 of 5 tracks were compared with track 1 of Reef two")).toBeVisible();
  await expect(cells.first()).toHaveAccessibleName(/track 1 of Reef two/);
  await expect(cells.nth(1)).toHaveAccessibleName(/track 1 of Reef one/);
  await page.getByRole("combobox", { name: "Sort by" }).click();
  await page.getByRole("option", { name: "Dataset and track" }).click();
  await expect(page.getByText("sorted by likeness")).toHaveCount(0);
  // With the mouse: filtered by type, the whole page at once, discarded.
  await page.getByRole("combobox", { name: "Types" }).click();
  await page.getByRole("option", { name: "crab" }).click();
  await page.keyboard.press("Escape");
  await expect(cells).toHaveCount(2);
  // By attribute, person and problem, which the address keeps.
  await page.getByRole("button", { name: "More filters" }).click();
  await page.getByRole("combobox", { name: "Attribute" }).fill("sex");
  await page.getByRole("textbox", { name: "Value" }).fill("m");
  await page.getByRole("combobox", { name: "Problems" }).click();
  await page.getByRole("option", { name: "Tracks on one frame" }).click();
  await page.getByRole("combobox", { name: "Person, run or import" }).click();
  await page.getByRole("option", { name: user.login }).click();
  await page.getByRole("button", { name: "Apply" }).click();
  await expect(cells).toHaveCount(1);
  await expect(page).toHaveURL(/&type=crab&author=.*&attribute=sex&value=m&rule=track-single-frame/);
  await page.reload();
  await expect(chip(1, "Reef one")).toBeVisible();
  await expect(cells).toHaveCount(1);
  await page.getByRole("button", { name: "3 more filters" }).click();
  await page.getByRole("button", { name: "Clear" }).click();
  await expect(cells).toHaveCount(2);
  await page.getByRole("button", { name: "This page" }).click();
  await page.getByRole("menuitem", { name: "Mark all as correct" }).click();
  await expect(page.getByText("2 unsaved changes")).toBeVisible();
  await page.getByRole("button", { name: "Discard" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Discard" }).click();
  await expect(page.getByText("unsaved")).toHaveCount(0);

  // The box and the outline of a chip, by keys: Tab leads from corner to corner, then to the points.
  await chip(0, "Reef two").click();
  await page.keyboard.press("e");
  await expect(grid.getByRole("button", { name: "Corner 1" })).toBeFocused();
  // Large, over other chips, next to its own.
  const large = (await grid.getByRole("group", { name: "Corners and points" }).boundingBox())!;
  expect(Math.min(large.width, large.height)).toBeGreaterThan(400);
  expect(large.x).toBeGreaterThan((await chip(0, "Reef two").boundingBox())!.x);
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("Shift+ArrowDown");
  await page.keyboard.press("Enter");
  await expect(chip(0, "Reef two")).toBeFocused();
  await expect(chip(0, "Reef two")).toHaveAccessibleName(/Changed/);
  // Enter on Cancel cancels.
  await page.keyboard.press("e");
  await page.keyboard.press("ArrowUp");
  await grid.getByRole("button", { name: "Cancel" }).focus();
  await page.keyboard.press("Enter");
  await expect(chip(0, "Reef two")).toBeFocused();
  // While a save runs, the editor stays open; with the mouse, after a right click.
  const save = Promise.withResolvers<void>();
  await page.route("**/review/tracks*", async (route) => {
    await save.promise;
    await route.continue();
  });
  await page.keyboard.press("Control+s");
  await chip(1, "Reef one").click({ button: "right" });
  const point = grid.getByRole("button", { name: "Point 1" });
  const from = (await point.boundingBox())!;
  await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2);
  await page.mouse.down();
  await page.mouse.move(from.x - 10, from.y - 10, { steps: 3 });
  await page.mouse.up();
  await grid.getByRole("button", { name: "Apply" }).click();
  await expect(point).toBeVisible();
  save.resolve();
  await expect(page.getByText("1 change was saved.")).toBeVisible();
  // Another editor applies what is drawn in the first; Ctrl+S applies it as well.
  await chip(0, "Reef two").click({ button: "right" });
  await expect(point).toBeHidden();
  await expect(chip(1, "Reef one")).toHaveAccessibleName(/Changed/);
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Control+s");
  await expect(page.getByText("2 changes were saved.")).toBeVisible();
  const featureOf = async (folderId: string, at: number) =>
    (await user.client.call("annotation.tracks", { folderId }))[at]?.features[0];
  expect((await featureOf(two, 0))?.bounds).toEqual([4, 16, 30, 30]);
  const { bounds, geometry } = (await featureOf(one, 1))!;
  const [ring = []] = geometry?.features[0]?.geometry.coordinates as number[][][];
  expect([ring.length, ring.at(-1)]).toEqual([4, ring[0]]);
  expect(ring[0]![0]).toBeLessThan(10);
  expect(bounds).toEqual([Math.round(ring[0]![0]!), Math.round(ring[0]![1]!), 20, 20]);

  // An open editor keeps its box when the columns change, the page turns, or the user leaves and stays.
  const draw = async (): Promise<void> => {
    await cells.first().click();
    await page.keyboard.press("e");
    await page.keyboard.press("ArrowLeft");
  };
  const expectChanged = async (): Promise<void> => {
    await expect(cells.first()).toHaveAccessibleName(/Changed/);
    const cancel = grid.getByRole("button", { name: "Cancel" });
    if (await cancel.isVisible()) await cancel.click();
    await cells.first().click();
    await page.keyboard.press("Escape");
    await expect(cells.first()).toHaveAccessibleName(/as stored/);
  };
  await draw();
  await page.getByRole("textbox", { name: "Columns" }).fill("1");
  await expectChanged();
  await page.getByRole("textbox", { name: "Rows" }).fill("1");
  await expect(cells).toHaveCount(1);
  await draw();
  await page.getByRole("button", { name: "Next page" }).click();
  await page.getByRole("button", { name: "Previous page" }).click();
  await expectChanged();
  await draw();
  await page.getByRole("link", { name: "Jobs" }).click();
  await page.getByRole("button", { name: "Stay here" }).click();
  await expectChanged();
  await page.getByRole("textbox", { name: "Rows" }).fill("2");

  // The viewer opens at the frame, with the track selected.
  const opening = page.context().waitForEvent("page");
  await chip(1, "Reef one").dblclick();
  const viewer = await opening;
  await expect(viewer).toHaveURL(new RegExp(`/viewer/${one}\\?frame=1&track=1`));
  await expect(viewer.locator("[data-track][data-selected]")).toHaveAttribute("data-track", "1", { timeout: 15_000 });
});

test("what others have changed is merged where it can be and shown where it cannot; read-only is said", async ({
  page,
  server,
  user,
}) => {
  const id = await createDataset(user, "Shared reef", [
    ["fish", 0.5],
    ["fish", 0.4],
  ]);
  await page.goto(`/review?datasetIds=${id},${"0".repeat(24)}`);
  // Without its number, which says nothing to people.
  await expect(page.getByRole("alert").filter({ hasText: "Dataset no. 2" })).toBeVisible();
  await expect(page.getByText("0000")).toHaveCount(0);
  const cells = page.getByRole("gridcell");
  await expect(cells.first()).toBeFocused();
  await page.keyboard.press("Space");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Space");
  // Others moved the box of one and changed the type of the other.
  await saveTracks(user, id, [
    trackOf(
      0,
      [
        ["fish", 0.5],
        ["other", 0.05],
      ],
      40,
    ),
    trackOf(1, [["seal", 0.8]]),
  ]);
  await page.keyboard.press("Control+s");
  await expect(page.getByText("Someone else changed 1 track in the meantime")).toBeVisible();
  await expect(cells.nth(1)).toHaveAccessibleName(/Changed by others/);
  await expect(page.getByText("1 unsaved change", { exact: true })).toBeVisible();
  expect(await stored(user, id)).toEqual({ 0: [["fish", 1]], 1: [["seal", 0.8]] });
  const [moved] = await user.client.call("annotation.tracks", { folderId: id });
  expect(moved?.features).toMatchObject([{ bounds: [5, 5, 40, 30] }]);
  await page.keyboard.press("Control+s");
  await expect(page.getByText("1 change was saved.").last()).toBeVisible();
  await expect.poll(async () => (await stored(user, id))[1]).toEqual([["fish", 1]]);

  const reader = await server.createUser("review-reader");
  const access = {
    users: [
      { id: reader.id, level: 0 },
      { id: user.id, level: 2 },
    ],
    groups: [],
  };
  await user.client.call("folder.setAccess", { id, access: JSON.stringify(access) });
  await page.evaluate((token) => localStorage.setItem("girderToken", token), reader.token);
  await page.context().addCookies([{ name: "girderToken", value: reader.token, url: server.url, httpOnly: true }]);
  await page.goto(`/review?datasetIds=${id}`);
  await expect(cells.first()).toBeFocused();
  await page.keyboard.press("Space");
  await expect(page.getByRole("alert").filter({ hasText: "You can only view Shared reef." })).toBeVisible();
  await expect(page.getByText("unsaved")).toHaveCount(0);
});
