/** The candidate types of a track, with their confidences. */
export const pairs = {
  step: "Typen einer Spur geändert",
  accept: "{type} annehmen: das ist es",
  edit: "Konfidenz von {type} ändern",
  remove: "{type} wegnehmen",
  confidence: "Konfidenz von {type}",
  add: "Typ hinzufügen",
  addShort: "Hinzufügen",
  newType: "Weiterer Typ",
  has: "Die Spur hat diesen Typ.",
} as const;
