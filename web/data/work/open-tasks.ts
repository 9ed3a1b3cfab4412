/** Opens the dialog that creates tasks, or shows those of a folder. Its code is loaded on demand. */
import type { Entry } from "../../queries/places.ts";
import { lazyFunction } from "../../base/lazy.ts";
import { withTexts } from "../../base/texts/index.ts";

export const openTasks: (selected: readonly Entry[]) => void = lazyFunction(
  async () => (await withTexts("tasks", import("./NewTasks.tsx"))).openTasks,
);
