/**
 * Codes by which programs distinguish the server's refusals. The messages next to them are for people and may change.
 */
export const errorCodes = {
  missing: "no document has this id",
  "login-failed": "no such account, or another password",
  "account-disabled": "an administrator has switched the account off",
  "code-required": "the password was right; the account needs a one-time code as well",
  "code-wrong": "the one-time code is wrong or has been used",
  "cameras-unnamed": "a dataset of several cameras whose metadata do not name them",
  "upload-offset": "the server has another number of bytes of this upload than the client thinks",
  "revision-gone": "a save on a revision that the dataset does not have: the server was set back to an earlier state",
  "too-many-requests": "try again after the time in `Retry-After`",
  "task-incomplete":
    "attributes or rules that the task asks for are not fulfilled in what is stored; `anyway` hands it in all the same",
  "access-changed": "others have changed the access list since it was read: read it again, then change that",
  "set-exists": "an annotation set has this name already: choose another one, or remove it first",
  busy: "others write the same data at the moment: try again after the time in `Retry-After`",
  stopping: "the server is being stopped: try again after the time in `Retry-After`",
  "storage-full": "the server has no space left",
  "storage-read-only": "the server's storage cannot be written at the moment",
  "storage-gone": "the server's storage does not answer at the moment",
} as const;

export type ErrorCode = keyof typeof errorCodes;
