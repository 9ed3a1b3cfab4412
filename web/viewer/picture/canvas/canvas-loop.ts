/**
 * From signals to pixels: in each animation frame that needs it, queries the core for the visible annotations and
 * updates the renderer.
 *
 * Effects only mark what has changed and request a frame, so the work is done once per frame however many signals
 * changed.
 */

import { computed } from "@preact/signals-core";
import { effect } from "../../../base/effect.ts";
import { observeCanvasSize } from "../../../render/canvas-size.ts";
import { createRenderer } from "../../../render/renderer.ts";
import { backgroundOf, watchTheme } from "../../parts/watch-theme.ts";
import type { Camera } from "../../../session/cameras/camera.ts";
import type { OpenViewer } from "../../viewer-context.ts";
import classes from "./CanvasHost.module.css";
import { AnnotationQuery } from "./annotation-query.ts";
import { attributeTexts } from "./attribute-texts.ts";
import { coveredAreas } from "./covered-areas.ts";
import { overlayCamera } from "./overlay-camera.ts";
import { followTiles } from "./follow-tiles.ts";
import { showEditing } from "./show-editing.ts";
import { showPlayer } from "./show-player.ts";
import { warnOfLargeImage } from "./large-image-warning.tsx";

/** Starts the canvas of one camera. Returns a function that stops it. */
export function startCanvasLoop(
  viewer: OpenViewer,
  camera: Camera,
  place: HTMLElement,
  canvas: HTMLCanvasElement,
): () => void {
  const { editor, scheduler, workspace } = viewer;
  const isActive = computed(() => workspace.active.value === camera);
  const renderer = createRenderer(canvas, {
    background: backgroundOf(place),
    onRestored: () => scheduler.request(),
    onUnfinished: () => scheduler.request(),
    makeCanvasBelow: () => {
      const canvasBelow = document.createElement("canvas");
      canvasBelow.className = `${classes.canvas} ${classes.canvasBelow}`;
      canvasBelow.ariaHidden = "true";
      place.append(canvasBelow);
      stops.push(() => canvasBelow.remove());
      return canvasBelow;
    },
  });
  const { scene } = renderer;
  void renderer.prepare();
  const annotations = new AnnotationQuery(workspace, camera, scene);
  const tiles = followTiles(camera.view, scene, scheduler);
  const preferences = computed(() => workspace.settings.settings.value.annotatorPreferences);
  const attributesOf = attributeTexts(workspace, camera);
  const covered = coveredAreas(editor, camera, place);
  const stops = [
    scheduler.add("query", () => annotations.run()),
    scheduler.add("draw", () => {
      renderer.draw();
      camera.hiddenLabelCount.value = renderer.hiddenLabelCount;
    }),
    effect(() => {
      void workspace.display.pictureVersion.value;
      void workspace.configuration.styleVersion.value;
      void workspace.display.stylePreview.value;
      annotations.forgetAll();
      scheduler.request();
    }),
    effect(() => {
      scene.setVisibility(preferences.value.visible);
      void preferences.value.trackTails;
      annotations.forgetList();
      scheduler.request();
    }),
    effect(() => {
      scene.setCovered(covered.value);
      scheduler.request();
    }),
    effect(() => {
      scene.setAttributes(attributesOf.value);
      scheduler.request();
    }),
    effect(() => {
      return camera.feed.value?.attach((picture) => {
        // Images of a sequence may differ in size.
        if (picture !== undefined) {
          camera.view.setPicture(picture);
          warnOfLargeImage(place, camera, picture, workspace.readOnly.peek() === undefined);
        }
        scene.setPicture(picture);
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
          scene.setSeeThrough(isShown);
          scheduler.request();
        })
      );
    }),
    effect(() => {
      scene.setEnhancements(workspace.display.enhancements.value);
      scheduler.request();
    }),
    effect(() => {
      scene.setViewport(camera.view.viewport.value);
      scheduler.request();
    }),
    showEditing(viewer, camera, isActive, place, scene),
    overlayCamera(editor.registration, camera, isActive, scene, scheduler),
    watchTheme(() => {
      scene.setBackground(backgroundOf(place));
      scheduler.request();
    }),
  ];

  const stopObserving = observeCanvasSize(place, (size, pixelRatio) => {
    renderer.resize(size, pixelRatio);
    camera.view.setCanvas(size);
    tiles.resize(pixelRatio);
    // Drawn synchronously: until the next animation frame the canvas would be empty.
    annotations.run();
    renderer.draw();
  });

  return () => {
    stopObserving();
    for (const stop of stops) stop();
    tiles.stop();
    renderer.dispose();
  };
}
