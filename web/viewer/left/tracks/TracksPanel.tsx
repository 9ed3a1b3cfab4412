/** The type list above the track list, with a draggable border between them. */

import { useElementSize } from "@mantine/hooks";
import { useSignals } from "@preact/signals-react/runtime";
import { t, withTexts } from "../../../base/texts/index.ts";
import { isHintGone } from "../../../features/tour/tour-state.ts";
import { lazyPart } from "../../../ui/page/lazy-part.tsx";
import { Splitter } from "../../../ui/page/Splitter.tsx";
import { TypeList } from "../types/TypeList.tsx";
import { FilterChips } from "../../right/track-filters/FilterChips.tsx";
import { useViewer } from "../../viewer-context.ts";
import { TrackList } from "./TrackList.tsx";
import classes from "./TracksPanel.module.css";

const TrackHint = lazyPart(async () => (await withTexts("tour", import("./TrackHint.tsx"))).default);

export function TracksPanel() {
  useSignals();
  const { editor, workspace } = useViewer();
  const { settings } = workspace;
  const use = () => editor.lists.choose("tracks");
  const { typeListShare } = settings.settings.value.layout;
  const { ref, height } = useElementSize<HTMLDivElement>();
  return (
    <div className={classes.panel} ref={ref} onPointerDownCapture={use} onFocusCapture={use}>
      <section className={classes.part} style={{ flex: `0 0 ${typeListShare * 100}%` }} aria-label={t("viewer.types")}>
        <TypeList />
      </section>
      <Splitter
        label={t("viewer.resizeTypes")}
        orientation="horizontal"
        value={typeListShare * 100}
        min={15}
        max={80}
        step={2}
        valueAt={(start, moved) => start + (moved / Math.max(1, height)) * 100}
        onChange={(percent) => settings.change({ layout: { typeListShare: percent / 100 } })}
      />
      <section className={classes.part} style={{ flex: "1 1 0" }} aria-label={t("viewer.tracks")}>
        <FilterChips />
        <TrackList />
        {!(isHintGone("type") && isHintGone("ghost") && isHintGone("cvat")) && <TrackHint />}
      </section>
    </div>
  );
}
