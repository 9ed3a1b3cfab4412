/** The download entries of a dataset, a folder, a file or a selection. */
import { IconDownload, IconFolderDown, IconPackage } from "@tabler/icons-react";
import { t } from "../../base/texts/index.ts";
import { api } from "../../api/client.ts";
import { isDataset } from "../../queries/places.ts";
import type { Entry } from "../../queries/places.ts";
import { type AnnotationExport, DatasetExportItems } from "./DatasetExportItems.tsx";
import { DownloadLink } from "./DownloadLink.tsx";

const icon = { size: 16, stroke: 1.6 };

export interface DownloadItemsProps {
  readonly entries: readonly Entry[];
  /** For a dataset: writes formats that the server does not. */
  readonly onConvert?: (datasetId: string, request: AnnotationExport) => void;
}

/** Menu items for a `Menu.Dropdown`. */
export function DownloadItems({ entries, onConvert }: DownloadItemsProps) {
  const [only] = entries;
  if (only === undefined) return null;
  if (entries.length === 1 && isDataset(only))
    return (
      <DatasetExportItems
        id={only._id}
        isMultiCamera={only.meta.type === "multi"}
        {...(onConvert !== undefined && {
          onConvert: (request: AnnotationExport) => onConvert(only._id, request),
        })}
      />
    );
  if (entries.length > 1 && entries.every(isDataset)) {
    return (
      <DownloadLink
        href={api.url("dataset.export", { folderIds: entries.map((entry) => entry._id) })}
        icon={<IconPackage {...icon} />}
        label={t("browse.download.everything")}
      />
    );
  }
  return entries.map((entry) => {
    const named = (label: string) => (entries.length === 1 ? label : `${"name" in entry ? entry.name : ""}: ${label}`);
    if (entry._modelType === "folder") {
      return (
        <DownloadLink
          key={entry._id}
          href={api.url("folder.download", { id: entry._id })}
          icon={<IconFolderDown {...icon} />}
          label={named(t("browse.download.folder"))}
        />
      );
    }
    if (entry._modelType === "item") {
      return (
        <DownloadLink
          key={entry._id}
          href={api.url("item.download", { id: entry._id })}
          icon={<IconDownload {...icon} />}
          label={named(t("browse.download"))}
        />
      );
    }
    return null;
  });
}
