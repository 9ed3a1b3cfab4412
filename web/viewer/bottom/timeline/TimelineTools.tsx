/**
 * What every timeline has in the bar above it: zoom, whether the window follows the playhead, and the table instead of the
 * picture; that of counts also what it counts.
 */

import { ActionIcon } from "@mantine/core";
import { useSignals } from "@preact/signals-react/runtime";
import {
  IconArrowAutofitWidth,
  IconPlayerTrackNext,
  IconRoute,
  IconSum,
  IconTable,
  IconZoomIn,
  IconZoomOut,
} from "@tabler/icons-react";
import type { ReactNode } from "react";
import { t } from "../../../base/texts/index.ts";
import { Toolbar } from "../../parts/Toolbar.tsx";
import { useViewer } from "../../viewer-context.ts";
import classes from "./Timeline.module.css";
import { Tip } from "../../../ui/Tip.tsx";

const icon = { size: 16, stroke: 1.6 };

/** The counts can be those of tracks, and be without the line of all types. */
export function CountTools() {
  useSignals();
  const { settings } = useViewer().workspace;
  const { defaultView, totalCount } = settings.settings.value.timelineCountSettings;
  const isOfTracks = defaultView === "tracks";
  return (
    <TimelineTools>
      <Tool
        label={t("timeline.countTracks")}
        icon={<IconRoute {...icon} />}
        isPressed={isOfTracks}
        onClick={() =>
          settings.change({ timelineCountSettings: { defaultView: isOfTracks ? "detections" : "tracks" } })
        }
      />
      <Tool
        label={t("timeline.countTotal")}
        icon={<IconSum {...icon} />}
        isPressed={totalCount}
        onClick={() => settings.change({ timelineCountSettings: { totalCount: !totalCount } })}
      />
    </TimelineTools>
  );
}

export function TimelineTools({ children }: { readonly children?: ReactNode }) {
  useSignals();
  const { playback, timeView, workspace } = useViewer();
  const { settings } = workspace;
  const { timelineFollows: follows, timelineTable } = settings.settings.value.layout;
  const zoom = (steps: number) => () => timeView.zoom(steps, playback.frame.peek());
  return (
    <Toolbar className={classes.tools ?? ""} label={t("viewer.timelineTools")}>
      {children}
      <Tool label={t("viewer.timelineZoomOut")} icon={<IconZoomOut {...icon} />} onClick={zoom(-1)} />
      <Tool label={t("viewer.timelineZoomIn")} icon={<IconZoomIn {...icon} />} onClick={zoom(1)} />
      <Tool label={t("viewer.timelineShowAll")} icon={<IconArrowAutofitWidth {...icon} />} onClick={timeView.showAll} />
      <Tool
        label={t("viewer.timelineFollow")}
        icon={<IconPlayerTrackNext {...icon} />}
        isPressed={follows}
        onClick={() => settings.change({ layout: { timelineFollows: !follows } })}
      />
      <Tool
        label={t("timeline.asTable")}
        icon={<IconTable {...icon} />}
        isPressed={timelineTable}
        onClick={() => settings.change({ layout: { timelineTable: !timelineTable } })}
      />
    </Toolbar>
  );
}

interface ToolProps {
  readonly label: string;
  readonly icon: ReactNode;
  readonly isPressed?: boolean;
  onClick(): void;
}

function Tool({ label, icon: face, isPressed, onClick }: ToolProps) {
  return (
    <Tip label={label}>
      <ActionIcon
        size={24}
        aria-label={label}
        {...(isPressed !== undefined && { "aria-pressed": isPressed })}
        {...(isPressed === true && { variant: "light", color: "wake" })}
        onClick={onClick}
      >
        {face}
      </ActionIcon>
    </Tip>
  );
}
