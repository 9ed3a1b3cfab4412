/** The dialog that gives and takes access. */
export const access = {
  titleOf: "Access control of {name}",
  menu: "Access control...",
  public: "Public",
  publicHint: "Everybody can see it, also without an account",
  list: "Who has access",
  nobody: "Nobody but the administrators of the site",
  group: "Group",
  levelOf: "Access of {name}",
  "level.0": "Can read",
  "level.1": "Can edit",
  "level.2": "Is owner",
  remove: "Take access from {name}",
  add: "Add a person or a group",
  addHint: "Type the beginning of a login or a name",
  nothing: "Nobody is called so",
  recurse: "Also for everything inside",
  saved: "The access to {name} was changed",
  notYours:
    "Only owners see and change who has access. You can see this because it is public, or because somebody gave you access.",
} as const;
