/** Which group types exist, and which groups the list shows. */

import { compareNames } from "../../../base/compare-names.ts";
import { noGroupType } from "../../../session/display/type-styles.ts";
import type { Workspace } from "../../../session/workspace.ts";

export interface ListedGroupType {
  readonly type: string;
  readonly count: number;
}

/** Types that are in use or have a style, by name; the type of untyped groups comes first. */
export function listGroupTypes(workspace: Workspace): readonly ListedGroupType[] {
  void workspace.configuration.styleVersion.value;
  const counts = new Map<string, number>();
  for (const { type } of workspace.groups.value) counts.set(type, (counts.get(type) ?? 0) + 1);
  const styled = Object.keys(workspace.configuration.values.peek().customGroupStyling);
  for (const type of [noGroupType, ...styled]) counts.set(type, counts.get(type) ?? 0);
  return [...counts]
    .map(([type, count]) => ({ type, count }))
    .filter(({ type, count }) => type !== noGroupType || count > 0 || counts.size === 1)
    .toSorted(
      (a, b) => Number(b.type === noGroupType) - Number(a.type === noGroupType) || compareNames(a.type, b.type),
    );
}
