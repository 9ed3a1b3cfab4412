/**
 * Counts of detections or tracks over all frames, and the keyframes of the selected track; with several cameras, one
 * row per camera.
 */

import { t } from "../../../base/texts/index.ts";
import type { OpenViewer } from "../../viewer-context.ts";
import type { Camera } from "../../../session/cameras/camera.ts";
import { camerasLane, type CameraRow } from "./cameras-lane.ts";
import { framesOfCamera } from "./frames-of-camera.ts";
import { countsLane } from "./counts-lane.ts";
import { frameSpan } from "./frame-scale.ts";
import type { Lane, LaneTable } from "./lane.ts";
import { rulerWithComments } from "./comment-marks.ts";
import { Timeline } from "./Timeline.tsx";
import { trackLane, type LaneTrack } from "./track-lane.ts";
import { pairToShow } from "../../../session/display/shown-pair.ts";

export function DetectionsTimeline() {
  return <Timeline lanes={detectionLanes} isOfTracks label={t("viewer.timelineLabel")} />;
}

function detectionLanes(viewer: OpenViewer): readonly Lane[] {
  const { workspace, timelineData } = viewer;
  void workspace.configuration.styleVersion.value;
  const { what, total, byType } = timelineData.counts.value;
  const { totalCount } = workspace.settings.settings.value.timelineCountSettings;
  const textOf = (frame: number, count: number) =>
    t(what === "tracks" ? "timeline.trackCount" : "viewer.timelineReadout", { frame, count });
  const lines = byType.map(({ type, counts }) => ({ counts, color: workspace.display.typeStyles.of(type).color }));
  const counts = { ...countsLane(total, lines, totalCount, textOf), table: countTable(viewer) };
  const { active, cameras } = workspace;
  // With a single camera its row would repeat the lanes above.
  if (cameras.length === 1) return [counts, trackLane(selectedTrack(viewer, active.value)), rulerWithComments(viewer)];
  return [counts, camerasLane(cameraRows(viewer), cameraText), rulerWithComments(viewer)];
}

/** One row for each run of frames with constant counts. */
function countTable({ timelineData }: OpenViewer): LaneTable {
  const { what, total, byType } = timelineData.counts.value;
  const runs = timelineData.runs.value;
  const all = t(what === "tracks" ? "timeline.columnTracks" : "timeline.columnDetections");
  return {
    columns: [t("timeline.columnFrames"), all, ...byType.map(({ type }) => type)],
    rowCount: total.length === 0 ? 0 : runs.length,
    row(index) {
      const { first, last } = runs[index] ?? { first: 0, last: 0 };
      const counts = [total, ...byType.map((each) => each.counts)].map((each) => String(each[first] ?? 0));
      return { frame: first, cells: [frameSpan(first, last), ...counts] };
    },
  };
}

const cameraText = (name: string, frame: number | undefined, count: number): string =>
  frame === undefined ? t("timeline.cameraNone", { name }) : t("timeline.cameraFrame", { name, frame, count });

function cameraRows(viewer: OpenViewer): readonly CameraRow[] {
  const { timelineData, workspace } = viewer;
  const active = workspace.cameras.indexOf(workspace.active.value);
  return workspace.cameras.map((camera, index) => ({
    name: camera.name,
    isActive: index === active,
    counts: timelineData.ofCameras.value[index] ?? new Uint32Array(),
    track: selectedTrack(viewer, camera),
    ...framesOfCamera(viewer, index),
  }));
}

function selectedTrack({ workspace }: OpenViewer, { document }: Camera): LaneTrack | undefined {
  void workspace.tracksVersion.value;
  const id = workspace.selectedTrack.value;
  const { core } = document.value;
  if (id === undefined || !core.hasTrack(id)) return undefined;
  const track = core.track(id);
  const { begin, end } = track;
  const { color } = workspace.display.typeStyles.of(pairToShow(track)?.type ?? "");
  return { id, begin, end, keyframes: core.keyframes(id), color };
}
