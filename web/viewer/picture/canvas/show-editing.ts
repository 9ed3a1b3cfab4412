/**
 * Passes the hovered, selected, drawn, compared and suggested shapes of a camera to the renderer, and sets the
 * cursor.
 */

import { signal, type ReadonlySignal } from "@preact/signals-core";
import { afterNextFrame } from "../../../base/after-frame.ts";
import { effect } from "../../../base/effect.ts";
import type { TrackId } from "#core/types";
import { trackOf } from "../../../editor/modes/drawing-mode.ts";
import { softGhosts } from "../../../editor/pointing/soft-ghosts.ts";
import type { SceneInputs } from "../../../render/scene.ts";
import type { Camera } from "../../../session/cameras/camera.ts";
import { pairToShow } from "../../../session/display/shown-pair.ts";
import { differenceColors, isDashed } from "../../right/compare/colors.ts";
import type { OpenViewer } from "../../viewer-context.ts";

/** For suggestions; different from the default type colors. */
const suggestionColor = "#ffd43b";
/** Opacity of a frame that a soft edit hardly changes; a fully changed one gets the second value on top. */
const [softOpacity, softOpacityMore] = [0.25, 0.5];
/** Opacity of suggestions other than the next one to decide. */
const waitingOpacity = 0.5;
/** Opacity of a ghost that is neither selected nor hovered: it fades with the frames since its box. */
const ghostOpacity = { new: 0.6, old: 0.12 } as const;

/**
 * @param isActive only the active camera has drawing and hovering; the selection is shown on all
 * @returns a function that stops it
 */
export function showEditing(
  viewer: OpenViewer,
  camera: Camera,
  isActive: ReadonlySignal<boolean>,
  place: HTMLElement,
  scene: SceneInputs,
): () => void {
  const { editor, scheduler, stereo, workspace } = viewer;
  const colorOf = (track: TrackId | undefined): string => colorToDraw(viewer, camera, track);

  // Finding ghosts among many tracks takes a while, so the picture does not wait for them.
  const hasGhosts = signal(false);
  afterNextFrame(() => (hasGhosts.value = true));

  const stops = [
    effect(() => {
      const overlay = isActive.value ? editor.pointer.overlay.value : undefined;
      const line = stereo?.lineOn(camera) ?? [];
      const lines = line.length < 2 ? [] : [{ kind: "polyline", points: line } as const];
      scene.setHighlight({
        selected: workspace.selection.value.tracks,
        hovered: isActive.value ? editor.pointer.hovered.value : undefined,
        disableOthers: trackOf(editor.mode.value) !== undefined,
        hidden: workspace.display.hiddenTrackIds.value,
        replaced:
          overlay?.trackId === undefined
            ? undefined
            : { trackId: overlay.trackId, part: overlay.replaces, isMoving: overlay.isInProgress },
      });
      scene.setOverlay({
        ...overlay,
        shapes: [...(overlay?.shapes ?? []), ...lines],
        color: colorOf(overlay?.trackId),
      });
      scheduler.request();
    }),
    effect(() => {
      const { isShown, state } = viewer.comparison;
      const isCompared = isActive.value && state.value.kind === "ready" && isShown.value;
      const frame = camera.shown.value;
      const boxes = isCompared && frame !== undefined ? viewer.comparison.boxesAt(frame) : [];
      const suggested = editor.suggestions.on(camera);
      const { suggestions = [], current } = editor.suggestions.offer.value ?? {};
      const next = current === undefined ? undefined : suggestions[current];
      const edited = isActive.value ? editor.pointer.overlay.value?.trackId : undefined;
      const ghosts = isActive.value && hasGhosts.value ? editor.ghosts.shown.value : [];
      const hovered = editor.pointer.hovered.value;
      const { softEditFrames, pointer, mode } = editor;
      const isSoft = isActive.value && softEditFrames.value > 0 && frame !== undefined;
      const soft = isSoft ? softGhosts(workspace, mode.value, frame, pointer.tool.value, softEditFrames.value) : [];
      scene.setMarks([
        ...boxes.map(({ bounds, kind }) => ({
          shape: { kind: "rectangle", bounds } as const,
          color: differenceColors[kind],
          isDashed: isDashed(kind),
        })),
        ...ghosts
          .filter(({ trackId }) => trackId !== edited && editor.following.value?.tracks.includes(trackId) !== true)
          .map(({ trackId, box, isSelected, age }) => ({
            shape: box,
            color: colorOf(trackId),
            isDashed: true,
            opacity:
              isSelected || trackId === hovered ? 1 : ghostOpacity.new + (ghostOpacity.old - ghostOpacity.new) * age,
          })),
        ...soft.map(({ box, share }) => ({
          shape: box,
          color: colorOf(edited),
          isDashed: true,
          opacity: softOpacity + softOpacityMore * share,
        })),
        ...suggested.map((each) => ({
          shape: each.shape,
          color: suggestionColor,
          isDashed: true,
          opacity: next === undefined || each === next ? 1 : waitingOpacity,
        })),
      ]);
      scheduler.request();
    }),
    effect(() => {
      const picks =
        editor.registration?.isPicking.value === true && editor.registration.otherThan(camera) !== undefined;
      place.style.cursor = picks ? "crosshair" : isActive.value ? editor.pointer.cursor.value : "default";
    }),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}

/** Color of a track's displayed type, or of the type that a new track would get. */
function colorToDraw({ workspace }: OpenViewer, camera: Camera, track: TrackId | undefined): string {
  const { typeStyles } = workspace.display;
  const { core } = camera.document.peek();
  const newType = workspace.settings.settings.peek().trackSettings.newTrackSettings.type;
  if (track === undefined || !core.hasTrack(track)) return typeStyles.of(newType).color;
  return typeStyles.of(pairToShow(core.track(track))?.type ?? newType).color;
}
