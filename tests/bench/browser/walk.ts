/**
 * Steps through pictures in the viewer, each step until every camera has drawn it and the next animation frame begins.
 */
import type { Page } from "@playwright/test";

/** Milliseconds per step. Load the pictures before, otherwise the time includes fetching them. */
export async function walkInViewer(page: Page, key: "ArrowLeft" | "ArrowRight", steps: number): Promise<number> {
  return await page.evaluate(
    async ([name, count]) => {
      const canvases = [...document.querySelectorAll<HTMLCanvasElement>("[data-testid=canvas] canvas[role=img]")];
      const field = document.querySelector<HTMLInputElement>("[data-testid=frame] input")!;
      const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve));
      const drawn = () => canvases.map((canvas) => canvas.frameStatistics!.frames);
      const begin = performance.now();
      for (let step = 0; step < count; step++) {
        const before = drawn();
        const { value } = field;
        canvases[0]!.dispatchEvent(
          new KeyboardEvent("keydown", { key: name, code: name, bubbles: true, cancelable: true }),
        );
        do await nextFrame();
        while (field.value === value || drawn().some((frames, index) => frames === before[index]));
      }
      return (performance.now() - begin) / count;
    },
    [key, steps] as const,
  );
}
