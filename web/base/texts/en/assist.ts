/** Assistants that analyze pictures while the user draws. */
export const assist = {
  died: "The assistant stopped working twice. Reload the page to try again.",
  step: "Follow tracks",
  stepBack: "Undo following",
  stepRead: "Read text",
  stepAccept: "Accept a suggested box",
  suggestWith: "Suggest boxes with {name}",
  stepSoft: "Soft edit",
  softDrag: {
    one: "Soft edit: fades over {count} frame on each side. The wheel changes that, Escape cancels.",
    other: "Soft edit: fades over {count} frames on each side. The wheel changes that, Escape cancels.",
  },
  softBoxes: "A soft edit only applies to boxes. This change affects only this frame.",
  shown: "Enter accepts this outline. Click to add, Shift+click to remove, Escape cancels.",
} as const;
