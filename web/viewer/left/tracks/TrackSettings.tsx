/** Defaults of new annotations, confirmation of deletes, and display options of the track list. */

import { ActionIcon, NumberInput, Popover, SegmentedControl, Stack, Switch, Text } from "@mantine/core";
import { useSignals } from "@preact/signals-react/runtime";
import { IconSettings } from "@tabler/icons-react";
import { t } from "../../../base/texts/index.ts";
import type { TypeChoice } from "../../../editor/lists/type-choices.ts";
import { unknownType } from "../../../session/display/settings.ts";
import { TypePicker } from "../types/TypePicker.tsx";
import { useViewer } from "../../viewer-context.ts";
import { Tip } from "../../../ui/tips/Tip.tsx";

export function TrackSettings() {
  return (
    <Popover position="right-start" width={280} shadow="md" withinPortal trapFocus>
      <Popover.Target>
        <Tip label={t("viewer.trackSettings")}>
          <ActionIcon size={24} aria-label={t("viewer.trackSettings")}>
            <IconSettings size={15} stroke={1.6} />
          </ActionIcon>
        </Tip>
      </Popover.Target>
      <Popover.Dropdown aria-label={t("viewer.trackSettings")} mah="calc(100vh - 24px)" style={{ overflowY: "auto" }}>
        <Stack gap="xs">
          <NewAnnotations />
          <Deletion />
          <Canvas />
          <TrackList />
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}

function NewAnnotations() {
  useSignals();
  const { editor, workspace } = useViewer();
  const { settings } = workspace;
  const { mode, type, isTypePinned, modeSettings } = settings.settings.value.trackSettings.newTrackSettings;
  const { Track, Detection } = modeSettings;
  const change = (newTrack: NewTrackChange): void => changeNewTrack(settings, newTrack);
  return (
    <>
      <Text fw={600}>{t("viewer.newAnnotationSettings")}</Text>
      <SegmentedControl
        size="xs"
        fullWidth
        aria-label={t("viewer.mode")}
        value={mode}
        data={[
          { value: "Track", label: t("viewer.modeTrack") },
          { value: "Detection", label: t("viewer.modeDetection") },
        ]}
        onChange={(next) => change({ mode: next === "Detection" ? "Detection" : "Track" })}
      />
      <TypePicker
        size="xs"
        label={t("viewer.defaultType")}
        isLabelVisible
        value={type}
        choices={unknownFirst(editor.types.choices.value)}
        isInPopover
        onCommit={(chosen) => change({ type: chosen, isTypePinned: true })}
      />
      <Toggle
        label={t("viewer.followType")}
        isOn={!isTypePinned}
        onChange={(isOn) => change({ isTypePinned: !isOn })}
      />
      {mode === "Track" ? (
        <>
          <Toggle
            label={t("viewer.advanceFrame")}
            hint={t("viewer.advanceFrameHint")}
            isOn={Track.autoAdvanceFrame}
            onChange={(autoAdvanceFrame) => change({ modeSettings: { Track: { autoAdvanceFrame } } })}
          />
          <Toggle
            label={t("viewer.interpolate")}
            hint={t("viewer.interpolateHint")}
            isOn={Track.interpolate}
            onChange={(interpolate) => change({ modeSettings: { Track: { interpolate } } })}
          />
        </>
      ) : (
        <>
          <Toggle
            label={t("viewer.continuous")}
            hint={t("viewer.continuousHint")}
            isOn={Detection.continuous}
            onChange={(continuous) => change({ modeSettings: { Detection: { continuous } } })}
          />
          <Toggle
            label={t("viewer.advanceFrame")}
            hint={t("viewer.advanceFrameDetectionHint")}
            isOn={Detection.autoAdvanceFrame}
            onChange={(autoAdvanceFrame) => change({ modeSettings: { Detection: { autoAdvanceFrame } } })}
          />
        </>
      )}
    </>
  );
}

function Deletion() {
  useSignals();
  const { settings } = useViewer().workspace;
  return (
    <>
      <Text fw={600} mt={4}>
        {t("viewer.deletionSettings")}
      </Text>
      <Toggle
        label={t("viewer.promptUser")}
        isOn={settings.settings.value.trackSettings.deletionSettings.promptUser}
        onChange={(promptUser) => settings.change({ trackSettings: { deletionSettings: { promptUser } } })}
      />
    </>
  );
}

function Canvas() {
  useSignals();
  const { settings } = useViewer().workspace;
  const { dragMovesSelection, outlineTolerancePx } = settings.settings.value.annotatorPreferences;
  return (
    <>
      <Text fw={600} mt={4}>
        {t("viewer.canvasSettings")}
      </Text>
      <Toggle
        label={t("viewer.dragMovesSelection")}
        hint={t("viewer.dragMovesSelectionHint")}
        isOn={dragMovesSelection}
        onChange={(isOn) => settings.change({ annotatorPreferences: { dragMovesSelection: isOn } })}
      />
      <NumberInput
        size="xs"
        label={t("viewer.outlineTolerance")}
        description={t("viewer.outlineToleranceHint")}
        min={0}
        max={20}
        step={0.5}
        clampBehavior="strict"
        value={outlineTolerancePx}
        onChange={(next) => {
          if (typeof next === "number") settings.change({ annotatorPreferences: { outlineTolerancePx: next } });
        }}
      />
    </>
  );
}

function TrackList() {
  useSignals();
  const { settings } = useViewer().workspace;
  return (
    <>
      <Text fw={600} mt={4}>
        {t("viewer.trackListSettings")}
      </Text>
      <Toggle
        label={t("viewer.filterByFrame")}
        isOn={settings.settings.value.trackSettings.trackListSettings.filterDetectionsByFrame}
        onChange={(filterDetectionsByFrame) =>
          settings.change({ trackSettings: { trackListSettings: { filterDetectionsByFrame } } })
        }
      />
      <ReviewFilterChoice />
    </>
  );
}

interface ToggleProps {
  readonly label: string;
  readonly hint?: string;
  readonly isOn: boolean;
  onChange(isOn: boolean): void;
}

function Toggle({ label, hint, isOn, onChange }: ToggleProps) {
  return (
    <Switch
      label={label}
      description={hint}
      checked={isOn}
      onChange={(event) => onChange(event.currentTarget.checked)}
    />
  );
}

/** Not stored: every visit starts with all tracks. */
function ReviewFilterChoice() {
  useSignals();
  const { workspace } = useViewer();
  return (
    <SegmentedControl
      size="xs"
      fullWidth
      aria-label={t("lists.showTracks")}
      value={workspace.display.reviewFilter.value}
      data={[
        { value: "all", label: t("lists.showAllTracks") },
        { value: "toReview", label: t("lists.showToReview") },
        { value: "reviewed", label: t("lists.showReviewed") },
        { value: "noted", label: t("notes.showNoted") },
      ]}
      onChange={(value) => workspace.display.setReviewFilter(value)}
    />
  );
}

type Settings = ReturnType<typeof useViewer>["workspace"]["settings"];
type NewTrackChange = NonNullable<NonNullable<Parameters<Settings["change"]>[0]["trackSettings"]>["newTrackSettings"]>;

function changeNewTrack(settings: Settings, newTrackSettings: NewTrackChange): void {
  settings.change({ trackSettings: { newTrackSettings } });
}

/** All types, the unknown one first even if no track has it. */
function unknownFirst(all: readonly TypeChoice[]): readonly TypeChoice[] {
  const unknown = all.find(({ type }) => type === unknownType) ?? { type: unknownType, count: 0, digit: undefined };
  return [unknown, ...all.filter(({ type }) => type !== unknownType)];
}
