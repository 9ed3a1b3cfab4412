/** The icon of a row: folder, kind of dataset, file, user or collection; a spinner while a job runs on it. */
import {
  IconBoxMultiple,
  IconFile,
  IconFileTypeCsv,
  IconFolder,
  IconJson,
  IconLoader2,
  IconMap,
  IconMovie,
  IconPhoto,
  IconPhotoVideo,
  IconUser,
  IconVideo,
} from "@tabler/icons-react";
import { createElement } from "react";
import { t } from "../../base/texts/index.ts";
import { isDataset } from "../../queries/places.ts";
import type { Entry } from "../../queries/places.ts";
import classes from "./EntryTable.module.css";
import { Tip } from "../../ui/tips/Tip.tsx";

export function EntryIcon({
  entry,
  busy,
  size = 18,
}: {
  readonly entry: Entry;
  readonly busy: boolean;
  readonly size?: number;
}) {
  if (busy) {
    return (
      <Tip label={t("browse.running")}>
        <IconLoader2 size={size} className={classes.spin} role="img" aria-label={t("browse.running")} />
      </Tip>
    );
  }
  return createElement(iconOf(entry), {
    size,
    stroke: 1.5,
    className: isDataset(entry) ? classes.datasetIcon : classes.plainIcon,
    "aria-hidden": true,
  });
}

function iconOf(entry: Entry) {
  switch (entry._modelType) {
    case "user":
      return IconUser;
    case "collection":
      return IconBoxMultiple;
    case "item":
      return iconOfFile(entry.name);
    case "folder":
      if (!isDataset(entry)) return IconFolder;
      if (entry.meta.type === "video") return IconMovie;
      if (entry.meta.type === "large-image") return IconMap;
      return entry.meta.type === "multi" ? IconVideo : IconPhotoVideo;
  }
}

function iconOfFile(name: string) {
  if (/\.csv$/i.test(name)) return IconFileTypeCsv;
  if (/\.json$/i.test(name)) return IconJson;
  if (/\.(png|jpe?g|gif|avif|webp|bmp|tiff?|sgi|p[gpb]m|tga|jp2|psd|exr)$/i.test(name)) return IconPhoto;
  if (/\.(mp4|webm|avi|mov|wmv|mpe?g|ogg|flv)$/i.test(name)) return IconMovie;
  return IconFile;
}
