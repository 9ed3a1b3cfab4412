/** The sizes of the pictures of an image sequence: they may differ, and the server knows them all. */
import { api } from "../api/client.ts";
import { keys } from "./keys.ts";
import { question } from "./question.ts";

interface PictureSize {
  readonly width: number;
  readonly height: number;
}

/** By frame, as far as known. */
export type PictureSizes = readonly (PictureSize | undefined)[];

export function pictureSizesQuery(id: string) {
  return question({
    queryKey: [...keys.dataset(id), "picture-sizes"],
    queryFn: async ({ signal }) =>
      sizesOf((await api.call("dataset.media", { id, sizes: true }, { signal })).imageData),
    staleTime: Infinity,
  });
}

function sizesOf(pictures: readonly Partial<PictureSize>[]): PictureSizes {
  return pictures.map(({ width, height }) =>
    width === undefined || height === undefined ? undefined : { width, height },
  );
}
