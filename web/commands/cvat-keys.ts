/**
 * Keys for hands that know CVAT, as far as they differ from ours: where CVAT and Wakeline have the same command, it gets
 * CVAT's key, next to ours where that is free. A command whose key is taken gets another one, so that all stay
 * reachable. Ctrl+digits are left out: browsers keep them for their tabs.
 */
import type { CustomKeys } from "./keymap.ts";

export const cvatKeys: CustomKeys = {
  "playback.back": ["C", "PageUp"],
  "playback.forward": ["V", "PageDown"],
  "pointer.next": ["Alt+V"],
  "track.toggleReviewed": ["Shift+V"],
  "track.previousKeyframe": ["E", "Shift+Left"],
  "track.nextKeyframe": ["R", "Shift+Right"],
  "track.toggleEdit": ["Shift+E"],
  "view.resetZoom": ["Shift+R"],
  "track.end": ["O", "U"],
  "shape.addHole": ["Shift+O"],
  "track.split": ["Alt+M", "X"],
  "track.propagate": ["Ctrl+B", "Shift+P"],
  "help.shortcuts": ["F1", "?"],
};
