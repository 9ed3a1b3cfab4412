/** A bar a track. A click on one selects it and goes to its frame. */

import type { FrameNumber, TrackId } from "#core/types";
import { t } from "../../base/texts/index.ts";
import type { OpenViewer } from "../viewer-context.ts";
import { eventsLane, type EventItem } from "./events-lane.ts";
import { frameSpan } from "./frame-scale.ts";
import type { Lane, LaneTable } from "./lane.ts";
import { rulerLane } from "./ruler-lane.ts";
import { Timeline } from "./Timeline.tsx";

export function EventsTimeline() {
  return <Timeline lanes={eventLanes} label={t("timeline.eventsLabel")} />;
}

/** More keyframes than this are drawn without looking for gaps between them. */
const mostGapped = 400;

function eventLanes({ timelineData, workspace }: OpenViewer): readonly Lane[] {
  void workspace.configuration.styleVersion.value;
  const selection = workspace.selection.value;
  const { core } = workspace;
  const { trackIds, typeIndices, begins, ends, layout } = timelineData.bars.value;
  const types = core.types();
  const item = (index: number): EventItem => {
    const id = trackIds[index] as TrackId;
    const type = types[typeIndices[index] ?? 0] ?? "";
    const markers = core.keyframes(id);
    return {
      range: [begins[index] ?? 0, ends[index] ?? 0],
      color: workspace.display.typeStyles.of(type).color,
      selected: selection.tracks.has(id),
      name: String(id),
      type,
      id,
      markers,
      gaps:
        markers.length > mostGapped ? [] : gapsBetween(markers, (frame) => core.detectionAt(id, frame) !== undefined),
    };
  };
  const lane = eventsLane({ begins, ends, layout, item }, ({ name, type, range }) =>
    t("timeline.eventReadout", { name, type, begin: range[0], end: range[1] }),
  );
  const order = timelineData.barOrder.value;
  const table: LaneTable = {
    columns: [
      t("timeline.columnTrack"),
      t("timeline.columnType"),
      t("timeline.columnFrames"),
      t("timeline.columnKeyframes"),
    ],
    rowCount: order.length,
    row(at) {
      const { id, name, type, range, markers, selected } = item(order[at] ?? 0);
      const cells = [name, type, frameSpan(...range), String(markers.length)];
      return { frame: range[0], track: id, isSelected: selected, cells };
    },
  };
  return [{ ...lane, table }, rulerLane];
}

/** Between two keyframes a track has a box on all frames or on none. */
function gapsBetween(keyframes: Uint32Array, hasBox: (frame: FrameNumber) => boolean): EventItem["gaps"] {
  const gaps: { from: number; to: number }[] = [];
  for (let at = 1; at < keyframes.length; at += 1) {
    const [from, to] = [keyframes[at - 1] ?? 0, keyframes[at] ?? 0];
    if (to > from + 1 && !hasBox((from + 1) as FrameNumber)) gaps.push({ from, to });
  }
  return gaps;
}
