/** The candidate types of a track, with their confidences. */
export const pairs = {
  step: "Change types of a track",
  accept: "Accept {type}",
  edit: "Change the confidence of {type}",
  remove: "Remove {type}",
  confidence: "Confidence of {type}",
  add: "Add a type",
  addShort: "Add",
  newType: "New type",
  has: "The track already has this type.",
} as const;
