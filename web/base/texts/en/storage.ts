/** Where files are stored, for administrators. */
export const storage = {
  intro:
    "Files that are already on the server or in a bucket do not have to be uploaded. Add a media source, then import it: Wakeline makes datasets of the videos and pictures where they are, and never changes them.",
  add: "Add media source",
  "column.place": "Location",
  "column.use": "Used for",
  "column.free": "Free space",
  uploads: "Uploads",
  inPlace: "Media in place",
  "direct.blocked":
    "A browser could not read this storage directly ({at}). Allow this site's address in the CORS rules of the bucket, and check that browsers reach it. Until then, the server sends the files.",
  "direct.refused":
    "This storage refused an address signed by the server ({at}). Check the credentials and the clock of the server. Until then, the server sends the files.",
  "direct.changed": "A file here has changed since it was imported ({at}). Import the media source again.",
  unknown: "Unknown",
  freeOf: "{free} of {total}",
  importFrom: "Import",
  importOf: "Import {name}",
  check: "Check",
  checkOf: "Check {name}",
  checkHint:
    "Lists the files that are gone or have changed since they were imported, and counts new ones. Datasets and annotations are not changed; import the media source again to apply the changes.",
  editOf: "Edit {name}",
  credentials: "Credentials",
  credentialsHint:
    "Optional. NAME stands for WAKELINE_S3_NAME_ACCESS_KEY_ID and WAKELINE_S3_NAME_SECRET_ACCESS_KEY where the server runs. WAKELINE_MEDIA_ROOTS must name it with this bucket.",
  signs: "Browsers read from the bucket",
  signsHint: "Only where WAKELINE_MEDIA_ROOTS allows it. Otherwise, the server sends the files.",
  stays: "Datasets of this media source stay as they are.",
  moves:
    "Datasets of this media source will look for their files here, under the same paths. Files that are the same here are shown as before. Datasets say which files are gone or have changed, and keep their annotations.",
  tryChange: "Try without changing",
  changed: "{name} was changed",
  unchecked:
    "{name} was changed, but not compared with its datasets, because no worker is connected. Check it when one is.",
  remove: "Remove {name}",
  removeTitle: "Remove media source",
  removeQuestion: "Remove {name}? Its files stay where they are.",
  removed: "{name} was removed",
  location: "Folder or bucket",
  locationHint: "A path on the server, or s3://BUCKET/PREFIX. The server's setting WAKELINE_MEDIA_ROOTS must allow it.",
  name: "Name",
  nameHint: "Optional. The default is its location.",
  added: "{name} was added",
  path: "Folder in the media source",
  pathHint: "Optional. Leave empty to import everything.",
  tryFirst: "Try without importing",
  start: "Import",
  startInto: "Import into {folder}",
  working: "You can close this window. The job continues. Follow it on the Jobs page.",
  again: "Back",
} as const;
