/** One bar per track. A click selects the track and seeks to the frame under the pointer. */

import type { TrackId } from "#core/types";
import { t } from "../../../base/texts/index.ts";
import { formatNumber } from "../../../ui/text/format.ts";
import type { OpenViewer } from "../../viewer-context.ts";
import type { Camera } from "../../../session/cameras/camera.ts";
import { eventsLane, gapsBetween, type EventItem } from "./events-lane.ts";
import { framesOfCamera } from "./frames-of-camera.ts";
import { frameSpan } from "./frame-scale.ts";
import type { Lane, LaneTable } from "./lane.ts";
import { rulerWithComments } from "./comment-marks.ts";
import { stackedLane } from "./stacked-lane.ts";
import type { TrackBars } from "./timeline-data.ts";
import { Timeline } from "./Timeline.tsx";

export function EventsTimeline() {
  return <Timeline lanes={eventLanes} isOfTracks label={t("timeline.eventsLabel")} />;
}

/** Gaps are not computed for tracks with more keyframes than this. */
const maxGapped = 400;

function eventLanes(viewer: OpenViewer): readonly Lane[] {
  const { timelineData, workspace } = viewer;
  const active = workspace.active.value;
  const bars = timelineData.bars.value;
  const cameras = workspace.cameras.flatMap((camera, index) => {
    const cameraBars = bars[index];
    if (cameraBars === undefined) return [];
    const item = itemsOf(viewer, camera, cameraBars);
    const isActive = camera === active;
    return [{ name: camera.name, isActive, item, lane: laneOf(cameraBars, item), ...framesOfCamera(viewer, index) }];
  });
  const shown = cameras.find(({ isActive }) => isActive);
  if (shown === undefined) return [rulerWithComments(viewer)];
  // With a single camera there is nothing to distinguish.
  const lane =
    cameras.length === 1 ? shown.lane : stackedLane(cameras, (name, text) => t("timeline.onCamera", { name, text }));
  return [{ ...lane, table: tableOf(timelineData.barOrder.value, shown.item) }, rulerWithComments(viewer)];
}

type Items = (index: number) => EventItem;

/** The bars of one camera, in its own frame numbers. */
function itemsOf({ editor, workspace }: OpenViewer, { document }: Camera, bars: TrackBars): Items {
  void workspace.configuration.styleVersion.value;
  const selection = workspace.selection.value;
  const hovered = editor.pointer.hovered.value;
  const { core } = document.value;
  const { trackIds, typeIndices, begins, ends } = bars;
  const types = core.types();
  return (index) => {
    const id = trackIds[index] as TrackId;
    const type = types[typeIndices[index] ?? 0] ?? "";
    // The bars may briefly be older than the core: an undone step can have removed a track while they are recomputed.
    const markers = core.hasTrack(id) ? core.keyframes(id) : new Uint32Array();
    return {
      range: [begins[index] ?? 0, ends[index] ?? 0],
      color: workspace.display.typeStyles.of(type).color,
      selected: selection.tracks.has(id),
      hovered: id === hovered,
      name: String(id),
      type,
      id,
      markers,
      gaps:
        markers.length > maxGapped ? [] : gapsBetween(markers, (frame) => core.detectionAt(id, frame) !== undefined),
    };
  };
}

function laneOf({ begins, ends, layout }: TrackBars, item: Items): Lane {
  return eventsLane({ begins, ends, layout, item }, ({ name, type, range }) =>
    t("timeline.eventReadout", { name, type, begin: range[0], end: range[1] }),
  );
}

/** For the active camera, whose frames the timeline shows. */
function tableOf(order: Uint32Array, item: Items): LaneTable {
  return {
    columns: [
      t("timeline.columnTrack"),
      t("timeline.columnType"),
      t("timeline.columnFrames"),
      t("timeline.columnKeyframes"),
    ],
    rowCount: order.length,
    row(at) {
      const { id, name, type, range, markers, selected } = item(order[at] ?? 0);
      const cells = [name, type, frameSpan(...range), formatNumber(markers.length)];
      return { frame: range[0], track: id, isSelected: selected, cells };
    },
  };
}
