/** The link to the file that a job has made of media and annotations, loaded where there is one. */
import { withTexts } from "../../base/texts/index.ts";
import { lazyPart } from "../../ui/page/lazy-part.tsx";

export const RenderedFile = lazyPart(
  async () => (await withTexts("render", import("../export/RenderedFile.tsx"))).RenderedFile,
);
