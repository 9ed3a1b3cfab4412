/** Notes on detections. */
export const notes = {
  badge: { one: "{count} detection has notes", other: "{count} detections have notes" },
  title: "Notes",
  step: "Write notes",
  showNoted: "With notes",
  here: "Notes on track {id}, frame {frame}",
  selectFirst: "Select a track on a frame where it is, to write notes on it.",
  field: "Notes, one a line",
  hint: "Stored when you leave the field, or with Ctrl+Enter.",
  readOnly: "Nothing can be written now: the dataset is in read-only mode.",
  search: "Search notes",
  list: "All notes",
  count: { one: "{count} detection with notes", other: "{count} detections with notes" },
  none: "No notes yet.",
  noneFound: "No notes have these words.",
  place: "Track {id}, frame {frame}",
} as const;
