/** How the picture is displayed, and the overlays drawn on it. */
export const picture = {
  enhancements: "Image enhancements",
  enhancementsModified: "Image enhancements (modified)",
  brightness: "Brightness",
  contrast: "Contrast",
  saturation: "Saturation",
  sharpen: "Sharpness",
  reset: "Reset",
  enhancementsHint:
    "Changes only how the picture looks. Saved with the dataset for everyone; without write access, only for you, until you leave the page.",
  lockedCamera: "Locked camera",
  lockCamera: "Follow the selected track",
  lockCameraHint: "The view follows the selected track.",
  transition: "Transition",
  milliseconds: "{value} ms",
  multiplyBounds: "Multiply bounds",
  visibility: "Visibility",
  tailLength: "Track tails",
  framesBefore: "Frames before",
  framesAfter: "Frames after",
} as const;
