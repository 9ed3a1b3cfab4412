/** Moves folders, datasets and files: by the dialog, or by dragging rows onto a folder or the breadcrumb. */
import { notifications } from "@mantine/notifications";
import type { DragEvent } from "react";
import type { Folder, Item } from "#schemas/wire";
import { api } from "../../api/client.ts";
import { errorText } from "../../api/errors.ts";
import { t } from "../../base/texts/index.ts";
import { keys } from "../../queries/keys.ts";
import { queryClient } from "../../queries/query-client.ts";

export type Movable = Folder | Item;

/** The destination of a move. */
export interface Target {
  readonly id: string;
  readonly name: string;
}

export async function moveInto(entries: readonly Movable[], { id: parentId }: Target): Promise<void> {
  const idsOf = (type: Movable["_modelType"]) =>
    entries.filter((entry) => entry._modelType === type).map((entry) => entry._id);
  try {
    await api.call("resource.move", {
      resources: { folder: idsOf("folder"), item: idsOf("item") },
      parentType: "folder",
      parentId,
    });
  } finally {
    // Some may have moved even if a later one failed.
    await queryClient.invalidateQueries({ queryKey: keys.places });
  }
}

/** The entries being dragged: pages cannot read a drag's data before the drop. */
let dragged: readonly Movable[] = [];
/** Marks a drag as ours; files from outside are uploads. */
const dragType = "application/x-wakeline-entries";

export function beginDrag(event: DragEvent, entries: readonly Movable[]): void {
  dragged = entries;
  event.dataTransfer.effectAllowed = "move";
  event.dataTransfer.setData(dragType, entries.map(({ _id }) => _id).join(","));
}

export function endDrag(): void {
  dragged = [];
}

/** Handlers for an element that accepts dragged entries. During a drag over it, it has the attribute `data-drop`. */
export function dropTarget(target: Target): {
  onDragOver(event: DragEvent): void;
  onDragLeave(event: DragEvent): void;
  onDrop(event: DragEvent): void;
} {
  const takes = (event: DragEvent): boolean =>
    event.dataTransfer.types.includes(dragType) &&
    dragged.length > 0 &&
    // Not onto itself or its current parent.
    dragged.every((entry) => entry._id !== target.id && parentOf(entry) !== target.id);
  return {
    onDragOver(event) {
      if (!takes(event)) return;
      event.preventDefault();
      event.stopPropagation();
      event.currentTarget.setAttribute("data-drop", "true");
    },
    onDragLeave(event) {
      event.currentTarget.removeAttribute("data-drop");
    },
    onDrop(event) {
      event.currentTarget.removeAttribute("data-drop");
      if (!takes(event)) return;
      event.preventDefault();
      event.stopPropagation();
      void moveAndReport(dragged, target);
      endDrag();
    },
  };
}

const parentOf = (entry: Movable): string => (entry._modelType === "item" ? entry.folderId : entry.parentId);

async function moveAndReport(entries: readonly Movable[], target: Target): Promise<void> {
  try {
    await moveInto(entries, target);
    const message = t("browse.move.done", { count: entries.length, folder: target.name });
    notifications.show({ color: "teal", message });
  } catch (error) {
    notifications.show({ color: "red", title: t("browse.move.failed"), message: errorText(error) });
  }
}
