/** The dialog of uploads that have not started: files, what becomes of them, choices. */
export const pending = {
  titleTo: "Upload to “{folder}”",
  place: "Will be stored in {path}",
  name: "Folder name",
  "fps.varies":
    "The video's frame rate varies: each picture lasts {shortest} to {longest}. At the video's own rate, every picture is a frame. At another rate, each frame shows the picture at its time.",
  "fps.own": "Use the video's {fps} fps",
  "beyond.title": "Annotations past the last frame",
  "beyond.text":
    "{name} extends to frame {lastFrame}, but at this rate the video has frames 0 to {last}. Tracks after that cannot be shown.",
  annotations: "Annotation file",
  annotationsPick: "Choose CSV or JSON",
  importAnnotations: "Import annotations",
  meta: "Configuration file",
  metaPick: "Choose JSON",
  media: { one: "{count} file", other: "{count} files" },
  files: "Files",
  moreFiles: { one: "and {count} more file", other: "and {count} more files" },
  leaveOut: "Leave out {name}",
  frames: { one: "{count} frame", other: "{count} frames, in the order of their names" },
  toPng: { one: "{count} will be converted to PNG", other: "{count} will be converted to PNG" },
  tiles: {
    one: "shown as tiles, which the server creates after the upload",
    other: "shown as tiles, which the server creates after the upload",
  },
  "archive.videos": { one: "{count} video", other: "{count} videos" },
  "archive.pictures": { one: "{count} picture", other: "{count} pictures" },
  "archive.others": { one: "{count} other file", other: "{count} other files" },
  "archive.noMedia":
    "It contains no pictures or videos, so no dataset can be made of it. If it holds annotations of other files, choose it there as the annotation file.",
  "error.nameTaken": "“{name}” already exists in {folder}. Choose another name.",
  "note.name": "Another upload is already named “{name}”.",
  "note.dataset": "The dataset will be named “{dataset}”, because several of these files are named “{stem}”.",
  "note.png": "Will be converted to PNG and shown as {name}. The original is kept.",
  "note.sameStem":
    "Several pictures are named “{stem}”. Each becomes a frame; annotation files must name them with their endings.",
  "note.decomposed":
    "The name stores accents as separate characters, as macOS does. It stays as it is; annotation files match it either way.",
  "note.looksAlike":
    "Another file has a name that looks the same. Both are kept, but annotation files cannot tell them apart. Rename one of them.",
  "note.cutOff":
    "The file is cut off: {missing} are missing at its end. Copy or download it again. If you upload it as it is, the pictures that are there can be annotated.",
  "note.unread":
    "Your browser finds no pictures in this file, so it is probably damaged. If you upload it, the server tries to read it and reports what is wrong.",
  willConvert: "will be converted",
  "fps.ownEach": "Use each video's own rate",
  "pictures.all": { one: "its one picture can be annotated", other: "all {count} pictures can be annotated" },
  "pictures.announced": { one: "announces {count} picture", other: "announces {count} pictures" },
  "pictures.some": "{fps} fps: {shown} of {all} pictures can be annotated",
  createSubFolders: "One dataset for each video",
  ignored: { one: "{count} file will not be uploaded", other: "{count} files will not be uploaded" },
  "ignored.reason": "{name}: {reason}",
  frameMetadata: "With frame metadata from {name}",
  convert: "Convert on this computer before uploading",
  "convert.hint":
    "Browsers cannot play this video. If you convert it here, only the converted video is uploaded. Otherwise the server converts it and keeps the original.",
  "convert.measured":
    "Browsers cannot play it, so the server converts it and keeps the original. At the speed of earlier conversions here, this takes {time}.",
  "convert.guessed":
    "Browsers cannot play it, so the server converts it and keeps the original. This usually takes {time}; nothing has been converted here yet to measure it.",
  "convert.soon": "less than a minute",
  "convert.here": "Will be converted on this computer. The original stays here and is not uploaded.",
  start: "Start upload",
  startAll: "Start all",
  remove: "Remove",
  "discard.title": "Discard the uploads?",
  "discard.text": "These uploads have not started. The files on this computer are not affected.",
  "discard.action": "Discard",
  hide: "Continue in the background",
  dialogList: "Pending uploads",
} as const;
