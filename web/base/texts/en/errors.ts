/**
 * What the server refuses, by its error codes. In English the server's own sentence is shown, which says more; other
 * languages show these.
 */
export const errors = {
  missing: "This does not exist, or not any more.",
  "login-failed": "Login or password is wrong.",
  "account-disabled": "This account is disabled.",
  "code-required": "This account needs a one-time code too.",
  "code-wrong": "The one-time code is wrong or was used already.",
  "cameras-unnamed": "This dataset has several cameras, but its metadata do not name them.",
  "upload-offset": "The server has another part of this file than was thought. Start the upload again.",
  "too-many-requests": "These were too many attempts. Wait a little, then try again.",
  "storage-full": "The server has no space left. Tell its administrator.",
  "storage-read-only": "The server cannot store anything at the moment. Tell its administrator.",
  "revision-gone":
    "The server has been set back to an earlier state of this dataset. Nothing was saved. Your unsaved changes are kept on this machine: open the dataset again to have them on what the server has now.",
  busy: "The server is busy with other changes to the same data. Try again in a moment.",
  stopping: "The server is being stopped. Try again in a moment.",
  "storage-gone": "The server's storage does not answer at the moment. Try again soon.",
} as const;
