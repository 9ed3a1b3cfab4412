/** The dialog that grants and revokes access. */
export const access = {
  titleOf: "Access control of {name}",
  menu: "Access control",
  public: "Public",
  publicHint: "Anyone can see it, even without an account",
  list: "Who has access",
  adminsOnly: "Only the administrators of this site",
  group: "Group",
  levelOf: "Access for {name}",
  "level.0": "Can read",
  "level.1": "Can edit",
  "level.2": "Owner",
  remove: "Remove access for {name}",
  add: "Add a person or a group",
  addHint: "Type the start of a login or name",
  nothing: "No matching users or groups",
  recurse: "Apply to everything inside",
  saved: "Access to {name} was updated",
  notYours:
    "Only owners can view and change the access list. You can see this because it is public or was shared with you.",
} as const;
