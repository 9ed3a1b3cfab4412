/** The picture size of a local file before it is uploaded. */
import type { ImageSize } from "#core/types";
import { mediaKindOf } from "#schemas/media-files";
import { imageSizeAt } from "../../features/picture-size.ts";

/** Size of a video as the viewer would show it; `undefined` if this browser cannot read it. */
export async function fileSizeInPixels(file: File): Promise<ImageSize | undefined> {
  if (mediaKindOf(file.name) === "video") {
    const { readVideoFacts } = await import("../../media/video-facts.ts");
    return (await readVideoFacts(file))?.size;
  }
  const url = URL.createObjectURL(file);
  try {
    return await imageSizeAt(url);
  } finally {
    URL.revokeObjectURL(url);
  }
}
