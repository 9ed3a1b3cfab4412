/** Counts over all frames, of detections or of tracks, and the keyframes of the selected track. */

import { t } from "../../base/texts/index.ts";
import type { OpenViewer } from "../viewer-context.ts";
import { countsLane } from "./counts-lane.ts";
import type { Lane } from "./lane.ts";
import { rulerLane } from "./ruler-lane.ts";
import { Timeline } from "./Timeline.tsx";
import { trackLane, type LaneTrack } from "./track-lane.ts";
import { pairToShow } from "../../session/shown-pair.ts";

export function DetectionsTimeline() {
  return <Timeline lanes={detectionLanes} label={t("viewer.timelineLabel")} />;
}

function detectionLanes(viewer: OpenViewer): readonly Lane[] {
  const { workspace, timelineData } = viewer;
  void workspace.configuration.styleVersion.value;
  const { what, total, byType } = timelineData.counts.value;
  const { totalCount } = workspace.settings.settings.value.timelineCountSettings;
  const textOf = (frame: number, count: number) =>
    t(what === "tracks" ? "timeline.trackCount" : "viewer.timelineReadout", { frame, count });
  const lines = byType.map(({ type, counts }) => ({ counts, color: workspace.display.typeStyles.of(type).color }));
  return [countsLane(total, lines, totalCount, textOf), trackLane(selectedTrack(viewer)), rulerLane];
}

function selectedTrack({ workspace }: OpenViewer): LaneTrack | undefined {
  void workspace.tracksVersion.value;
  const id = workspace.selectedTrack.value;
  if (id === undefined || !workspace.core.hasTrack(id)) return undefined;
  const track = workspace.track(id);
  const { begin, end } = track;
  const { color } = workspace.display.typeStyles.of(pairToShow(track)?.type ?? "");
  return { id, begin, end, keyframes: workspace.core.keyframes(id), color };
}
