/**
 * The tools in the bar above every timeline: zoom, following the playhead, and table view; for the counts timeline also
 * what it counts. Tools without room move to the menu at the end.
 */

import { ActionIcon, Menu } from "@mantine/core";
import { useSignals } from "@preact/signals-react/runtime";
import {
  IconArrowAutofitWidth,
  IconPlayerTrackNext,
  IconRoute,
  IconSum,
  IconTable,
  IconZoomIn,
  IconZoomOut,
  type Icon,
} from "@tabler/icons-react";
import { t } from "../../../base/texts/index.ts";
import { OverflowBar, Slot } from "../../parts/OverflowBar.tsx";
import { useViewer, type OpenViewer } from "../../viewer-context.ts";
import classes from "./Timeline.module.css";
import { Tip } from "../../../ui/tips/Tip.tsx";

interface Tool {
  readonly name: string;
  /** The lowest leave the bar first. */
  readonly priority: number;
  readonly label: string;
  readonly icon: Icon;
  /** Set for toggles. */
  readonly isOn?: boolean;
  run(): void;
}

const icon = { size: 16, stroke: 1.6 };

/** Toggles for counting tracks instead of detections, and for the line of all types. */
export function CountTools() {
  useSignals();
  const viewer = useViewer();
  return <Tools tools={[...countTools(viewer), ...timeTools(viewer)]} />;
}

export function TimelineTools() {
  useSignals();
  return <Tools tools={timeTools(useViewer())} />;
}

function countTools({ workspace: { settings } }: OpenViewer): readonly Tool[] {
  const { defaultView, totalCount } = settings.settings.value.timelineCountSettings;
  const isOfTracks = defaultView === "tracks";
  return [
    {
      name: "tracks",
      priority: 2,
      label: t("timeline.countTracks"),
      icon: IconRoute,
      isOn: isOfTracks,
      run: () => settings.change({ timelineCountSettings: { defaultView: isOfTracks ? "detections" : "tracks" } }),
    },
    {
      name: "total",
      priority: 0,
      label: t("timeline.countTotal"),
      icon: IconSum,
      isOn: totalCount,
      run: () => settings.change({ timelineCountSettings: { totalCount: !totalCount } }),
    },
  ];
}

function timeTools({ playback, timeView, workspace: { settings } }: OpenViewer): readonly Tool[] {
  const { timelineFollows: follows, timelineTable } = settings.settings.value.layout;
  const zoom = (steps: number) => () => timeView.zoom(steps, playback.frame.peek());
  return [
    // The wheel and the + and - keys do the same.
    { name: "out", priority: 3, label: t("viewer.timelineZoomOut"), icon: IconZoomOut, run: zoom(-1) },
    { name: "in", priority: 4, label: t("viewer.timelineZoomIn"), icon: IconZoomIn, run: zoom(1) },
    {
      name: "all",
      priority: 5,
      label: t("viewer.timelineShowAll"),
      icon: IconArrowAutofitWidth,
      run: timeView.showAll,
    },
    {
      name: "follow",
      priority: 1,
      label: t("viewer.timelineFollow"),
      icon: IconPlayerTrackNext,
      isOn: follows,
      run: () => settings.change({ layout: { timelineFollows: !follows } }),
    },
    {
      name: "table",
      priority: 6,
      label: t("timeline.asTable"),
      icon: IconTable,
      isOn: timelineTable,
      run: () => settings.change({ layout: { timelineTable: !timelineTable } }),
    },
  ];
}

function Tools({ tools }: { readonly tools: readonly Tool[] }) {
  return (
    <OverflowBar
      className={classes.tools}
      label={t("viewer.timelineTools")}
      menuLabel={t("viewer.moreTimeline")}
      menu={(gone) => {
        const entries = tools.filter(({ name }) => gone.has(name));
        return entries.length === 0 ? undefined : entries.map((tool) => <ToolEntry key={tool.name} {...tool} />);
      }}
    >
      <div className={classes.spacer} data-min={0} />
      {tools.map((tool) => (
        <Slot key={tool.name} name={tool.name} priority={tool.priority}>
          <ToolOfBar {...tool} />
        </Slot>
      ))}
    </OverflowBar>
  );
}

function ToolOfBar({ label, icon: Face, isOn, run }: Tool) {
  return (
    <Tip label={label}>
      <ActionIcon
        size={24}
        aria-label={label}
        {...(isOn !== undefined && { "aria-pressed": isOn })}
        {...(isOn === true && { variant: "light", color: "wake" })}
        onClick={run}
      >
        <Face {...icon} />
      </ActionIcon>
    </Tip>
  );
}

function ToolEntry({ label, icon: Face, isOn, run }: Tool) {
  if (isOn === undefined)
    return (
      <Menu.Item leftSection={<Face {...icon} />} onClick={run}>
        {label}
      </Menu.Item>
    );
  return (
    <Menu.CheckboxItem checked={isOn} closeMenuOnClick={false} rightSection={<Face {...icon} />} onChange={run}>
      {label}
    </Menu.CheckboxItem>
  );
}
