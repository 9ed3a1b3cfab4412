/** The side panel's lists: types and their styles, groups, merging, what several tracks are changed by at once. */
export const lists = {
  // Type list.
  deleteVisibleTypes: "Delete visible types",
  deleteTypesTitle: "Really delete types?",
  deleteTypesBody:
    "These types are taken off all tracks, and tracks that have no other type are deleted. Undo brings them back.",
  deleteTypesMore: "And {count} more types...",
  editType: "Edit {type}",
  maxCount: "Go to the frame with the most {type}",
  showMaxCount: "Show Max Count Button",
  // Import of types.
  importTypes: "Import Types",
  importTypesHint: "One type per line",
  importTypesNote: "“Show Empty” must be on to see new empty types.",
  add: "Add",
  // Style editor.
  typeEditor: "Type editor",
  groupTypeEditor: "Group type editor",
  typeName: "Name",
  typeNameMissing: "Name is required",
  typeNameTaken: "There is a type of this name already. Saving joins the two.",
  color: "Color",
  thickness: "Box border thickness",
  thicknessStandard: "As long as you change nothing here: 3, and 5 when selected.",
  thicknessTooSmall: "Must be >= 0",
  fill: "Fill",
  opacity: "Opacity",
  showLabel: "Show label",
  showConfidence: "Show confidence",
  preview: "Preview",
  previewSelected: "selected",
  save: "Save",
  deleteType: "Delete type",
  deleteTypeUsed: "Only types without any annotations can be deleted",
  deleteTypeTitle: "Delete type",
  deleteTypeBody: "Do you want to delete this empty Type",
} as const;
