/** The picture size of a dataset, as far as this browser can show its media. */
import type { ImageSize } from "#core/types";
import type { DatasetMedia } from "#schemas/wire";

/** Size of the video or of the first picture; `undefined` if this browser cannot show it. */
export function pictureSizeOf({ video, imageData }: DatasetMedia): Promise<ImageSize | undefined> {
  if (video !== undefined && video !== null) {
    const { width, height, url } = video;
    // Videos stored before sizes were recorded must be measured.
    return width === undefined || height === undefined ? videoSize(url) : Promise.resolve({ width, height });
  }
  const [first] = imageData;
  return first === undefined ? Promise.resolve(undefined) : imageSizeAt(first.url);
}

function videoSize(url: string): Promise<ImageSize | undefined> {
  const element = document.createElement("video");
  return new Promise((resolve) => {
    element.preload = "metadata";
    element.addEventListener("loadedmetadata", () => {
      resolve({ width: element.videoWidth, height: element.videoHeight });
      // Releases the connection.
      element.removeAttribute("src");
      element.load();
    });
    element.addEventListener("error", () => resolve(undefined));
    element.src = url;
  });
}

export function imageSizeAt(url: string): Promise<ImageSize | undefined> {
  const image = new Image();
  return new Promise((resolve) => {
    image.addEventListener("load", () => resolve({ width: image.naturalWidth, height: image.naturalHeight }));
    image.addEventListener("error", () => resolve(undefined));
    image.src = url;
  });
}
