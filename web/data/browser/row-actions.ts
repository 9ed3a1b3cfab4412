/** The actions on a row, shared by its keys, its menu and the palette: whether each is possible, and how to run it. */
import type { ListRefusal, RowAction } from "../../commands/command.ts";
import { openAccessDialog } from "../../features/access/open-access.ts";
import { openCloneDialog } from "../../features/clone/open-clone.ts";
import { openImportDialog } from "../../features/import/open-import.ts";
import { isDataset } from "../../queries/places.ts";
import type { Entry } from "../../queries/places.ts";
import { copyLink } from "./copy-link.ts";
import { mayMove, mayWrite } from "./entry-facts.ts";
import { openRenameDialog } from "./open-folder.ts";
import { openMoveDialog } from "./open-move.ts";

interface RowActionParts {
  /** @param placeLevel access level of the place that shows the row; files have none of their own */
  refusal(entry: Entry, placeLevel: number): ListRefusal | undefined;
  run(entry: Entry, goTo: (path: string) => void): void;
}

export const rowActions: Readonly<Record<RowAction, RowActionParts>> = {
  open: {
    refusal: (entry) => (entry._modelType === "item" ? "cannotOpen" : undefined),
    run: (entry, goTo) => goTo(`/${entry._modelType}/${entry._id}`),
  },
  launch: {
    refusal: whenDataset,
    run: (entry, goTo) => goTo(`/viewer/${entry._id}`),
  },
  rename: {
    refusal: (entry, placeLevel) =>
      entry._modelType !== "user" && mayWrite(entry, placeLevel) ? undefined : "noWriteAccess",
    run(entry) {
      if (entry._modelType !== "user") openRenameDialog(entry);
    },
  },
  import: {
    refusal: (entry) => whenDataset(entry) ?? (mayWrite(entry) ? undefined : "noWriteAccess"),
    run(entry) {
      if (isDataset(entry)) openImportDialog({ id: entry._id, name: entry.name });
    },
  },
  clone: {
    refusal: whenDataset,
    run: (entry) => openCloneDialog({ id: entry._id }),
  },
  move: {
    refusal: (entry, placeLevel) => (mayMove(entry, placeLevel) ? undefined : "noMoving"),
    run(entry) {
      if (entry._modelType === "folder" || entry._modelType === "item") openMoveDialog([entry]);
    },
  },
  access: {
    refusal: (entry) =>
      entry._modelType === "folder" || entry._modelType === "collection" ? undefined : "noAccessList",
    run(entry) {
      if (entry._modelType === "folder" || entry._modelType === "collection") openAccessDialog(entry);
    },
  },
  copyLink: {
    refusal: (entry) => (entry._modelType === "item" ? "cannotOpen" : undefined),
    run: (entry) => void copyLink(entry),
  },
};

function whenDataset(entry: Entry): ListRefusal | undefined {
  return isDataset(entry) ? undefined : "noDataset";
}
