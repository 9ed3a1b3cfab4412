/** The picture sizes that boxes are judged by. In an image sequence, a box may be outside one picture and inside another. */

import { useQuery } from "@tanstack/react-query";
import type { ImageSize } from "#core/types";
import { type PictureSizes, pictureSizesQuery } from "../../../queries/picture-sizes.ts";
import type { Camera } from "../../../session/cameras/camera.ts";

/** Nothing until the server has answered: without sizes no box is judged to be outside. */
export function usePictureSizes({ info, source }: Camera): PictureSizes | ImageSize | undefined {
  const isSequence = info.media.kind === "image-sequence" && info.media.images.length > 1;
  const { data } = useQuery({ ...pictureSizesQuery(info.datasetId), enabled: isSequence });
  if (isSequence) return data;
  const shown = source.peek();
  return shown && { width: shown.width, height: shown.height };
}
