/** The left panel: types over tracks, with the border between them and the one to the canvas to drag. */

import { useElementSize } from "@mantine/hooks";
import { useSignals } from "@preact/signals-react/runtime";
import { t } from "../../base/texts/index.ts";
import { keepFocus } from "../parts/keep-focus.ts";
import classes from "./Sidebar.module.css";
import { Splitter } from "./Splitter.tsx";
import { TrackList } from "../tracks/TrackList.tsx";
import { TypeList } from "../types/TypeList.tsx";
import { useViewer } from "../viewer-context.ts";

/** CSS pixels. */
const minWidth = 240;
const maxWidth = 560;

export function Sidebar() {
  useSignals();
  const { settings } = useViewer().workspace;
  const { sidebarWidth, sidebarCollapsed, typeListShare } = settings.settings.value.layout;
  const { ref, height } = useElementSize<HTMLDivElement>();
  if (sidebarCollapsed) return null;
  return (
    <>
      <aside
        className={classes.sidebar}
        style={{ width: sidebarWidth }}
        ref={ref}
        aria-label={t("viewer.sidebar")}
        onMouseDown={keepFocus}
      >
        <div className={classes.panel} style={{ flex: `0 0 ${typeListShare * 100}%` }}>
          <TypeList />
        </div>
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
        <div className={classes.panel} style={{ flex: "1 1 0" }}>
          <TrackList />
        </div>
      </aside>
      <Splitter
        label={t("viewer.resizeSidebar")}
        orientation="vertical"
        value={sidebarWidth}
        min={minWidth}
        max={maxWidth}
        step={10}
        valueAt={(start, moved) => start + moved}
        onChange={(width) => settings.change({ layout: { sidebarWidth: width } })}
      />
    </>
  );
}
