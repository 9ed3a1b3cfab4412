/** Facts about local media that annotation files need before an upload: sizes, names and the frame rate. */
import type { ImageSize } from "#core/types";
import { mediaKindOf } from "#schemas/media-files";
import type { ImportMedia } from "../../features/import/import-media.ts";
import { imageSizeAt } from "../../features/picture-size.ts";

/** The frame rate may still change, so a video is looked at without its frames. */
export async function videoFacts(file: File | undefined): Promise<ImportMedia> {
  const nothing = { fps: -1, isVideo: false, imageNames: [] } as const;
  if (file === undefined || mediaKindOf(file.name) !== "video") return nothing;
  const { readVideoFacts } = await import("../../media/video-facts.ts");
  const { rate, size } = (await readVideoFacts(file)) ?? {};
  return { ...nothing, ...(rate !== undefined && { fps: rate.fps }), imageSize: size };
}

/** @param names in frame order; the files may be in another */
export async function pictureFacts(names: readonly string[], files: readonly File[]): Promise<ImportMedia> {
  const byName = new Map(files.map((file) => [file.name, file]));
  const imageSizes: (ImageSize | undefined)[] = [];
  for (let from = 0; from < names.length; from += maxParallelNames) {
    const some = names.slice(from, from + maxParallelNames).map((name) => byName.get(name));
    imageSizes.push(...(await Promise.all(some.map((file) => file && pictureSizeIn(file)))));
  }
  const [first] = imageSizes;
  const areAlike = imageSizes.every((size) => size?.width === first?.width && size?.height === first?.height);
  return {
    fps: -1,
    isVideo: false,
    imageNames: names,
    frameCount: names.length > 0 ? names.length : undefined,
    imageSizes,
    ...(areAlike && { imageSize: first }),
  };
}

const maxParallelNames = 32;
/** Sizes are at the beginning; a thumbnail (JPEG) or a color profile (PNG) may come before. */
const headBytes = [4096, 256 * 1024];

async function pictureSizeIn(file: File): Promise<ImageSize | undefined> {
  const { pictureName, pictureSize } = await import("#core/formats/pictures/picture-header");
  if (!pictureName.test(file.name)) return await shownSizeOf(file);
  for (const length of headBytes) {
    const head = new Uint8Array(await file.slice(0, length).arrayBuffer());
    const size = pictureSize(head, file.size > length);
    if (size !== undefined) return size;
  }
  return await shownSizeOf(file);
}

async function shownSizeOf(file: File): Promise<ImageSize | undefined> {
  const url = URL.createObjectURL(file);
  try {
    return await imageSizeAt(url);
  } finally {
    URL.revokeObjectURL(url);
  }
}
