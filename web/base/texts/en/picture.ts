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
} as const;
