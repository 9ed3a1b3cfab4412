/** How large the pictures of a dataset, or of files on this machine, are, as far as this browser shows them. */
import type { ImageSize } from "#core/types";
import { mediaKindOf } from "#schemas/media-files";
import type { DatasetMedia } from "#schemas/wire";

/** Of the video, or of the first picture; `undefined` when this browser cannot show it. */
export function pictureSizeOf({ video, imageData }: DatasetMedia): Promise<ImageSize | undefined> {
  if (video !== undefined && video !== null) return videoSize(video.url);
  const [first] = imageData;
  return first === undefined ? Promise.resolve(undefined) : imageSize(first.url);
}

/** Of a file that is not uploaded yet. */
export async function fileSizeInPixels(file: File): Promise<ImageSize | undefined> {
  const url = URL.createObjectURL(file);
  try {
    return await (mediaKindOf(file.name) === "video" ? videoSize(url) : imageSize(url));
  } finally {
    URL.revokeObjectURL(url);
  }
}

function videoSize(url: string): Promise<ImageSize | undefined> {
  const element = document.createElement("video");
  return new Promise((resolve) => {
    element.preload = "metadata";
    element.addEventListener("loadedmetadata", () => {
      resolve({ width: element.videoWidth, height: element.videoHeight });
      // Lets go of the connection.
      element.removeAttribute("src");
      element.load();
    });
    element.addEventListener("error", () => resolve(undefined));
    element.src = url;
  });
}

function imageSize(url: string): Promise<ImageSize | undefined> {
  const image = new Image();
  return new Promise((resolve) => {
    image.addEventListener("load", () => resolve({ width: image.naturalWidth, height: image.naturalHeight }));
    image.addEventListener("error", () => resolve(undefined));
    image.src = url;
  });
}
