/**
 * Targets are large enough to hit: 24 by 24 CSS pixels with a mouse, 44 by 44 with a finger (WCAG 2.5.5 and 2.5.8).
 * Sizes are those of the area that really responds, including margins outside of the element's box.
 */
import type { CDPSession, Locator, Page } from "@playwright/test";

import { createFolder, expect, goToPage, signIn, test } from "./support/app.ts";
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
    const responds = (element: Element, x: number, y: number): boolean =>
      owner(document.elementFromPoint(x, y)) === element;
    /** How far the element responds in one direction, at most `max`: in strides of 4 pixels, exact at the end. */
    const reach = (
      element: Element,
      [x, y]: readonly [number, number],
      dx: number,
      dy: number,
      max: number,
    ): number => {
      const at = (length: number): boolean => responds(element, x + dx * length, y + dy * length);
      let length = 0;
      for (let stride = 4; stride >= 1; stride -= 3)
        while (length < max && at(Math.min(max, length + stride))) length = Math.min(max, length + stride);
      return length;
    };
    /** The size along one direction, measured no further than the minimum. */
    const extent = (element: Element, center: readonly [number, number], dx: number, dy: number): number => {
      const ahead = reach(element, center, dx, dy, min - 1);
      return 1 + ahead + reach(element, center, -dx, -dy, min - 1 - ahead);
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
      const across = extent(element, [x, y], 1, 0);
      const along = extent(element, [x, y], 0, 1);
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

/**
 * The sizes for each pointer are checked in the same page. The page begins with a finger; emulation turns that into a
 * mouse and back, as when someone plugs one into a tablet.
 */
const pointers = [
  { pointer: "finger", minPx: 44 },
  { pointer: "mouse", minPx: 24 },
] as const;

type Pointer = (typeof pointers)[number]["pointer"];

class Targets {
  readonly #page: Page;
  #devTools: CDPSession | undefined;

  constructor(page: Page) {
    this.#page = page;
  }

  /** Returns once the page knows its pointer. */
  async use(pointer: Pointer): Promise<void> {
    this.#devTools ??= await this.#page.context().newCDPSession(this.#page);
    await this.#devTools.send("Emulation.setTouchEmulationEnabled", { enabled: pointer === "finger" });
    const isCoarse = () => this.#page.evaluate(() => matchMedia("(pointer: coarse)").matches);
    await expect.poll(isCoarse).toBe(pointer === "finger");
  }

  /** Leaves the page with a finger. */
  async check(root: Locator, where: string): Promise<void> {
    for (const { pointer, minPx } of pointers) {
      if (pointer === "mouse") await this.use(pointer);
      const small = async () =>
        (await smallTargets(root, minPx)).map(
          ({ name, width, height }) => `${where}, by ${pointer}: ${name}: ${width} × ${height}`,
        );
      // A tooltip or a panel may still be on its way.
      await expect.soft.poll(small).toEqual([]);
    }
    await this.use("finger");
  }
}

test.use({ hasTouch: true });
test.setTimeout(600_000);

test("controls of data pages are at least 24 pixels wide and high with a mouse, 44 with a finger", async ({
  page,
  user,
}) => {
  const targets = new Targets(page);
  await createFolder(user, "Survey");
  await createDataset(user, { tracks, name: "reef" });
  await page.goto(`/user/${user.id}`);
  await expect(page.getByText("Survey")).toBeVisible();
  await targets.check(page.locator("body"), "data");
  for (const path of ["/jobs", "/trained-models", "/scoring", "/review", "/summary", "/shared", "/trash", "/account"]) {
    await goToPage(page, path);
    await page.waitForLoadState("networkidle");
    await targets.check(page.locator("body"), path);
  }
});

test("controls of the viewer are at least 24 pixels wide and high with a mouse, 44 with a finger", async ({
  page,
  server,
}) => {
  // A long name needs its room, too.
  const user = await server.createUser(`login-of-a-person-with-a-long-name-${process.pid}`);
  await signIn(page, server, user.token);
  const targets = new Targets(page);
  const viewer = await new ViewerPage(page).open(await createDataset(user, { tracks }));
  await viewer.press("ArrowDown");
  await targets.check(page.locator("body"), "viewer");
  await page.getByRole("tab", { name: "Attributes" }).click();
  await targets.check(page.locator("body"), "attributes");
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
    await targets.check(page.locator("body"), (await panel.getAttribute("aria-label")) ?? "panel");
  }
  await page.getByRole("tab", { name: "Tracks" }).first().click();
  await page.getByRole("button", { name: "Track settings" }).click();
  await expect(viewer.dialog).toBeVisible();
  await targets.check(viewer.dialog, "track settings");
  await viewer.press("Escape");
  // Rows for touch have fewer buttons: the menu has the others.
  const menuButton = viewer.row(0).getByRole("button", { name: "Track actions" });
  await targets.use("mouse");
  await expect(menuButton).toHaveCount(0);
  await targets.use("finger");
  await expect(menuButton).toHaveCount(1);
  await menuButton.tap();
  await page.getByRole("menuitem", { name: "Toggle reviewed" }).tap();
  await expect(page.getByText("1 reviewed")).toBeVisible();
});
