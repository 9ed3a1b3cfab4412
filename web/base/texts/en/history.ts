/** Revisions and annotation sets: the panels of the viewer. */
export const history = {
  // Revision History.
  revisions: "Revision History",
  revisionList: "Revisions, newest first",
  revisionPast:
    "You are looking at revision {revision}. Past revisions are not editable: return to the newest one, or clone this one to work on it.",
  revisionNewest: "Return to newest revision",
  revisionClone: "Clone this revision",
  restore: "Restore this revision",
  restoreTitle: "Restore revision {revision}?",
  restoreText:
    "All sets of the dataset become what they were at revision {revision}. That is a new revision: those between stay in the history.",
  revisionHint: "Choose a revision to look at the annotations as they were then.",
  revisionsEmpty: "No revisions yet. A revision is created each time save is pressed.",
  revisionsFailed: "The revisions cannot be read",
  revisionOpen: "Revision {revision}: {description}",
  additions: { one: "{count} addition", other: "{count} additions" },
  deletions: { one: "{count} deletion", other: "{count} deletions" },
  loadMore: "Load More",
  // Annotation Sets.
  sets: "Annotation Sets",
  setList: "Annotation sets of this dataset",
  setsHint:
    "A set is a collection of annotations of its own on the same media, for example of another person or a tracker.",
  setCurrent: "This set is shown",
  setOpen: "Switch to the set {name}",
  setCompareWith: "Compare with the set {name}",
  compare: "Compare",
  compareHint: "Check a set to see its tracks beside those of the set that is shown.",
  comparing:
    "The tracks of {compared} are shown beside those of {shown}. Nothing can be edited while sets are compared.",
  comparingFirst: "Only the first of the checked sets is shown.",
  stopComparing: "Stop comparing",
  setsFailed: "The annotation sets cannot be read",
  addSetTitle: "Add New Set",
  addSetName: "Name of the new set",
  addSetHint: "What is shown now is saved into the new set, which is opened then.",
  addSet: "Add Set",
  addSetReadOnly: "Nothing can be added now: the dataset is in read-only mode.",
  addSetFailed: "The set cannot be added",
  setReserved: "Using a reserved set",
  setEmpty: "requires at least one character",
  setBadge: "Set {name}",
} as const;
