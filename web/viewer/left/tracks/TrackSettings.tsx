/** Defaults of new annotations, confirmation of deletes, and display options of the track list. */

import { ActionIcon, NumberInput, Popover, SegmentedControl, Stack, Switch, Text } from "@mantine/core";
import { useSignals } from "@preact/signals-react/runtime";
import { IconSettings } from "@tabler/icons-react";
import { t } from "../../../base/texts/index.ts";
import { unknownType } from "../../../session/display/settings.ts";
import { TypePicker } from "../types/TypePicker.tsx";
import { useViewer } from "../../viewer-context.ts";
import { Tip } from "../../../ui/tips/Tip.tsx";

export function TrackSettings() {
  useSignals();
  const { editor, workspace } = useViewer();
  const { settings } = workspace;
  const { newTrackSettings, deletionSettings, trackListSettings } = settings.settings.value.trackSettings;
  const { Track, Detection } = newTrackSettings.modeSettings;
  const all = editor.types.choices.value;
  const first = all.find(({ type }) => type === unknownType) ?? { type: unknownType, count: 0, digit: undefined };
  const choices = [first, ...all.filter(({ type }) => type !== unknownType)];
  const change = (newTrack: Parameters<typeof changeNewTrack>[1]) => changeNewTrack(settings, newTrack);
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
          <Text fw={600}>{t("viewer.newAnnotationSettings")}</Text>
          <SegmentedControl
            size="xs"
            fullWidth
            aria-label={t("viewer.mode")}
            value={newTrackSettings.mode}
            data={[
              { value: "Track", label: t("viewer.modeTrack") },
              { value: "Detection", label: t("viewer.modeDetection") },
            ]}
            onChange={(mode) => change({ mode: mode === "Detection" ? "Detection" : "Track" })}
          />
          <TypePicker
            size="xs"
            label={t("viewer.defaultType")}
            isLabelVisible
            value={newTrackSettings.type}
            choices={choices}
            isInPopover
            onCommit={(type) => change({ type, isTypePinned: true })}
          />
          <Switch
            label={t("viewer.followType")}
            checked={!newTrackSettings.isTypePinned}
            onChange={(event) => change({ isTypePinned: !event.currentTarget.checked })}
          />
          {newTrackSettings.mode === "Track" ? (
            <>
              <Switch
                label={t("viewer.advanceFrame")}
                description={t("viewer.advanceFrameHint")}
                checked={Track.autoAdvanceFrame}
                onChange={(event) =>
                  change({ modeSettings: { Track: { autoAdvanceFrame: event.currentTarget.checked } } })
                }
              />
              <Switch
                label={t("viewer.interpolate")}
                description={t("viewer.interpolateHint")}
                checked={Track.interpolate}
                onChange={(event) => change({ modeSettings: { Track: { interpolate: event.currentTarget.checked } } })}
              />
            </>
          ) : (
            <>
              <Switch
                label={t("viewer.continuous")}
                description={t("viewer.continuousHint")}
                checked={Detection.continuous}
                onChange={(event) =>
                  change({ modeSettings: { Detection: { continuous: event.currentTarget.checked } } })
                }
              />
              <Switch
                label={t("viewer.advanceFrame")}
                description={t("viewer.advanceFrameDetectionHint")}
                checked={Detection.autoAdvanceFrame}
                onChange={(event) =>
                  change({ modeSettings: { Detection: { autoAdvanceFrame: event.currentTarget.checked } } })
                }
              />
            </>
          )}
          <Text fw={600} mt={4}>
            {t("viewer.deletionSettings")}
          </Text>
          <Switch
            label={t("viewer.promptUser")}
            checked={deletionSettings.promptUser}
            onChange={(event) =>
              settings.change({ trackSettings: { deletionSettings: { promptUser: event.currentTarget.checked } } })
            }
          />
          <Text fw={600} mt={4}>
            {t("viewer.canvasSettings")}
          </Text>
          <Switch
            label={t("viewer.dragMovesSelection")}
            description={t("viewer.dragMovesSelectionHint")}
            checked={settings.settings.value.annotatorPreferences.dragMovesSelection}
            onChange={(event) =>
              settings.change({ annotatorPreferences: { dragMovesSelection: event.currentTarget.checked } })
            }
          />
          <NumberInput
            size="xs"
            label={t("viewer.outlineTolerance")}
            description={t("viewer.outlineToleranceHint")}
            min={0}
            max={20}
            step={0.5}
            clampBehavior="strict"
            value={settings.settings.value.annotatorPreferences.outlineTolerancePx}
            onChange={(next) => {
              if (typeof next === "number") settings.change({ annotatorPreferences: { outlineTolerancePx: next } });
            }}
          />
          <Text fw={600} mt={4}>
            {t("viewer.trackListSettings")}
          </Text>
          <Switch
            label={t("viewer.filterByFrame")}
            checked={trackListSettings.filterDetectionsByFrame}
            onChange={(event) =>
              settings.change({
                trackSettings: { trackListSettings: { filterDetectionsByFrame: event.currentTarget.checked } },
              })
            }
          />
          <ReviewFilterChoice />
        </Stack>
      </Popover.Dropdown>
    </Popover>
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
