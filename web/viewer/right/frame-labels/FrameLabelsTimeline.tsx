/** The timeline of frame labels. While an end of a bar is dragged, the picture of its frame is shown. */

import { signal } from "@preact/signals-core";
import { t } from "../../../base/texts/index.ts";
import type { FrameLabel } from "../../../session/display/frame-labels.ts";
import { frameSpan } from "../../bottom/timeline/frame-scale.ts";
import type { Lane, LaneGrip, LaneTable } from "../../bottom/timeline/lane.ts";
import { rulerLane } from "../../bottom/timeline/ruler-lane.ts";
import { Timeline } from "../../bottom/timeline/Timeline.tsx";
import type { OpenViewer } from "../../viewer-context.ts";
import { labelsLane, type LabelRow } from "./labels-lane.ts";

/** The dragged bar in its new position. */
const dragged = signal<FrameLabel | undefined>(undefined);

export function FrameLabelsTimeline() {
  return <Timeline lanes={lanes} label={t("frameLabels.timelineLabel")} />;
}

function lanes(viewer: OpenViewer): readonly Lane[] {
  const { editor, workspace } = viewer;
  void workspace.configuration.styleVersion.value;
  const open = editor.frameLabels.open.value;
  const labels = workspace.display.frameLabels.value.map((label) =>
    dragged.value?.id === label.id ? dragged.value : label,
  );
  const rows = editor.frameLabels.names.value.map(({ name }): LabelRow<FrameLabel> => {
    const begun = open.get(name);
    return {
      name,
      color: workspace.display.typeStyles.of(name).color,
      bars: labels.filter((label) => label.name === name),
      openTo: begun && upTo(begun, editor.player.frame.value),
    };
  });
  const lane = labelsLane({
    rows,
    textOf: (_row, { name, begin, end }) => t("frameLabels.readout", { name, begin, end }),
    grip: workspace.editRefusal.value === undefined ? (label, end) => gripOf(viewer, label, end) : undefined,
  });
  const table: LaneTable = {
    columns: [t("timeline.columnLabel"), t("timeline.columnFrames")],
    rowCount: labels.length,
    row(index) {
      const { name, begin, end } = labels[index]!;
      return { frame: begin, cells: [name, frameSpan(begin, end)] };
    },
  };
  return [{ ...lane, table }, rulerLane];
}

function upTo({ begin, end }: FrameLabel, frame: number) {
  return { begin: Math.min(begin, frame), end: Math.max(end, frame) };
}

function gripOf({ editor }: OpenViewer, label: FrameLabel, end: "begin" | "end"): LaneGrip {
  return {
    move(frame) {
      const fixed = end === "begin" ? label.end : label.begin;
      const [first, last] = [Math.min(frame, fixed), Math.max(frame, fixed)] as FrameLabel["begin"][];
      dragged.value = { ...label, begin: first!, end: last! };
    },
    drop() {
      const moved = dragged.peek();
      dragged.value = undefined;
      if (moved !== undefined) editor.frameLabels.setInterval(label.id, moved.begin, moved.end);
    },
    cancel: () => void (dragged.value = undefined),
  };
}
