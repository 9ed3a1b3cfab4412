/**
 * What axe finds on a page, in both themes. Everything is looked at in the dark theme; in the light one only what depends on
 * colours, since the rest is the same page.
 */
import AxeBuilder from "@axe-core/playwright";
import type { Page } from "@playwright/test";
import { expect } from "./app.ts";

const colourRules = ["color-contrast", "link-in-text-block"];

/** Half a megabyte of program is brought into a page once. */
const nothing = "void 0;";

/** Rules that count although axe calls them less than serious. */
const ours = new Set(["page-has-heading-one"]);

/** The page with the colours of a theme, as it has them when the theme is chosen. */
async function showTheme(page: Page, theme: "dark" | "light"): Promise<void> {
  await page.evaluate((scheme) => (document.documentElement.dataset["mantineColorScheme"] = scheme), theme);
  // Colours that change slowly are measured when they have changed.
  await page.evaluate(() =>
    Promise.all(document.getAnimations().map((animation) => animation.finished.catch(() => {}))),
  );
}

/**
 * Within the page, which has no frames of other sites: the other way opens a page of its own for each look.
 * @param axeSource what brings axe into the page; nothing where an earlier look has brought it
 */
function axe(page: Page, axeSource?: string): AxeBuilder {
  return new AxeBuilder({ page, ...(axeSource !== undefined && { axeSource }) })
    .setLegacyMode()
    .options({ resultTypes: ["violations"] });
}

/** @param where what is shown, for the message of a failure */
export async function expectAccessible(page: Page, where: string): Promise<void> {
  const isThere = await page.evaluate(() => "axe" in globalThis);
  const dark = await axe(page, isThere ? nothing : undefined).analyze();
  // A page that never loaded has nothing wrong with it.
  expect(dark.passes.length, `${where}: nothing to look at`).toBeGreaterThan(8);
  await showTheme(page, "light");
  const light = await axe(page, nothing).withRules(colourRules).analyze();
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
