/** The viewer for everybody: no serious finding in either theme, and the list as the canvas's accessible counterpart. */
import AxeBuilder from "@axe-core/playwright";
import type { Page } from "@playwright/test";
import { expect, test } from "./support/app.ts";
import { createDataset, ViewerPage } from "./support/viewer.ts";

const tracks = [
  { id: 0, type: "fish", confidence: 0.6, keyframes: { 0: [10, 10, 60, 60], 8: [40, 10, 90, 60] } },
  { id: 1, type: "crab", keyframes: { 0: [100, 10, 160, 60] } },
] as const;

/** What depends on colours; the rest is the same in both themes and is looked at once. */
const colourRules = ["color-contrast", "link-in-text-block"];

function axeOf(page: Page, theme: "dark" | "light"): AxeBuilder {
  const axe = new AxeBuilder({ page });
  return theme === "dark" ? axe : axe.withRules(colourRules);
}

for (const theme of ["dark", "light"] as const) {
  test(`the viewer has no serious accessibility finding in the ${theme} theme`, async ({ page, user }) => {
    await page.addInitScript((scheme) => localStorage.setItem("wakeline.colorScheme", scheme), theme);
    const viewer = await new ViewerPage(page).open(await createDataset(user, { tracks }));
    await viewer.press("ArrowDown");
    const seriousIn = async () => {
      const { violations } = await axeOf(page, theme).analyze();
      return violations
        .filter(({ impact }) => impact === "serious" || impact === "critical")
        .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(" | ")}`);
    };
    expect(await seriousIn()).toEqual([]);
    await viewer.draw([200, 100, 260, 160]);
    expect(await seriousIn()).toEqual([]);
    await page.getByRole("button", { name: "Track settings" }).click();
    await expect(viewer.dialog).toBeVisible();
    expect(await seriousIn()).toEqual([]);
    await viewer.press("Escape");
    await page.getByRole("button", { name: "Image Enhancements" }).first().click();
    await page.getByRole("button", { name: "Locked Camera" }).click();
    await page.getByRole("switch", { name: "Transition" }).click();
    expect(await seriousIn()).toEqual([]);
    await viewer.press("Escape", "Escape", "?");
    await page.getByRole("button", { name: "Change shortcuts" }).press("Enter");
    await page.getByRole("button", { name: "Add a key: Next frame" }).click();
    await viewer.press("n");
    await expect(page.getByText("N belongs to “New track”.")).toBeVisible();
    expect(await seriousIn()).toEqual([]);
  });
}

test("the track list tells what is on the picture", async ({ page, user }) => {
  const viewer = await new ViewerPage(page).open(await createDataset(user, { tracks }));
  const list = page.getByRole("list", { name: "Tracks" });
  await expect(list.getByRole("listitem")).toHaveCount(2);
  await expect(list.getByRole("button", { name: "Track 0, fish, frames 0 to 8" })).toBeVisible();
  await list.getByRole("button", { name: "Track 1, crab, frames 0 to 0" }).focus();
  await viewer.press("Enter");
  await expect(viewer.selectedRow).toHaveAttribute("data-track", "1");
});

for (const theme of ["dark", "light"] as const) {
  test(`the docks and the pages of the shell have no serious finding, a heading and a title in the ${theme} theme`, async ({
    page,
    user,
  }) => {
    await page.addInitScript((scheme) => localStorage.setItem("wakeline.colorScheme", scheme), theme);
    const seriousIn = async () => {
      const { violations } = await axeOf(page, theme).analyze();
      return violations
        .filter(({ id, impact }) => impact === "serious" || impact === "critical" || id === "page-has-heading-one")
        .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(" | ")}`);
    };
    const titles = new Set<string>();
    for (const [path, name] of [
      ["/", user.login],
      ["/shared", "Shared With Me"],
      ["/summary", "Label Summaries"],
      ["/jobs", "Jobs"],
      ["/nowhere/at/all", "Page not found"],
      ["/viewer/0123456789abcdef01234567", "This dataset cannot be opened"],
    ] as const) {
      await page.goto(path);
      await expect(page.getByRole("heading", { level: 1 })).toBeAttached();
      expect(await seriousIn(), name).toEqual([]);
      titles.add(await page.title());
    }
    expect(titles.size, [...titles].join(", ")).toBeGreaterThanOrEqual(5);
    await page.goto("/");
    await page.getByRole("button", { name: "New folder" }).first().click();
    await expect(page.getByRole("dialog").getByRole("button", { name: "Close" })).toBeVisible();
    expect(await seriousIn()).toEqual([]);

    const viewer = await new ViewerPage(page).open(await createDataset(user, { tracks, name: "reef 7" }));
    await expect(page).toHaveTitle(/^reef 7 · /);
    await page.getByRole("button", { name: "Threshold Controls" }).click();
    await page.getByRole("tab", { name: "Attributes" }).click();
    await viewer.press("ArrowDown");
    expect(await seriousIn()).toEqual([]);
    await page.getByRole("button", { name: "Hide the timeline" }).click();
    await page.setViewportSize({ width: 720, height: 900 });
    expect(await seriousIn()).toEqual([]);
  });
}
