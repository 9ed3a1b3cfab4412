/** Texts shared by several areas: buttons and states that read the same everywhere. */
export const common = {
  ok: "OK",
  cancel: "Cancel",
  close: "Close",
  save: "Save",
  delete: "Delete",
  loading: "Loading",
  retry: "Try again",
  language: "Language",
  othersKeepSaving: "Others keep saving the same tracks. Try again in a moment.",
  showPassword: "Toggle password visibility",
} as const;
