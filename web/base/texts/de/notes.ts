/** Notes on detections. */
export const notes = {
  badge: { one: "{count} Detektion hat Notizen", other: "{count} Detektionen haben Notizen" },
  title: "Notizen",
  step: "Notizen schreiben",
  showNoted: "Mit Notizen",
  here: "Notizen zu Spur {id}, Frame {frame}",
  selectFirst: "Wählen Sie eine Spur auf einem Frame, auf dem sie ist, um Notizen dazu zu schreiben.",
  field: "Notizen, eine je Zeile",
  hint: "Wird gespeichert, wenn Sie das Feld verlassen, oder mit Strg+Enter.",
  readOnly: "Sie können keine Notizen schreiben: Der Datensatz ist im Lesemodus.",
  search: "Notizen durchsuchen",
  list: "Alle Notizen",
  count: { one: "{count} Detektion mit Notizen", other: "{count} Detektionen mit Notizen" },
  none: "Noch keine Notizen.",
  noneFound: "Keine passenden Notizen.",
  place: "Spur {id}, Frame {frame}",
} as const;
