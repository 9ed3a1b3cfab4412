/**
 * Controls for the selected track: type, keyframe, interpolation, and navigation along it. They keep their places while
 * nothing is selected.
 */

import { useSignals } from "@preact/signals-react/runtime";
import { IconSquareRotated, IconSquareRotatedFilled } from "@tabler/icons-react";
import type { TrackId } from "#core/types";
import type { Workspace } from "../../../session/workspace.ts";
import { t } from "../../../base/texts/index.ts";
import { isChecked } from "../../../commands/registry.ts";
import { useDock } from "../../docks/use-dock.ts";
import { CommandButton } from "../../parts/CommandButton.tsx";
import { Slot } from "../../parts/OverflowBar.tsx";
import { focusCanvas } from "../../parts/focus-canvas.ts";
import { TypePicker } from "../../left/types/TypePicker.tsx";
import { CutText } from "../../../ui/text/CutText.tsx";
import { useViewer } from "../../viewer-context.ts";
import classes from "./EditorMenu.module.css";
import { priorities } from "./hidden-commands.tsx";
import { pairToShow } from "../../../session/display/shown-pair.ts";
import { setType } from "../../../editor/edits/track-edits.ts";

const icon = { size: 16, stroke: 1.7 };

export function SelectionControls() {
  useSignals();
  const { workspace } = useViewer();
  void workspace.display.version.value;
  const id = workspace.selectedTrack.value;
  const isSelected = id !== undefined && workspace.core.hasTrack(id);
  return (
    <>
      <span className={classes.divider} />
      <span className={classes.typePlace}>
        {isSelected && <Type id={id} type={pairToShow(workspace.core.track(id))?.type ?? ""} />}
      </span>
      <Slot name="onThisFrame" priority={priorities.onThisFrame}>
        <FrameSelection />
      </Slot>
      <Slot name="ways" priority={priorities.ways}>
        <CommandButton command="track.seekBegin" />
        <CommandButton command="track.previousKeyframe" />
        <CommandButton command="track.nextKeyframe" />
        <CommandButton command="track.seekEnd" />
      </Slot>
    </>
  );
}

/** The type, with an input field when the track list is not there to show one. */
function Type({ id, type }: { readonly id: TrackId; readonly type: string }) {
  useSignals();
  const { editor, workspace, typeRequest } = useViewer();
  const dock = useDock("left");
  const isReadOnly = workspace.readOnly.value !== undefined;
  const types = typesOf(workspace);
  const isMixed = types.length > 1;
  const shown = isMixed ? t("viewer.mixedTypes", { count: types.length }) : type;
  const hasList = dock.isOpen && dock.panel?.id === "tracks";
  if (typeRequest.track.value === id && !hasList && !isReadOnly) {
    return (
      <TypePicker
        autoFocus
        size="xs"
        className={classes.picker ?? ""}
        label={t("viewer.trackType", { id })}
        value={type}
        onCommit={(next) => setType(editor, id, next)}
        onDone={() => {
          typeRequest.close(id);
          focusCanvas();
        }}
      />
    );
  }
  return (
    <button
      type="button"
      className={classes.type}
      aria-label={isMixed ? t("viewer.selectedTypes", { types: types.join(", ") }) : t("viewer.selectedType", { type })}
      disabled={isReadOnly}
      onClick={() => typeRequest.open(id)}
    >
      <span className={classes.swatch} style={{ background: swatchOf(workspace, types) }} />
      <CutText className={classes.typeName ?? ""}>{shown}</CutText>
    </button>
  );
}

/** At most this many tracks are examined: everything may be selected. */
const maxScanned = 1000;

/** The distinct types of the selection. */
function typesOf({ core, selection }: Workspace): readonly string[] {
  const ids = [...selection.value.tracks].slice(0, maxScanned).filter((id) => core.hasTrack(id));
  return [...new Set(ids.map((id) => pairToShow(core.track(id))?.type ?? ""))];
}

/** A striped swatch of the first few types' colors. */
function swatchOf({ display }: Workspace, types: readonly string[]): string {
  const colors = types.slice(0, 3).map((type) => display.typeStyles.of(type).color);
  const stops = colors.map(
    (color, at) => `${color} ${(at / colors.length) * 100}% ${((at + 1) / colors.length) * 100}%`,
  );
  return `linear-gradient(90deg, ${stops.join(", ")})`;
}

function FrameSelection() {
  useSignals();
  const { editor } = useViewer();
  const isKeyframe = isChecked(editor, "track.toggleKeyframe") === true;
  const interpolates = isChecked(editor, "track.toggleInterpolation") === true;
  return (
    <>
      <CommandButton
        command="track.toggleKeyframe"
        label={isKeyframe ? t("viewer.keyframeOn") : t("viewer.keyframeOff")}
        icon={isKeyframe ? <IconSquareRotatedFilled size={16} /> : <IconSquareRotated {...icon} />}
      />
      <CommandButton
        command="track.toggleInterpolation"
        label={interpolates ? t("viewer.interpolationOn") : t("viewer.interpolationOff")}
      />
    </>
  );
}
