/** Opens the dialog that makes tasks, or the tasks of a folder. Its code is fetched apart. */
import type { Entry } from "../../queries/places.ts";
import { lazyFunction } from "../../base/lazy.ts";
import { withTexts } from "../../base/texts/index.ts";

export const openTasks: (selected: readonly Entry[]) => void = lazyFunction(
  async () => (await withTexts("tasks", import("./NewTasks.tsx"))).openTasks,
);
