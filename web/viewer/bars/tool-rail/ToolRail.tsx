/** The rail at the left edge: the left dock's toggle, the drawing tools and the tracking aids, with their keys. */

import { ActionIcon } from "@mantine/core";
import { IconLayoutSidebarLeftCollapse, IconLayoutSidebarLeftExpand } from "@tabler/icons-react";
import { t } from "../../../base/texts/index.ts";
import { keyOf } from "../../../commands/keymap.ts";
import { commandIds, type CommandIdOf } from "../../../commands/registry.ts";
import { useSignals } from "@preact/signals-react/runtime";
import docks from "../../docks/docks.module.css";
import { useDock } from "../../docks/use-dock.ts";
import { CommandButton } from "../../parts/CommandButton.tsx";
import { useViewer } from "../../viewer-context.ts";
import { Toolbar } from "../../parts/Toolbar.tsx";
import classes from "./ToolRail.module.css";
import { Tip } from "../../../ui/tips/Tip.tsx";

const icon = { size: 18, stroke: 1.6 };

/** The geometries in command order: a new tool command appears here automatically. */
const tools = commandIds.filter((id): id is Extract<CommandIdOf<"viewer">, `tool.${string}`> => id.startsWith("tool."));

/** Commands that help to extend drawn tracks. */
const assistance = [
  "track.followForwards",
  "track.followBackwards",
  "track.followPointer",
  "suggestion.start",
  "suggestion.withModel",
  "text.read",
] as const;

/** The word below each icon: a part of the command's name. */
const captions = {
  "tool.rectangle": "viewer.short.rectangle",
  "tool.polygon": "viewer.short.polygon",
  "tool.headTail": "viewer.short.headTail",
  "tool.line": "viewer.short.line",
  "tool.wire": "viewer.short.wire",
  "tool.segment": "viewer.short.segment",
  "track.followForwards": "viewer.short.followForwards",
  "track.followBackwards": "viewer.short.followBackwards",
  "track.followPointer": "viewer.short.followPointer",
  "suggestion.start": "viewer.short.suggest",
  "suggestion.withModel": "viewer.short.suggestWithModel",
  "text.read": "viewer.short.readText",
} as const;

export function ToolRail() {
  return (
    <Toolbar className={docks.rail ?? ""} orientation="vertical" label={t("viewer.tools")} data-side="left">
      <DockSwitch />
      <span className={classes.divider} />
      {tools.map((command) => (
        <Tool key={command} command={command} />
      ))}
      <span className={classes.divider} />
      {assistance.map((command) => (
        <Tool key={command} command={command} />
      ))}
    </Toolbar>
  );
}

function DockSwitch() {
  const dock = useDock("left");
  const label = dock.isOpen ? t("viewer.collapseSidebar") : t("viewer.expandSidebar");
  const Face = dock.isOpen ? IconLayoutSidebarLeftCollapse : IconLayoutSidebarLeftExpand;
  return (
    <Tip label={label} position="right">
      <ActionIcon size={32} aria-label={label} aria-expanded={dock.isOpen} onClick={() => dock.setOpen(!dock.isOpen)}>
        <Face {...icon} />
      </ActionIcon>
    </Tip>
  );
}

function Tool({ command }: { readonly command: (typeof tools)[number] | (typeof assistance)[number] }) {
  useSignals();
  const model = useViewer().editor.detectorName.value;
  const isNamed = command === "suggestion.withModel" && model !== undefined;
  return (
    <span className={classes.tool}>
      <CommandButton
        command={command}
        size={32}
        tipPosition="right"
        caption={t(captions[command])}
        {...(isNamed && { label: t("assist.suggestWith", { name: model }) })}
      />
      <span className={classes.key} aria-hidden="true">
        {keyOf(command)?.replace("Shift+", "⇧").replace("Alt+", "⌥")}
      </span>
    </span>
  );
}
