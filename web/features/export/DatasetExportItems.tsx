/**
 * The export entries of one dataset, wherever they are offered. They are plain links, authorized by the cookie; a
 * caller with newer annotations than the server writes these itself.
 */
import { Menu } from "@mantine/core";
import { useSignals } from "@preact/signals-react/runtime";
import {
  IconBraces,
  IconFileExport,
  IconFileTypeCsv,
  IconPackage,
  IconPhotoVideo,
  IconSettings,
} from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { formatNames, formatTable, type AnnotationFormat } from "#core/formats/format-table";
import { api } from "../../api/client.ts";
import { t } from "../../base/texts/index.ts";
import { datasetMediaQuery } from "../../queries/datasets.ts";
import { DownloadLink } from "./DownloadLink.tsx";
import { excludeBelowThreshold } from "./exclude-below-threshold.ts";

const icon = { size: 16, stroke: 1.6 };

/** Formats that the server writes: for several cameras, and its own format unchanged. */
const serverFormats = [
  { wire: "viame_csv", format: "viame-csv", label: "browse.download.csv", Icon: IconFileTypeCsv },
  { wire: "dive_json", format: "dive-json", label: "browse.download.json", Icon: IconBraces },
] as const;

/** The others are written in the browser. */
const otherFormats = formatNames.filter((name) => serverFormats.every(({ format }) => format !== name));

export interface AnnotationExport {
  readonly format: AnnotationFormat;
  readonly excludeBelowThreshold: boolean;
}

interface DatasetExportItemsProps {
  readonly id: string;
  readonly isMultiCamera: boolean;
  /** Writes the annotations instead of the server. */
  readonly onExportAnnotations?: (request: AnnotationExport) => void;
  /** Converts the server's DIVE JSON to other formats. If missing, only the server's formats are offered. */
  readonly onConvert?: (request: AnnotationExport) => void;
}

/** Menu items for a `Menu.Dropdown`. */
export function DatasetExportItems({ id, isMultiCamera, onExportAnnotations, onConvert }: DatasetExportItemsProps) {
  useSignals();
  const { data: media } = useQuery(datasetMediaQuery(id));
  const excludes = excludeBelowThreshold.value;
  const write = onExportAnnotations ?? (isMultiCamera ? undefined : onConvert);
  const filters = excludes ? { excludeBelowThreshold: true } : {};
  const video = media?.sourceVideo ?? media?.video;
  const mediaLink =
    video === undefined ? api.url("folder.download", { id }) : api.url("item.download", { id: video.id });
  return (
    <>
      <Menu.Label>{t("browse.download.annotations")}</Menu.Label>
      {serverFormats.map(({ wire, format, label, Icon }) =>
        write === undefined || (onExportAnnotations === undefined && format === "dive-json") ? (
          <DownloadLink
            key={format}
            href={api.url("annotation.export", { folderId: id, format: wire, ...filters })}
            icon={<Icon {...icon} />}
            label={t(label)}
          />
        ) : (
          <Menu.Item
            key={format}
            leftSection={<Icon {...icon} />}
            onClick={() => write({ format, excludeBelowThreshold: excludes })}
          >
            {t(label)}
          </Menu.Item>
        ),
      )}
      {write !== undefined &&
        otherFormats.map((format) => (
          <Menu.Item
            key={format}
            leftSection={<IconFileExport {...icon} />}
            onClick={() => write({ format, excludeBelowThreshold: excludes })}
          >
            {formatTable[format].title}
          </Menu.Item>
        ))}
      <Menu.CheckboxItem
        checked={excludes}
        closeMenuOnClick={false}
        onChange={(checked: boolean) => (excludeBelowThreshold.value = checked)}
      >
        {t("browse.download.excludeBelowThreshold")}
      </Menu.CheckboxItem>
      <Menu.Divider />
      <Menu.Label>{t("browse.download.data")}</Menu.Label>
      {!isMultiCamera && (
        <DownloadLink href={mediaLink} icon={<IconPhotoVideo {...icon} />} label={t("browse.download.media")} />
      )}
      <DownloadLink
        href={api.url("dataset.configuration", { id })}
        icon={<IconSettings {...icon} />}
        label={t("browse.download.configuration")}
      />
      <DownloadLink
        href={api.url("dataset.export", { folderIds: [id], ...filters })}
        icon={<IconPackage {...icon} />}
        label={t("browse.download.everything")}
      />
    </>
  );
}
