/**
 * Toggles for which annotations are drawn on the picture, and the length of track tails. A narrow menu collapses them
 * into one button.
 */

import { ActionIcon, Popover, Slider, Stack, Text } from "@mantine/core";
import { useSignals } from "@preact/signals-react/runtime";
import { IconChevronDown, IconEye } from "@tabler/icons-react";
import { t } from "../../../base/texts/index.ts";
import { commandIds, type CommandIdOf } from "../../../commands/registry.ts";
import { CommandButton } from "../../parts/CommandButton.tsx";
import { Slot } from "../../parts/OverflowBar.tsx";
import { priorities } from "./hidden-commands.tsx";
import { useViewer } from "../../viewer-context.ts";
import classes from "./VisibilityControls.module.css";
import { Tip } from "../../../ui/tips/Tip.tsx";

const toggles = commandIds.filter((id): id is Extract<CommandIdOf<"viewer">, `show.${string}`> =>
  id.startsWith("show."),
);

/** Frames. */
const maxTailFrames = 100;

export function VisibilityControls() {
  return (
    <>
      <span className={classes.spacer} data-min={0} />
      <Slot name="visibility" priority={priorities.visibility} instead={<Folded />}>
        <span className={classes.wide} role="group" aria-label={t("picture.visibility")}>
          <Toggles />
          <TailRange />
        </span>
      </Slot>
    </>
  );
}

function Folded() {
  return (
    <Popover position="bottom-end" width={250} shadow="md" withinPortal trapFocus>
      <Popover.Target>
        <Tip label={t("picture.visibility")}>
          <ActionIcon size={28} aria-label={t("picture.visibility")}>
            <IconEye size={17} stroke={1.6} />
          </ActionIcon>
        </Tip>
      </Popover.Target>
      <Popover.Dropdown aria-label={t("picture.visibility")}>
        <Stack gap="sm">
          <div className={classes.toggles}>
            <Toggles />
          </div>
          <TailSliders />
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}

function Toggles() {
  return toggles.map((command) => <CommandButton key={command} command={command} />);
}

function TailRange() {
  return (
    <Popover position="bottom-end" width={250} shadow="md" withinPortal trapFocus>
      <Popover.Target>
        <Tip label={t("picture.tailLength")}>
          <ActionIcon size={18} className={classes.more ?? ""} aria-label={t("picture.tailLength")}>
            <IconChevronDown size={13} stroke={1.8} />
          </ActionIcon>
        </Tip>
      </Popover.Target>
      <Popover.Dropdown aria-label={t("picture.tailLength")}>
        <TailSliders />
      </Popover.Dropdown>
    </Popover>
  );
}

function TailSliders() {
  return (
    <Stack gap={6}>
      <Text fw={600}>{t("picture.tailLength")}</Text>
      <TailSlider side="before" />
      <TailSlider side="after" />
    </Stack>
  );
}

function TailSlider({ side }: { readonly side: "before" | "after" }) {
  useSignals();
  const { settings } = useViewer().workspace;
  const frames = settings.settings.value.annotatorPreferences.trackTails[side];
  const label = t(side === "before" ? "picture.framesBefore" : "picture.framesAfter");
  return (
    <div className={classes.row}>
      <Text className={classes.side ?? ""}>{label}</Text>
      <Slider
        className={classes.slider ?? ""}
        size="xs"
        min={0}
        max={maxTailFrames}
        step={1}
        label={null}
        thumbLabel={label}
        value={frames}
        onChange={(next) => settings.change({ annotatorPreferences: { trackTails: { [side]: next } } })}
      />
      <span className={classes.value}>{frames}</span>
    </div>
  );
}
