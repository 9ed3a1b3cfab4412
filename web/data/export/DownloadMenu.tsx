/** What can be downloaded of a dataset, a folder, a file or a selection. Each entry is a plain link that the cookie authorises. */
import { Menu } from "@mantine/core";
import { useSignals } from "@preact/signals-react/runtime";
import {
  IconBraces,
  IconDownload,
  IconFileTypeCsv,
  IconFolderDown,
  IconPackage,
  IconPhotoVideo,
  IconSettings,
} from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { t } from "../../base/texts/index.ts";
import { api } from "../../api/client.ts";
import { datasetMediaQuery } from "../queries/datasets.ts";
import { isDataset } from "../queries/places.ts";
import type { Entry } from "../queries/places.ts";
import { excludeBelowThreshold } from "../preferences.ts";

const icon = { size: 16, stroke: 1.6 };

/** Entries of a menu; put it into a `Menu.Dropdown`. */
export function DownloadItems({ entries }: { readonly entries: readonly Entry[] }) {
  const [only] = entries;
  if (only === undefined) return null;
  if (entries.length === 1 && isDataset(only))
    return <DatasetItems id={only._id} isMultiCamera={only.meta.type === "multi"} />;
  if (entries.length > 1 && entries.every(isDataset)) {
    return (
      <Link
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
        <Link
          key={entry._id}
          href={api.url("folder.download", { id: entry._id })}
          icon={<IconFolderDown {...icon} />}
          label={named(t("browse.download.folder"))}
        />
      );
    }
    if (entry._modelType === "item") {
      return (
        <Link
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

function DatasetItems({ id, isMultiCamera }: { readonly id: string; readonly isMultiCamera: boolean }) {
  useSignals();
  const { data: media } = useQuery(datasetMediaQuery(id));
  const filters = excludeBelowThreshold.value ? { excludeBelowThreshold: true } : {};
  const video = media?.sourceVideo ?? media?.video;
  const mediaLink =
    video === undefined ? api.url("folder.download", { id }) : api.url("item.download", { id: video.id });
  return (
    <>
      <Menu.Label>{t("browse.download.annotations")}</Menu.Label>
      <Link
        href={api.url("annotation.export", { folderId: id, format: "viame_csv", ...filters })}
        icon={<IconFileTypeCsv {...icon} />}
        label={t("browse.download.csv")}
      />
      <Link
        href={api.url("annotation.export", { folderId: id, format: "dive_json", ...filters })}
        icon={<IconBraces {...icon} />}
        label={t("browse.download.json")}
      />
      <Menu.CheckboxItem
        checked={excludeBelowThreshold.value}
        closeMenuOnClick={false}
        onChange={(checked: boolean) => (excludeBelowThreshold.value = checked)}
      >
        {t("browse.download.excludeBelowThreshold")}
      </Menu.CheckboxItem>
      <Menu.Divider />
      <Menu.Label>{t("browse.download.data")}</Menu.Label>
      {!isMultiCamera && (
        <Link href={mediaLink} icon={<IconPhotoVideo {...icon} />} label={t("browse.download.media")} />
      )}
      <Link
        href={api.url("dataset.configuration", { id })}
        icon={<IconSettings {...icon} />}
        label={t("browse.download.configuration")}
      />
      <Link
        href={api.url("dataset.export", { folderIds: [id], ...filters })}
        icon={<IconPackage {...icon} />}
        label={t("browse.download.everything")}
      />
    </>
  );
}

function Link({
  href,
  icon,
  label,
}: {
  readonly href: string;
  readonly icon: React.ReactNode;
  readonly label: string;
}) {
  return (
    <Menu.Item component="a" href={href} download leftSection={icon}>
      {label}
    </Menu.Item>
  );
}
