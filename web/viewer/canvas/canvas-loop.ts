/**
 * From signals to pixels: in each animation frame that needs it, asks the core what is visible and tells the renderer.
 *
 * Effects only note what has changed and ask for a frame; the work happens once a frame, however many signals fired.
 */

import { computed, effect } from "@preact/signals-core";
import type { FrameNumber, TrackId } from "#core/types";
import { trackOf } from "../../editor/mode.ts";
import { observeCanvasSize } from "../../render/canvas-size.ts";
import { createRenderer } from "../../render/renderer.ts";
import { TrackTails } from "../../render/track-tails.ts";
import type { Origin } from "../../render/view.ts";
import { backgroundOf, watchTheme } from "../parts/watch-theme.ts";
import type { Camera } from "../../session/camera.ts";
import { differenceColors, isDashed } from "../compare/colors.ts";
import type { OpenViewer } from "../viewer-context.ts";
import { doubtText, pairToShow } from "../../session/shown-pair.ts";
import classes from "./CanvasHost.module.css";
import { attributeTexts } from "./attribute-texts.ts";
import { layOver } from "./lay-over.ts";
import { followTiles } from "./follow-tiles.ts";
import { showPlayer } from "./show-player.ts";
import { warnOfLargeImage } from "./large-image-warning.tsx";

/** Of a box that is proposed: none of the types' own. */
const proposalColor = "#ffd43b";

/** The canvas of one camera. Returns how to stop. */
export function startCanvasLoop(
  viewer: OpenViewer,
  camera: Camera,
  place: HTMLElement,
  canvas: HTMLCanvasElement,
): () => void {
  const { editor, scheduler, stereo, workspace } = viewer;
  const { typeStyles } = workspace.display;
  /** Not to be kept: the camera's document may be replaced. */
  const coreOf = () => camera.document.peek().core;
  const isActive = computed(() => workspace.active.value === camera);
  const typeAt = (index: number): string => coreOf().types()[index] ?? "";
  const renderer = createRenderer(canvas, {
    background: backgroundOf(place),
    onRestored: () => scheduler.request(),
    onUnfinished: () => scheduler.request(),
    makeBeneath: () => {
      const beneath = document.createElement("canvas");
      beneath.className = `${classes.canvas} ${classes.beneath}`;
      beneath.ariaHidden = "true";
      place.append(beneath);
      stops.push(() => beneath.remove());
      return beneath;
    },
  });
  /** What has changed since the last frame was drawn. */
  const dirty = { list: true, styles: true };
  const tails = new TrackTails();
  const tiles = followTiles(camera.view, renderer, scheduler);
  let frameOfList: FrameNumber | undefined;
  let originOfList: Origin | undefined;
  let countOfList: number | undefined;

  /** Detections belong to the picture they are drawn on: the one that is shown, not the one that is asked for. */
  function query(): void {
    const core = coreOf();
    const frame = camera.shown.peek();
    if (dirty.styles) {
      renderer.setStyles(core.types().map((type) => typeStyles.of(type)));
      dirty.styles = false;
    }
    const { origin } = renderer;
    if (!dirty.list && frame === frameOfList && origin === originOfList) return;
    dirty.list = false;
    frameOfList = frame;
    const list = core.frameQuery(frame ?? (0 as FrameNumber), [origin.x, origin.y]);
    // Without a picture there is nothing to draw on.
    const count = frame === undefined ? 0 : list.count;
    const wasEmpty = countOfList === 0;
    countOfList = count;
    // A playing video with nothing on it draws nothing again.
    if (count === 0 && wasEmpty) {
      originOfList = origin;
      return;
    }
    renderer.setDrawList({ ...list, count });
    if (frame !== undefined && list.hasGeometry) renderer.setShapes(core.frameShapes(frame));
    originOfList = renderer.origin;
    const { visible, trackTails } = workspace.settings.settings.peek().annotatorPreferences;
    if (!visible.trackTails || frame === undefined || list.count === 0) return;
    // The list dies with the next call on the core.
    const trackIds = list.trackIds.slice(0, list.count);
    const { originX: x, originY: y } = list;
    renderer.setTails(tails.compute(core, frame, trackIds, { x, y }, trackTails));
  }

  function labelOf(trackId: number, typeIndex: number): string | undefined {
    const type = typeAt(typeIndex);
    const style = typeStyles.of(type);
    if (!style.showLabel) return undefined;
    const pair = style.showConfidence ? coreOf().track(trackId as TrackId).shown : undefined;
    return [trackId, type, doubtText(pair)].filter((part) => part !== "").join(" ");
  }

  const preferences = computed(() => workspace.settings.settings.value.annotatorPreferences);
  renderer.setLabels(labelOf);
  const attributesOf = attributeTexts(workspace, camera);
  const stops = [
    scheduler.add("query", query),
    scheduler.add("draw", () => renderer.draw()),
    effect(() => {
      void workspace.display.pictureVersion.value;
      void workspace.configuration.styleVersion.value;
      void workspace.display.stylePreview.value;
      dirty.list = true;
      dirty.styles = true;
      tails.forget();
      scheduler.request();
    }),
    effect(() => {
      renderer.setVisibility(preferences.value.visible);
      void preferences.value.trackTails;
      dirty.list = true;
      scheduler.request();
    }),
    effect(() => {
      renderer.setAttributes(attributesOf.value);
      scheduler.request();
    }),
    effect(() => {
      return camera.feed.value?.attach((picture) => {
        // Images of a sequence may differ in size.
        if (picture !== undefined) {
          camera.view.setPicture(picture);
          warnOfLargeImage(place, camera, picture, workspace.readOnly.peek() === undefined);
        }
        renderer.setPicture(picture);
        tiles.setTiles(picture?.tiles);
        camera.largeImage.value =
          picture?.tiles === undefined ? undefined : { overview: picture.image, globe: picture.globe };
        scheduler.request();
      });
    }),
    effect(() => {
      void camera.shown.value;
      scheduler.request();
    }),
    effect(() => {
      const player = camera.source.value?.player;
      return (
        player &&
        showPlayer(player, camera, place, (isShown) => {
          renderer.setSeeThrough(isShown);
          scheduler.request();
        })
      );
    }),
    effect(() => {
      renderer.setEnhancements(workspace.display.enhancements.value);
      scheduler.request();
    }),
    effect(() => {
      renderer.setViewport(camera.view.viewport.value);
      scheduler.request();
    }),
    effect(() => {
      // What is drawn and pointed at is on the active camera; the same tracks are selected on all.
      const overlay = isActive.value ? editor.pointer.overlay.value : undefined;
      const line = stereo?.lineOn(camera) ?? [];
      const lines = line.length < 2 ? [] : [{ kind: "polyline", points: line } as const];
      renderer.setHighlight({
        selected: workspace.selection.value.tracks,
        hovered: isActive.value ? editor.pointer.hovered.value : undefined,
        disableOthers: trackOf(editor.mode.value) !== undefined,
        hidden: workspace.display.hiddenTrackIds.value,
        replaced:
          overlay?.trackId === undefined
            ? undefined
            : { trackId: overlay.trackId, part: overlay.replaces, isMoving: overlay.isInProgress },
      });
      renderer.setOverlay({
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
      const proposal = editor.counterparts?.proposal.value;
      renderer.setMarks([
        ...boxes.map(({ bounds, kind }) => ({ bounds, color: differenceColors[kind], isDashed: isDashed(kind) })),
        ...(proposal?.camera === camera ? [{ bounds: proposal.bounds, color: proposalColor, isDashed: true }] : []),
      ]);
      scheduler.request();
    }),
    effect(() => {
      const picks =
        editor.registration?.isPicking.value === true && editor.registration.otherThan(camera) !== undefined;
      place.style.cursor = picks ? "crosshair" : isActive.value ? editor.pointer.cursor.value : "default";
    }),
    layOver(editor.registration, camera, isActive, renderer, scheduler),
    watchTheme(() => {
      renderer.setBackground(backgroundOf(place));
      scheduler.request();
    }),
  ];

  /** Colour of a track's shown type, or of the type that a new track gets. */
  function colorOf(track: TrackId | undefined): string {
    const newType = workspace.settings.settings.peek().trackSettings.newTrackSettings.type;
    if (track === undefined || !coreOf().hasTrack(track)) return typeStyles.of(newType).color;
    return typeStyles.of(pairToShow(coreOf().track(track))?.type ?? newType).color;
  }

  const stopObserving = observeCanvasSize(place, (size, pixelRatio) => {
    renderer.resize(size, pixelRatio);
    camera.view.setCanvas(size);
    tiles.resize(pixelRatio);
    // Drawn at once: waiting for the next animation frame would show an empty canvas in between.
    query();
    renderer.draw();
  });

  return () => {
    stopObserving();
    for (const stop of stops) stop();
    tiles.stop();
    renderer.dispose();
  };
}
