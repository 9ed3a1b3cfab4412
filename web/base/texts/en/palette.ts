/** The command palette. */
export const palette = {
  open: "Command palette",
  placeholder: "Run a command, jump to a page or a frame",
  goToFrame: "Go to frame {frame}",
  panels: "Panels",
  "words.left": "list sidebar",
  "words.bottom": "timeline chart lanes",
  "words.right": "panel context settings",
  on: "on",
  empty: "No command matches",
} as const;
