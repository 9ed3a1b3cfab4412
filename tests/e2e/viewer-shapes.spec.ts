/** Polygons, lines and turned boxes in the browser: drawn, seen, saved, read again, undone. */
import type { Page } from "@playwright/test";
import { expect, test } from "./support/app.ts";
import { createDataset, storedTracks, ViewerPage } from "./support/viewer.ts";

type At = readonly [x: number, y: number];

/** Wherever a click lands, it is on a whole pixel, maybe the one beside. */
function expectNear(points: readonly (readonly number[])[] | undefined, expected: readonly At[]): void {
  expect(points).toHaveLength(expected.length);
  for (const [index, [x, y]] of expected.entries()) {
    expect(Math.abs((points?.[index]?.[0] ?? NaN) - x), `x of point ${index}`).toBeLessThanOrEqual(1);
    expect(Math.abs((points?.[index]?.[1] ?? NaN) - y), `y of point ${index}`).toBeLessThanOrEqual(1);
  }
}

async function clicks(viewer: ViewerPage, points: readonly At[]): Promise<void> {
  for (const [x, y] of points) await viewer.click(x, y);
}

interface Feature {
  readonly properties: { readonly key: string };
  readonly geometry: { readonly type: string; readonly coordinates: unknown };
}

const tool = (page: Page, name: string) => page.getByRole("toolbar", { name: "Editor" }).getByRole("button", { name });

test("[V-KEYS-20] [V-DRAW-01] [V-DRAW-03] a polygon is drawn, seen, saved, read again, changed and undone", async ({
  page,
  user,
}) => {
  const id = await createDataset(user);
  const viewer = await new ViewerPage(page).open(id);
  await expect(viewer.mode, "drawing is disabled").toHaveText("Not editing");
  await viewer.press("n", "2");
  await expect(viewer.mode, "creation").toHaveText("Creating");
  await expect(tool(page, "Edit polygons")).toHaveAttribute("aria-pressed", "true");
  const outline: readonly At[] = [
    [40, 40],
    [120, 40],
    [120, 120],
    [40, 120],
  ];
  await clicks(viewer, [...outline, outline[0]!]);
  await expect(viewer.mode, "editing").toHaveText("Editing");
  await expect(viewer.rows).toHaveCount(1);
  const before = await viewer.colorAt(40, 80);
  expect(before[0] - (await viewer.redAt(20, 80)), "its left edge is seen").not.toBe(0);
  await viewer.save();

  const [track] = await storedTracks(user, id);
  const feature = track?.features[0] as unknown as { readonly geometry: { readonly features: readonly Feature[] } };
  const [polygon] = feature.geometry.features;
  expect(polygon).toMatchObject({ properties: { key: "" }, geometry: { type: "Polygon" } });
  expectNear((polygon?.geometry.coordinates as At[][])[0], [...outline, outline[0]!]);
  expectNear([track?.features[0]?.bounds.slice(0, 2) ?? []], [[40, 40]]);

  await page.reload();
  await viewer.ready();
  await viewer.click(80, 80);
  await viewer.press("2");
  await expect(viewer.mode, "what is stored is loaded: editing").toHaveText("Editing");
  await viewer.drag([120, 120], [160, 160]);
  await expect(viewer.saveButton).toHaveText("1 change");
  await viewer.press("Control+z");
  await expect(viewer.saveButton).toHaveText("Saved");

  await viewer.press("3");
  await expect(tool(page, "Edit the line between head and tail")).toHaveAttribute("aria-pressed", "true");
  await expect(viewer.mode, "there is none yet: creation").toHaveText("Creating");
  await viewer.press("4");
  await expect(
    page.getByRole("toolbar", { name: "Tools" }).getByRole("button", { name: "Edit lines" }),
  ).toHaveAttribute("aria-pressed", "true");
  await viewer.press("Escape");
  await expect(viewer.mode).toHaveText("Not editing");
});
