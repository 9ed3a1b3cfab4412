/** Asks before deleting tracks: lists up to twenty of them and counts the rest. */

import type { TrackId } from "#core/types";
import { t } from "../../../base/texts/index.ts";
import { confirmDialog } from "../../../ui/dialogs/confirm.tsx";

const maxListed = 20;

/** The displayed type of a track; `undefined` if it has none. */
type TypeOf = (id: TrackId) => string | undefined;

export function confirmDelete(
  ids: readonly TrackId[],
  typeOf: TypeOf,
  cameras: readonly string[] = [],
): Promise<boolean> {
  return confirmDialog({
    title: t("viewer.deleteTitle"),
    text: [
      ...deleteLines(ids, typeOf),
      ...(cameras.length === 0 ? [] : [t("cameras.deleteFrom", { cameras: cameras.join(", ") })]),
    ],
    positive: t("common.delete"),
    danger: true,
  });
}

/** The lines of the confirmation. */
export function deleteLines(ids: readonly TrackId[], typeOf: TypeOf): readonly string[] {
  const rest = ids.length - maxListed;
  return [
    t("viewer.deleteTracks"),
    ...ids.slice(0, maxListed).map((id) => {
      const type = typeOf(id);
      return type === undefined ? String(id) : t("viewer.deleteTrackOfType", { id, type });
    }),
    ...(rest > 0 ? [t("viewer.deleteMore", { count: rest })] : []),
  ];
}
