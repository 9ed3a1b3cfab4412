/** Opens the dialog that makes a video with annotations, whose code and texts are loaded on demand. */
import { lazyFunction } from "../../base/lazy.ts";
import { withTexts } from "../../base/texts/index.ts";

export const openRender = lazyFunction(
  async () => (await withTexts("render", import("./RenderDialog.tsx"))).openRender,
);
