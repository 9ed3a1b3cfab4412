/** Checks dialogs in a window of 720 x 450 CSS pixels: one of 1440 x 900 at a zoom of 200 %. */
import type { Page } from "@playwright/test";

const zoomed = { width: 720, height: 450 } as const;

/**
 * Controls of the open dialog that cannot be scrolled to, are cut or are covered at 200 %. The window has its old size
 * again afterwards.
 */
export async function beyondReach(page: Page): Promise<string[]> {
  if ((await page.getByRole("dialog").count()) === 0) return [];
  const before = page.viewportSize();
  await page.setViewportSize(zoomed);
  try {
    return await page.evaluate(findBeyondReach);
  } finally {
    if (before !== null) await page.setViewportSize(before);
  }
}

/** Runs in the page. */
async function findBeyondReach(): Promise<string[]> {
  // Two frames: popovers follow the size of the window in the second one.
  for (let n = 0; n < 2; n += 1) await new Promise(requestAnimationFrame);
  const dialogs = [...document.querySelectorAll("[role=dialog], [role=alertdialog]")];
  const dialog = dialogs.find((one) => one.contains(document.activeElement)) ?? dialogs.at(-1);
  if (dialog === undefined) return [];
  const controls = dialog.querySelectorAll<HTMLElement>(
    "a[href], button:not([tabindex='-1']), input:not([type=hidden], [type=file]), select, textarea, [role=tab]",
  );
  return [...controls].flatMap((control) => {
    if (!control.checkVisibility({ opacityProperty: true, visibilityProperty: true })) return [];
    control.scrollIntoView({ block: "nearest", inline: "nearest" });
    const { left, right, top, bottom, width, height } = control.getBoundingClientRect();
    // Hidden inputs of switches and checkboxes have no size of their own.
    if (width < 2 || height < 2) return [];
    const shown = control.closest("label, [role=switch]") ?? control;
    const seen = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
    const isCut = left < -1 || right > innerWidth + 1 || top < -1 || bottom > innerHeight + 1;
    const isCovered = seen === null || !(shown.contains(seen) || seen.contains(control) || dialog.contains(seen));
    if (!isCut && !isCovered) return [];
    const name = control.getAttribute("aria-label") ?? control.textContent ?? "";
    return [`${control.tagName.toLowerCase()} “${name.slice(0, 40)}” ${isCut ? "is cut" : "is covered"}`];
  });
}
