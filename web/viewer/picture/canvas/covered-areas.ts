/** The areas of a canvas that labels keep free, because pins of comments and notices are shown there. */

import { computed, signal, type ReadonlySignal } from "@preact/signals-core";
import type { Editor } from "../../../editor/editor.ts";
import type { Camera } from "../../../session/cameras/camera.ts";
import { pinsOn } from "../comments/pin-places.ts";

interface Area {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** The notices above the picture, CSS pixels of the window; without area if there are none. */
export const noticesArea = signal<Area>({ left: 0, top: 0, right: 0, bottom: 0 });

/** A pin around its tip, as in `CommentPins.module.css`. */
const pin: Area = { left: -3, top: -24, right: 21, bottom: 0 };

/** CSS pixels from the corner of the canvas. */
export function coveredAreas(editor: Editor, camera: Camera, place: Element): ReadonlySignal<readonly Area[]> {
  const notices = computed(() => {
    const { left, top, right, bottom } = noticesArea.value;
    if (right === left || bottom === top) return [];
    const { x, y } = place.getBoundingClientRect();
    return [{ left: left - x, top: top - y, right: right - x, bottom: bottom - y }];
  });
  return computed(() => {
    const pins = pinsOn(editor, camera).map(({ at: { x, y } }) => ({
      left: x + pin.left,
      top: y + pin.top,
      right: x + pin.right,
      bottom: y + pin.bottom,
    }));
    return [...notices.value, ...pins];
  });
}
