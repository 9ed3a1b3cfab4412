/**
 * Server errors, by error code. In English the server's own, more detailed message is shown; other languages show
 * these.
 */
export const errors = {
  missing: "This does not exist, or was deleted.",
  "login-failed": "Login or password is wrong.",
  "account-disabled": "This account is disabled.",
  "code-required": "This account also needs a one-time code.",
  "code-wrong": "The one-time code is incorrect or was already used.",
  "cameras-unnamed": "This dataset has several cameras, but its metadata does not name them.",
  "upload-offset": "The upload is out of step with the server. Start the upload again.",
  "too-many-requests": "Too many attempts. Wait a moment, then try again.",
  "access-changed": "Someone else changed the access list in the meantime. Open it again, then make your change.",
  "set-exists": "An annotation set with this name already exists. Choose another name, or remove it first.",
  "task-incomplete": "The task's required attributes or rules are not fulfilled.",
  "storage-full": "The server is out of disk space. Contact the administrator.",
  "storage-read-only": "The server's storage is read-only. Contact the administrator.",
  "revision-gone":
    "The server was restored to an earlier state of this dataset. Nothing was saved. Your unsaved changes are kept on this machine. Reopen the dataset to apply them to its current state.",
  busy: "The server is busy with other changes to the same data. Try again in a moment.",
  stopping: "The server is shutting down. Try again in a moment.",
  "storage-gone": "The server's storage is not responding. Try again in a moment.",
} as const;
