/**
 * Axe's findings on a page, in both themes. Everything is checked in the dark theme; in the light theme only rules that
 * depend on colors, because the rest is the same page.
 */
import AxeBuilder from "@axe-core/playwright";
import type { Page } from "@playwright/test";
import { expect } from "./app.ts";

const colorRules = ["color-contrast", "link-in-text-block"];

/** Half a megabyte of script is injected into a page only once. */
const nothing = "void 0;";

/** Rules that count although axe rates them below serious. */
const ours = new Set(["page-has-heading-one"]);

/** Shows the page with the colors of a theme, as if the user had chosen it. */
async function showTheme(page: Page, theme: "dark" | "light"): Promise<void> {
  await page.evaluate((scheme) => (document.documentElement.dataset["mantineColorScheme"] = scheme), theme);
  // Colors are measured when their transitions have ended.
  await page.evaluate(() =>
    Promise.all(document.getAnimations().map((animation) => animation.finished.catch(() => {}))),
  );
}

/**
 * Runs in the page, which has no cross-origin frames: the default mode opens another page for each check.
 * @param axeSource script that injects axe; empty if it is already in the page
 */
function axe(page: Page, axeSource?: string): AxeBuilder {
  return new AxeBuilder({ page, ...(axeSource !== undefined && { axeSource }) })
    .setLegacyMode()
    .options({ resultTypes: ["violations"] });
}

/** Selectors of parts that are checked alone where the page around them is one that was checked before. */
export const partOf = {
  dialog: "[role=dialog]",
  menu: "[role=menu]",
  contextPanel: "[data-testid=panel-content]",
} as const;

/**
 * @param where describes the place in failure messages
 * @param part selector of what has changed since the rest of the page was checked: the whole page takes a second
 */
export async function expectAccessible(page: Page, where: string, part?: string): Promise<void> {
  const isThere = await page.evaluate(() => "axe" in globalThis);
  const within = (builder: AxeBuilder): AxeBuilder => (part === undefined ? builder : builder.include(part));
  const dark = await within(axe(page, isThere ? nothing : undefined)).analyze();
  // A page that never loaded would have no findings either.
  expect(dark.passes.length, `${where}: nothing to look at`).toBeGreaterThan(part === undefined ? 8 : 3);
  await showTheme(page, "light");
  const light = await within(axe(page, nothing).withRules(colorRules)).analyze();
  await showTheme(page, "dark");
  const findings = Object.entries({ dark, light }).flatMap(([theme, { violations }]) =>
    violations
      .filter(({ id, impact }) => impact === "serious" || impact === "critical" || ours.has(id))
      .map(
        ({ id, nodes }) => `${theme}: ${id}: ${nodes.map((node) => `${node.html} ${node.failureSummary}`).join("; ")}`,
      ),
  );
  expect(findings, where).toEqual([]);
}
