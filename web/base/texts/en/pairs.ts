/** The types that a track may be, with their confidences. */
export const pairs = {
  step: "Change types of a track",
  accept: "Accept {type}: it is this",
  edit: "Change the confidence of {type}",
  remove: "Take {type} away",
  confidence: "Confidence of {type}",
  add: "Add a type",
  addShort: "Add",
  newType: "Further type",
  has: "The track has this type.",
} as const;
