/** The sizes of the pictures of an image sequence: they may differ, and the server knows them all. */
import { api } from "../api/client.ts";
import { keys } from "./keys.ts";
import { question } from "./question.ts";

interface PictureSize {
  readonly width: number;
  readonly height: number;
}

export interface PictureSizes {
  readonly pictureSize?: PictureSize;
  /** By frame. */
  readonly pictureSizes?: readonly (PictureSize | undefined)[];
}

export function pictureSizesQuery(id: string) {
  return question({
    queryKey: [...keys.dataset(id), "picture-sizes"],
    queryFn: async ({ signal }) =>
      sizesOf((await api.call("dataset.media", { id, sizes: true }, { signal })).imageData),
    staleTime: Infinity,
  });
}

/** One size if all pictures have it; otherwise the size of each, as far as known. */
export function sizesOf(pictures: readonly Partial<PictureSize>[]): PictureSizes {
  const sizes = pictures.map(({ width, height }) =>
    width === undefined || height === undefined ? undefined : { width, height },
  );
  const [first] = sizes;
  const areEqual =
    first !== undefined && sizes.every((size) => size?.width === first.width && size.height === first.height);
  return areEqual ? { pictureSize: first } : { pictureSizes: sizes };
}
