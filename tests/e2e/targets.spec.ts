/**
 * Targets are large enough to hit: 24 by 24 CSS pixels with a mouse, 44 by 44 with a finger (WCAG 2.5.5 and 2.5.8).
 * Sizes are those of the area that really responds, including margins outside of the element's box.
 */
import type { Locator } from "@playwright/test";

import { createFolder, expect, goToPage, test } from "./support/app.ts";
import { createDataset, ViewerPage } from "./support/viewer.ts";

const tracks = [
  { id: 0, type: "fish", confidence: 0.6, keyframes: { 0: [10, 10, 60, 60], 8: [40, 10, 90, 60] } },
  { id: 1, type: "crab", keyframes: { 0: [100, 10, 160, 60] } },
] as const;

interface SmallTarget {
  readonly name: string;
  readonly width: number;
  readonly height: number;
}

/** Every visible control whose target area is smaller than `minPx` on a side. Links within sentences are exempt. */
async function smallTargets(root: Locator, minPx: number): Promise<readonly SmallTarget[]> {
  return root.evaluate((top, min) => {
    const controls =
      "a[href], button, input:not([type=hidden]), select, textarea, summary, [role=button], [role=checkbox], " +
      "[role=tab], [role=menuitem], [role=menuitemcheckbox], [role=option], [role=slider], [role=switch], [role=radio]";
    const visible = (element: Element): boolean =>
      element.checkVisibility({ opacityProperty: true, visibilityProperty: true });
    /** Pressing a label presses its field. */
    const owner = (element: Element | null): Element | null => {
      // A slider responds anywhere along its line, a field anywhere inside its frame.
      const composite = element?.closest(".mantine-Slider-root, .mantine-Input-wrapper");
      const part = composite?.querySelector("[role=slider], input, button, textarea");
      if (part != null && element?.closest("button") == null) return part;
      const control = element?.closest(controls) ?? null;
      if (control !== null) return control;
      const label = element?.closest("label");
      return label?.control ?? null;
    };
    const inSentence = (element: Element): boolean =>
      element.matches("a") &&
      getComputedStyle(element).display === "inline" &&
      [...(element.parentElement?.childNodes ?? [])].some(
        (node) => node.nodeType === Node.TEXT_NODE && (node.textContent ?? "").trim().length > 1,
      );
    const reach = (element: Element, x: number, y: number, dx: number, dy: number): number => {
      let length = 0;
      while (length < min && owner(document.elementFromPoint(x + dx * (length + 1), y + dy * (length + 1))) === element)
        length += 1;
      return length;
    };
    const found: SmallTarget[] = [];
    for (const element of top.querySelectorAll(controls)) {
      if (!visible(element) || element.matches(":disabled, [aria-disabled=true]") || inSentence(element)) continue;
      // Parts of a composite field count as the field: its arrows, its thumb on a long line.
      if (element.matches("input[type=file], input[type=color], [aria-hidden=true], [aria-hidden=true] *")) continue;
      const { left, top, width, height } = element.getBoundingClientRect();
      if (width === 0 || height === 0) continue;
      const x = Math.round(left + width / 2);
      const y = Math.round(top + height / 2);
      // Covered or scrolled out of view: it cannot be pressed now.
      if (owner(document.elementFromPoint(x, y)) !== element) continue;
      if (x < min || y < min || x > innerWidth - min || y > innerHeight - min) {
        // Beyond the edge of the window nothing is required.
        if (Math.max(width, height) >= min && Math.min(width, height) >= min) continue;
      }
      const across = reach(element, x, y, -1, 0) + reach(element, x, y, 1, 0) + 1;
      const along = reach(element, x, y, 0, -1) + reach(element, x, y, 0, 1) + 1;
      if (across >= min && along >= min) continue;
      const name = element.getAttribute("aria-label") ?? element.textContent?.trim().slice(0, 40) ?? "";
      const kind = element.getAttribute("role") ?? element.tagName.toLowerCase();
      const place = element.closest("[class]")?.className;
      found.push({
        name: `${kind} “${name}” (${typeof place === "string" ? place : ""})`,
        width: across,
        height: along,
      });
    }
    return found;
  }, minPx);
}

async function expectTargets(root: Locator, minPx: number, where: string): Promise<void> {
  const small = async () =>
    (await smallTargets(root, minPx)).map(({ name, width, height }) => `${where}: ${name}: ${width} × ${height}`);
  // A tooltip or a panel may still be on its way.
  await expect.soft.poll(small).toEqual([]);
}

for (const { pointer, minPx } of [
  { pointer: "mouse", minPx: 24 },
  { pointer: "finger", minPx: 44 },
]) {
  test.describe(pointer, () => {
    test.use({ hasTouch: pointer === "finger" });
    test.setTimeout(600_000);

    test(`controls of data pages are at least ${minPx} pixels wide and high`, async ({ page, user }) => {
      await createFolder(user, "Survey");
      await createDataset(user, { tracks, name: "reef" });
      await page.goto(`/user/${user.id}`);
      await expect(page.getByText("Survey")).toBeVisible();
      await expectTargets(page.locator("body"), minPx, "data");
      for (const path of [
        "/jobs",
        "/trained-models",
        "/scoring",
        "/review",
        "/summary",
        "/shared",
        "/trash",
        "/account",
      ]) {
        await goToPage(page, path);
        await page.waitForLoadState("networkidle");
        await expectTargets(page.locator("body"), minPx, path);
      }
    });

    test(`controls of the viewer are at least ${minPx} pixels wide and high`, async ({ page, user }) => {
      const viewer = await new ViewerPage(page).open(await createDataset(user, { tracks }));
      await viewer.press("ArrowDown");
      await expectTargets(page.locator("body"), minPx, "viewer");
      await page.getByRole("tab", { name: "Attributes" }).click();
      await expectTargets(page.locator("body"), minPx, "attributes");
      const panels = page.locator("[data-side=right] button");
      expect(await panels.count()).toBeGreaterThan(9);
      // A panel that is still on its way has no targets: measured are panels that have come once.
      for (const panel of await panels.all()) {
        await panel.click();
        await expect(page.getByTestId("panel-content")).not.toBeEmpty();
        await page.waitForLoadState("networkidle");
      }
      for (const panel of await panels.all()) {
        await panel.click();
        await expect(page.getByTestId("panel-content")).not.toBeEmpty();
        // The tooltip of the button covers a part of the panel.
        await page.mouse.move(0, 0);
        await page.waitForLoadState("networkidle");
        await expectTargets(page.locator("body"), minPx, (await panel.getAttribute("aria-label")) ?? "panel");
      }
      await page.getByRole("tab", { name: "Tracks" }).first().click();
      await page.getByRole("button", { name: "Track settings" }).click();
      await expect(viewer.dialog).toBeVisible();
      await expectTargets(viewer.dialog, minPx, "track settings");
      await viewer.press("Escape");
      // Rows for touch have fewer buttons: the menu has the others.
      const menuButton = viewer.row(0).getByRole("button", { name: "Track actions" });
      await expect(menuButton).toHaveCount(pointer === "finger" ? 1 : 0);
      if (pointer === "mouse") return;
      await menuButton.tap();
      await page.getByRole("menuitem", { name: "Toggle reviewed" }).tap();
      await expect(page.getByText("1 reviewed")).toBeVisible();
    });
  });
}
