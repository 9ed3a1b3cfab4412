/** The trash: deleted folders that can be restored. */
export const trash = {
  empty: "The trash is empty",
  emptyText: "Folders and datasets that you delete stay here for 30 days. Until then you can restore them.",
  list: "Deleted folders and datasets",
  "column.place": "Was in",
  "column.deleted": "Deleted",
  "column.by": "By",
  "column.ends": "Kept until",
  placeGone: "a folder that is gone",
  restore: "Restore",
  restoreNamed: "Restore {name}",
  restored: { one: "“{name}” is back where it was.", other: "{count} items are back where they were." },
  restoredElsewhere: "The folder that held “{name}” is gone, so it is in another place now.",
  open: "Show it",
  delete: "Delete for good",
  deleteNamed: "Delete {name} for good",
  deleteQuestion: "Delete “{name}” with everything in it for good?",
} as const;
