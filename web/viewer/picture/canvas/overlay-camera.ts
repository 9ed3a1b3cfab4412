/**
 * Overlays the picture of a registered pair's other camera on the active one: which camera, which frame, and the
 * transform.
 */

import { computed, type ReadonlySignal } from "@preact/signals-core";
import { effect } from "../../../base/effect.ts";
import type { FrameScheduler } from "../../../base/raf-scheduler.ts";
import { createPictureFeed } from "../../../media/picture-feed.ts";
import type { SceneInputs } from "../../../render/scene.ts";
import type { Camera } from "../../../session/cameras/camera.ts";
import type { Registration } from "../../../session/cameras/registration.ts";

/** Returns a function that stops it. */
export function overlayCamera(
  registration: Registration | undefined,
  camera: Camera,
  isActive: ReadonlySignal<boolean>,
  scene: SceneInputs,
  scheduler: FrameScheduler,
): () => void {
  if (registration === undefined) return () => undefined;
  /** The camera to overlay on this one, and the transform from it. */
  const laid = computed(() => {
    if (!isActive.value || !registration.overlay.value.isOn) return undefined;
    const other = registration.otherThan(camera);
    const transform = other && registration.transformBetween(other, camera);
    return transform && other && { other, transform };
  });
  const other = computed(() => laid.value?.other);
  // Follows the frame shown on the other camera, which is at the same instant even if clocks and rates differ.
  const frame = computed(() => other.value?.shown.value);
  const stopPlace = effect(() => {
    const { opacity, swipe } = registration.overlay.value;
    const { transform } = laid.value ?? {};
    scene.setOverlaidPicture(transform && { transform, opacity, swipe });
    scheduler.request();
  });
  const stopPicture = effect(() => {
    const source = other.value?.source.value;
    if (source === undefined) return undefined;
    const feed = createPictureFeed(source, frame);
    feed.attach((picture) => {
      scene.setOtherPicture(picture);
      scheduler.request();
    });
    return () => {
      feed.dispose();
      scene.setOtherPicture(undefined);
      scheduler.request();
    };
  });
  return () => {
    stopPicture();
    stopPlace();
  };
}
