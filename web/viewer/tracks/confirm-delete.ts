/** Asks before tracks are deleted: names at most twenty of them and counts the rest. */

import type { TrackId } from "#core/types";
import { t } from "../../base/texts/index.ts";
import { confirmDialog } from "../../ui/confirm.tsx";

const mostListed = 20;

export function confirmDelete(ids: readonly TrackId[]): Promise<boolean> {
  return confirmDialog({
    title: t("viewer.deleteTitle"),
    text: deleteLines(ids),
    positive: t("common.delete"),
    danger: true,
  });
}

/** The lines of the question. */
export function deleteLines(ids: readonly TrackId[]): readonly string[] {
  const rest = ids.length - mostListed;
  return [
    t("viewer.deleteTracks"),
    ...ids.slice(0, mostListed).map(String),
    ...(rest > 0 ? [t("viewer.deleteMore", { count: rest })] : []),
  ];
}
