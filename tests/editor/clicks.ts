/** Shapes drawn with clicks, and the clicks. Points are pixels of the picture. */
import type { TestEditor } from "./test-editor.ts";

export type At = readonly [x: number, y: number];

export const square: readonly At[] = [
  [300, 300],
  [400, 300],
  [400, 400],
  [300, 400],
];

/** Inside the square. */
export const hole: readonly At[] = [
  [330, 330],
  [370, 330],
  [370, 370],
];

export function clicks(app: TestEditor, points: readonly At[]): TestEditor {
  for (const [x, y] of points) app.click(x, y);
  return app;
}
