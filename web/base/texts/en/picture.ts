/** How the picture is shown, and what is shown on it. */
export const picture = {
  enhancements: "Image Enhancements",
  enhancementsModified: "Image Enhancements (modified)",
  brightness: "Brightness",
  contrast: "Contrast",
  saturation: "Saturation",
  sharpen: "Sharpness",
  reset: "Reset",
  enhancementsHint:
    "Only how the picture is shown. Kept with the dataset for everybody; who may not write sees it on this page alone.",
  lockedCamera: "Locked Camera",
  lockCamera: "Follow the selected track",
  lockCameraHint: "The view goes where the selected track is.",
  transition: "Transition",
  milliseconds: "{value} ms",
  multiplyBounds: "Multiply Bounds",
  visibility: "Visibility",
  tailLength: "Track tails",
  framesBefore: "Frames before",
  framesAfter: "Frames after",
} as const;
