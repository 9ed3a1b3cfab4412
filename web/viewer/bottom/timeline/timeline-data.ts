/** The data that timelines draw, computed once per display state: a moving pointer queries it all the time. */

import { computed, type ReadonlySignal } from "@preact/signals-core";
import type { FrameCounts, TimelineCount, TrackSpans } from "#core/types";
import type { Workspace } from "../../../session/workspace.ts";
import { runsOf, type CountRun } from "./count-runs.ts";
import { layOutRows, type RowLayout } from "./rows.ts";

export interface TimelineCounts extends FrameCounts {
  readonly what: TimelineCount;
}

export interface TrackBars extends TrackSpans {
  readonly layout: RowLayout;
}

export interface TimelineData {
  readonly counts: ReadonlySignal<TimelineCounts>;
  /** Stretches of frames with constant counts. */
  readonly runs: ReadonlySignal<readonly CountRun[]>;
  /** Spans of the shown tracks of each camera. */
  readonly spans: ReadonlySignal<readonly TrackSpans[]>;
  /** Per camera. */
  readonly bars: ReadonlySignal<readonly TrackBars[]>;
  /** Bars of the active camera, by first frame. */
  readonly barOrder: ReadonlySignal<Uint32Array>;
  /** Counts over all types, per camera and frame. */
  readonly ofCameras: ReadonlySignal<readonly Uint32Array[]>;
}

/** @param frameCountOf frame count of the active camera */
export function createTimelineData(workspace: Workspace, frameCountOf: () => number): TimelineData {
  const what = computed(() => workspace.settings.settings.value.timelineCountSettings.defaultView);
  const counts = computed((): TimelineCounts => {
    void workspace.display.countsVersion.value;
    const { core } = workspace;
    const frameCount = frameCountOf();
    return { what: what.value, ...core.shown.timelineCounts(frameCount, what.value) };
  });
  const spans = computed(() => {
    void workspace.display.countsVersion.value;
    return workspace.cameras.map(({ document }) => document.value.core.shown.trackSpans());
  });
  const bars = computed((): readonly TrackBars[] =>
    spans.value.map((each) => ({ ...each, layout: layOutRows(each.begins, each.ends) })),
  );
  return {
    counts,
    runs: computed(() => {
      const { total, byType } = counts.value;
      return runsOf([total, ...byType.map((each) => each.counts)], total.length);
    }),
    ofCameras: computed(() => {
      void workspace.display.countsVersion.value;
      return workspace.cameras.map(({ document, source }) =>
        document.value.core.shown.countsByFrame(source.value?.frameCount ?? 0, what.value),
      );
    }),
    spans,
    bars,
    barOrder: computed(() => {
      const { begins = new Uint32Array() } = spans.value[workspace.cameras.indexOf(workspace.active.value)] ?? {};
      return Uint32Array.from(begins.keys()).sort((a, b) => (begins[a] ?? 0) - (begins[b] ?? 0) || a - b);
    }),
  };
}
