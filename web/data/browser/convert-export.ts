/**
 * Downloads annotations in formats other than DIVE JSON: a core on this page, loaded with the first such download,
 * converts the server's annotations, and shows what the format cannot hold before the file is saved.
 */
import { notifications } from "@mantine/notifications";
import type { DatasetFacts } from "#core/formats/exchange/dataset-file";
import type { ImageSize } from "#core/types";
import { slugify } from "#schemas/slug";
import type { Dataset, DatasetMedia } from "#schemas/wire";
import { hasRelativePositions } from "#core/formats/format-table";
import { api } from "../../api/client.ts";
import { errorText } from "../../api/errors.ts";
import { t } from "../../base/texts/index.ts";
import { pictureSizeOf } from "../../features/picture-size.ts";
import { askAboutLosses } from "../../features/export/ask-about-losses.tsx";
import type { AnnotationExport } from "../../features/export/DatasetExportItems.tsx";

export function convertExport(datasetId: string, request: AnnotationExport): void {
  convert(datasetId, request).catch((error: unknown) => {
    notifications.show({ color: "red", title: t("browse.download.failed"), message: errorText(error) });
  });
}

async function convert(id: string, { format, excludeBelowThreshold }: AnnotationExport): Promise<void> {
  const query = { folderId: id, format: "dive_json", ...(excludeBelowThreshold && { excludeBelowThreshold }) } as const;
  const [{ createCore }, { annotationFormats, writeAnnotationFile }, { lossesOfExport }, dataset, media, response] =
    await Promise.all([
      import("#core"),
      import("#core/formats/annotation-formats"),
      import("#core/formats/sent-form"),
      api.call("dataset.get", { id }),
      api.call("dataset.media", { id }),
      api.fetch("annotation.export", query),
    ]);
  const core = await createCore();
  core.reader.readDiveJson(new Uint8Array(await response.arrayBuffer()));
  const { title, mimeType, downloadEnding } = annotationFormats[format];
  const facts = factsOf(dataset, media, hasRelativePositions(format) ? await pictureSizeOf(media) : undefined);
  const { bytes, losses } = writeAnnotationFile(core, format, facts);
  if (!(await askAboutLosses(title, lossesOfExport(losses, facts)))) return;
  const name = slugify(`${dataset.name}${downloadEnding}`);
  // The server writes this CSV itself.
  if (format === "viame-csv") return save(api.url("annotation.export", { ...query, format: "viame_csv" }), name);
  const url = URL.createObjectURL(new Blob([bytes], { type: mimeType }));
  save(url, name);
  // By then the browser has read the URL, so the content can be freed.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

function save(url: string, name: string): void {
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
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
