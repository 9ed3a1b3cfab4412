/** The attributes of the selected track's detections over time. */

import { compareNames } from "../../../base/compare-names.ts";
import { Text } from "@mantine/core";
import { useSignals } from "@preact/signals-react/runtime";
import type { TrackId } from "#core/types";
import { t } from "../../../base/texts/index.ts";
import { colorOfValue } from "../../../session/attributes/value-colors.ts";
import { valueText } from "../../../session/attributes/values.ts";
import type { LaneTable } from "../timeline/lane.ts";
import { rulerLane } from "../timeline/ruler-lane.ts";
import { Timeline } from "../timeline/Timeline.tsx";
import { useViewer, type OpenViewer } from "../../viewer-context.ts";
import { isOnTimeline } from "./attribute-timeline.ts";
import { attributesLane, valueOn, type AttributeRow } from "./attributes-lane.ts";

export function AttributesTimeline() {
  useSignals();
  const viewer = useViewer();
  if (viewer.workspace.selectedTrack.value === undefined) return <Note text={t("timeline.attributesSelect")} />;
  if (rowsOf(viewer).length === 0) return <Note text={t("timeline.attributesNone")} />;
  return <Timeline lanes={attributeLanes} label={t("timeline.attributesLabel")} />;
}

function Note({ text }: { readonly text: string }) {
  return (
    <Text c="dimmed" p="sm">
      {text}
    </Text>
  );
}

function attributeLanes(viewer: OpenViewer) {
  const textOf = (row: AttributeRow, frame: number) =>
    t("timeline.attributeReadout", { frame, name: row.name, value: valueText(valueOn(row, frame)) });
  const rows = rowsOf(viewer);
  return [{ ...attributesLane(rows, textOf), table: valueTable(rows) }, rulerLane];
}

/** A row for each frame with a stored value of an attribute. */
function valueTable(rows: readonly AttributeRow[]): LaneTable {
  const all = rows.flatMap(({ name, series }) =>
    series.frames.map((frame, at) => ({ name, frame, value: series.values[at] })),
  );
  return {
    columns: [t("timeline.columnAttribute"), t("timeline.columnFrames"), t("timeline.columnValue")],
    rowCount: all.length,
    row(index) {
      const { name, frame, value } = all[index]!;
      return { frame, cells: [name, String(frame), valueText(value)] };
    },
  };
}

function rowsOf({ attributeTimeline, workspace }: OpenViewer): readonly AttributeRow[] {
  void workspace.tracksVersion.value;
  const id = workspace.selectedTrack.value as TrackId | undefined;
  const { core } = workspace;
  if (id === undefined || !core.hasTrack(id)) return [];
  const { end } = core.track(id);
  const settings = attributeTimeline.settings.value;
  return Object.values(workspace.configuration.values.value.attributes)
    .filter(({ belongs, name }) => belongs === "detection" && isOnTimeline(settings, name))
    .toSorted((a, b) => compareNames(a.name, b.name))
    .map((definition) => ({
      name: definition.name,
      series: core.attributeSeries(id, { attribute: definition.name }),
      isNumber: definition.datatype === "number",
      end,
      colorOf: (value: unknown) => colorOfValue(definition, value),
    }))
    .filter(({ series }) => series.frames.length > 0);
}
