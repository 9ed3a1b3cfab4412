/** Uploads into a place: the picker's destination, and files dropped on the page. */
import { entryName } from "../../queries/places.ts";
import { useFileDrop } from "../upload/use-file-drop.ts";
import { useUploadPicker, type UploadPicker } from "../upload/use-upload-picker.tsx";
import type { ShownPlace } from "./use-place.ts";

interface PlaceUpload extends UploadPicker {
  /** Picks files for this place itself; `undefined` if the user cannot upload into it. */
  readonly pickHere: UploadPicker["pick"];
  /** Name of the folder that the start page uploads into. */
  readonly homeFolder: string | undefined;
  /** Files are over the page. */
  readonly isDropping: boolean;
}

export function usePlaceUpload({ place, here, name, rows, rights, isHome }: ShownPlace): PlaceUpload {
  const { canUpload } = rights;
  // The user's own space only holds folders, so uploads on the start page go into the private one, and the page says
  // so.
  const home = isHome
    ? rows.entries?.find((entry) => entry._modelType === "folder" && entry.name === "Private")
    : undefined;
  const target = canUpload ? here : home;
  const picker = useUploadPicker(target?._id, target === undefined ? "" : entryName(target));
  const isDropping = useFileDrop((files) => {
    const isFolder = place.type === "folder" && here !== undefined;
    const folder = isFolder ? { id: place.id, name, canWrite: canUpload } : undefined;
    void import("../upload/uploads.ts").then(({ dropFiles }) => dropFiles(files, folder));
  });
  return {
    ...picker,
    pickHere: canUpload ? picker.pick : undefined,
    homeFolder: home && entryName(home),
    isDropping,
  };
}
