/**
 * Server errors, by error code. In English the server's own, more detailed message is shown; other languages show
 * these.
 */
export const errors = {
  missing: "This does not exist, or was deleted.",
  "login-failed": "Login or password is wrong.",
  "account-disabled": "This account is disabled.",
  "code-required": "This account needs a one-time code too.",
  "code-wrong": "The one-time code is incorrect or was already used.",
  "cameras-unnamed": "This dataset has several cameras, but its metadata does not name them.",
  "upload-offset": "The upload is out of step with the server. Start the upload again.",
  "too-many-requests": "Too many attempts. Wait a moment, then try again.",
  "access-changed": "Others have changed who has access in the meantime. Open the list again, then make your change.",
  "set-exists": "An annotation set has this name already. Choose another name, or remove it first.",
  "task-incomplete": "Attributes or rules that the task asks for are not fulfilled.",
  "storage-full": "The server is out of disk space. Contact the administrator.",
  "storage-read-only": "The server's storage is read-only. Contact the administrator.",
  "revision-gone":
    "The server was restored to an earlier state of this dataset. Nothing was saved. Your unsaved changes are kept on this machine. Reopen the dataset to apply them to its current state.",
  busy: "The server is busy with other changes to the same data. Try again in a moment.",
  stopping: "The server is shutting down. Try again in a moment.",
  "storage-gone": "The server's storage is not responding. Try again in a moment.",
} as const;
