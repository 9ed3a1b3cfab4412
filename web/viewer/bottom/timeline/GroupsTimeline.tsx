/** One row per group, with the frames in which its members belong to it. */

import { t } from "../../../base/texts/index.ts";
import { formatNumber } from "../../../ui/text/format.ts";
import type { OpenViewer } from "../../viewer-context.ts";
import { groupsLane } from "./groups-lane.ts";
import { frameSpan } from "./frame-scale.ts";
import type { Lane, LaneTable } from "./lane.ts";
import { rulerLane } from "./ruler-lane.ts";
import { Timeline } from "./Timeline.tsx";

export function GroupsTimeline() {
  return <Timeline lanes={groupLanes} label={t("timeline.groupsLabel")} />;
}

function groupLanes({ workspace }: OpenViewer): readonly Lane[] {
  void workspace.configuration.styleVersion.value;
  const selected = workspace.selection.value.group;
  const bars = workspace.groups.value.map(({ id, type, begin, end, members }) => ({
    id,
    type,
    color: workspace.display.groupStyles.of(type).color,
    selected: id === selected,
    begin,
    end,
    ranges: members.flatMap(({ ranges }) => ranges.map(([from, to]) => [from, to] as const)),
    memberCount: members.length,
  }));
  const lane = groupsLane(bars, ({ id, type, memberCount }) =>
    t("timeline.groupReadout", { id, type, count: memberCount }),
  );
  const table: LaneTable = {
    columns: [
      t("timeline.columnGroup"),
      t("timeline.columnType"),
      t("timeline.columnFrames"),
      t("timeline.columnTracks"),
    ],
    rowCount: bars.length,
    row(index) {
      const { id, type, begin, end, memberCount, selected: isSelected } = bars[index]!;
      return { frame: begin, isSelected, cells: [String(id), type, frameSpan(begin, end), formatNumber(memberCount)] };
    },
  };
  return [{ ...lane, table }, rulerLane];
}
