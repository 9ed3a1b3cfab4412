/**
 * Writes annotations in formats that the server does not write: its DIVE JSON is read by a core in this page, which comes with the
 * first such download, and what the format cannot hold is shown before the file is taken.
 */
import { notifications } from "@mantine/notifications";
import type { DatasetFacts } from "#core/formats/dataset-file";
import type { ImageSize } from "#core/types";
import { slugify } from "#schemas/slug";
import type { Dataset, DatasetMedia } from "#schemas/wire";
import { api } from "../../api/client.ts";
import { errorText } from "../../api/errors.ts";
import { t } from "../../base/texts/index.ts";
import { askAboutLosses } from "../../features/export/ask-about-losses.tsx";
import type { AnnotationExport } from "../../features/export/DatasetExportItems.tsx";

export function convertExport(datasetId: string, request: AnnotationExport): void {
  convert(datasetId, request).catch((error: unknown) => {
    notifications.show({ color: "red", title: t("browse.download.failed"), message: errorText(error) });
  });
}

async function convert(id: string, { format, excludeBelowThreshold }: AnnotationExport): Promise<void> {
  const query = { folderId: id, format: "dive_json", ...(excludeBelowThreshold && { excludeBelowThreshold }) } as const;
  const [{ createCore }, { annotationFormats, writeAnnotationFile }, dataset, media, response] = await Promise.all([
    import("#core"),
    import("#core/formats/annotation-formats"),
    api.call("dataset.get", { id }),
    api.call("dataset.media", { id }),
    api.fetch("annotation.export", query),
  ]);
  const core = await createCore();
  core.readDiveJson(new Uint8Array(await response.arrayBuffer()));
  const { title, extension, mimeType } = annotationFormats[format];
  const facts = factsOf(dataset, media, format.startsWith("yolo") ? await sizeOf(media) : undefined);
  const { bytes, losses } = writeAnnotationFile(core, format, facts);
  if (!(await askAboutLosses(title, losses))) return;
  const url = URL.createObjectURL(new Blob([bytes], { type: mimeType }));
  const link = document.createElement("a");
  link.href = url;
  link.download = slugify(`${dataset.name}.${format}${extension}`);
  link.click();
  // The browser has taken the address over by then; the content is let go.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

function factsOf(
  { name, type, fps, datasetInfo }: Dataset,
  { imageData }: DatasetMedia,
  imageSize: ImageSize | undefined,
): DatasetFacts {
  return {
    name,
    type: type === "video" || type === "large-image" ? type : "image-sequence",
    fps,
    imageNames: type === "image-sequence" ? imageData.map(({ filename }) => filename) : [],
    datasetInfo,
    ...(imageSize !== undefined && { imageSize }),
  };
}

/** Of the video, or of the first picture; `undefined` when this browser cannot show it. */
function sizeOf({ video, imageData }: DatasetMedia): Promise<ImageSize | undefined> {
  const [first] = imageData;
  return new Promise((resolve) => {
    const fail = (): void => resolve(undefined);
    if (video !== undefined && video !== null) {
      const element = document.createElement("video");
      element.preload = "metadata";
      element.addEventListener("loadedmetadata", () =>
        resolve({ width: element.videoWidth, height: element.videoHeight }),
      );
      element.addEventListener("error", fail);
      element.src = video.url;
    } else if (first !== undefined) {
      const image = new Image();
      image.addEventListener("load", () => resolve({ width: image.naturalWidth, height: image.naturalHeight }));
      image.addEventListener("error", fail);
      image.src = first.url;
    } else fail();
  });
}
