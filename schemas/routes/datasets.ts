/** Datasets and annotations (api-v1 sections 14 and 15). */
import {
  dateShape,
  idShape,
  metaShape,
  folderShape,
  mediaAddressShape,
  mediaShape,
  datasetShape,
  multiCamFolderShape,
  newMultiCamShape,
  calibrationShape,
  frameMetadataSourcesShape,
  validateFilesShape,
  blameShape,
  revisionShape,
  setChangesShape,
  saveReplyShape,
  scoringEntryShape,
  scoringResultShape,
  scoringSourcesShape,
  typeSummaryShape,
} from "../wire.ts";
import { p, route } from "../route.ts";
import {
  anyShape,
  booleanShape,
  documentOf,
  eitherOf,
  exactly,
  integerShape,
  listOf,
  nullable,
  nullShape,
  objectOf,
  objectShape,
  oneOf,
  optional,
  type JsonShape,
  textShape,
} from "../json-shape.ts";
import type { Folder, SaveAnnotationsBody, SaveAnnotationsReply } from "../wire.ts";

const id = p.need.text();

const cloneShape = exactly({
  _id: idShape,
  name: optional(textShape),
  makerId: optional(idShape),
  makerLogin: textShape,
  created: dateShape,
  public: booleanShape,
  cut: nullable(dateShape),
});
const annotationRead = {
  folderId: p.need.text(),
  limit: p.integer(0),
  offset: p.integer(0),
  sort: p.text("id"),
  sortdir: p.integer(1),
  revision: p.integer(),
  set: p.text(),
} as const;

/** A stored track with only its changed features: other frames keep theirs. */
const changedTrackShape = objectOf(
  {
    id: integerShape,
    begin: integerShape,
    end: integerShape,
    features: exactly({
      /** Features of new frames, and replaced ones. */
      upsert: optional(listOf(documentOf("Feature"))),
      /** Frames whose feature is deleted. */
      delete: optional(listOf(integerShape)),
      /** Number of features afterwards. */
      count: integerShape,
    }),
  },
  { confidencePairs: listOf(anyShape), attributes: objectShape },
);

/** The changes of a save, by kind of record. */
const changesOf = <T>(record: JsonShape<T>) => objectOf({}, { upsert: listOf(record), delete: listOf(integerShape) });

const presenceBody = objectOf(
  {
    /** Names the open page: a person may have several. */
    page: textShape,
  },
  {
    set: textShape,
    camera: textShape,
    frame: integerShape,
    /** Selected. */
    tracks: listOf(integerShape),
    /** The page is in the background, where browsers let it act once a minute. */
    isHidden: booleanShape,
    /** The page is being closed. */
    isGone: booleanShape,
  },
);

export const datasetRoutes = {
  "dataset.list": route(listOf(folderShape))("GET", "dive_dataset", {
    auth: "user",
    summary:
      "Datasets the caller can read; `sameMediaAs`: those that are clones of one another with that one; Girder-Total-Count.",
    parameters: {
      limit: p.integer(50),
      offset: p.integer(0),
      sort: p.text("created"),
      sortdir: p.integer(-1),
      published: p.boolean(false),
      shared: p.boolean(false),
      sameMediaAs: p.text(),
    },
  }),
  "dataset.search": route(
    listOf(exactly({ folder: folderShape, by: oneOf("type", "label", "metadata"), text: textShape })),
  )("GET", "dive_dataset/search", {
    auth: "user",
    summary:
      "Datasets the caller can read by their type, the labels of their tracks and their metadata; `types`: further types that the text stands for.",
    parameters: { q: p.need.search(), types: p.array<string>(), limit: p.integer(10) },
  }),
  "dataset.clone": route(folderShape)("POST", "dive_dataset", {
    auth: "user",
    summary: "Clones a dataset at a revision; media are shared.",
    parameters: {
      cloneId: p.need.text(),
      parentFolderId: p.need.text(),
      name: p.need.text(),
      revision: p.integer(),
    },
  }),
  "dataset.clones": route(listOf(cloneShape))("GET", "dive_dataset/:id/clones", {
    auth: "user",
    summary: "The clones of the dataset and of its cameras, for its administrators; names only of those they can read.",
    parameters: { id },
  }),
  "dataset.cutClone": route(exactly({ cut: integerShape }))("DELETE", "dive_dataset/:id/clones/:cloneId", {
    auth: "user",
    summary: "Takes the media away from a clone and all that was cloned from it; their annotations stay.",
    parameters: { id, cloneId: p.need.text() },
  }),
  "dataset.export": route<never>()("GET", "dive_dataset/export", {
    auth: "public",
    cookie: true,
    reply: "raw",
    summary: "Datasets as a zip.",
    parameters: {
      folderIds: p.need.array<string>(),
      includeMedia: p.boolean(true),
      includeDetections: p.boolean(true),
      excludeBelowThreshold: p.boolean(false),
      typeFilter: p.array<string>(),
    },
  }),
  "dataset.validateFiles": route(validateFilesShape, listOf(textShape))("POST", "dive_dataset/validate_files", {
    auth: "user",
    summary: "Sorts file names into media, annotations and others, and says whether they make a dataset.",
    body: "json",
  }),
  "dataset.createMultiCam": route<Folder & { importWarnings?: string[] }, Record<string, unknown>>(
    multiCamFolderShape,
    newMultiCamShape,
  )("POST", "dive_dataset/multicam", {
    auth: "user",
    summary: "Makes one dataset of the datasets of several cameras in a folder.",
    parameters: { parentFolderId: p.need.text() },
    body: "json",
  }),
  "dataset.calibration": route(nullable(calibrationShape))("GET", "dive_dataset/calibration", {
    auth: "user",
    summary: "The calibration of a pair of cameras.",
    parameters: { folderId: p.need.text() },
  }),
  "dataset.attachCalibration": route(
    exactly({
      calibrationItemId: idShape,
      jsonCalibrationItemId: nullable(idShape),
    }),
  )("POST", "dive_dataset/:id/calibration", {
    auth: "user",
    summary: "Attaches a file in the dataset's folder as calibration.",
    parameters: { id, fileId: p.need.text() },
  }),
  "dataset.attachMetadataFile": route(
    exactly({
      metadataFileItemId: idShape,
      metadataFileOriginalName: textShape,
    }),
  )("POST", "dive_dataset/:id/metadata_file", {
    auth: "user",
    summary: "Attaches an item in the dataset's folder as values of its frames.",
    parameters: { id, itemId: p.need.text() },
  }),
  "dataset.frameMetadataSources": route(frameMetadataSourcesShape)("GET", "dive_dataset/:id/frame_metadata_sources", {
    auth: "user",
    summary: "Where the values of frames are, by camera.",
    parameters: { id },
  }),
  "scoring.list": route(listOf(scoringEntryShape))("GET", "dive_scoring", {
    auth: "user",
    summary: "Results of scorings of datasets the caller can read, newest first; each once.",
    parameters: { limit: p.integer(50) },
  }),
  "dataset.scorings": route(listOf(scoringEntryShape))("GET", "dive_dataset/:id/scoring", {
    auth: "user",
    summary:
      "Results of scorings in which it was the computed dataset, newest first, if the caller can read the truth too.",
    parameters: { id },
  }),
  "dataset.scoring": route(scoringResultShape)("GET", "dive_dataset/:id/scoring/:resultId", {
    auth: "user",
    summary: "One of them, with all numbers.",
    parameters: { id, resultId: p.need.text() },
  }),
  "dataset.deleteScoring": route(nullShape)("DELETE", "dive_dataset/:id/scoring/:resultId", {
    auth: "user",
    summary: "Deletes one of them, for those who may write the dataset and the person who asked for it.",
    parameters: { id, resultId: p.need.text() },
  }),
  "dataset.scoringSources": route(scoringSourcesShape)("GET", "dive_dataset/:id/scoring_sources", {
    auth: "user",
    summary: "What of it can be scored: its sets, and the one whose name says that it is the truth.",
    parameters: { id },
  }),
  "dataset.get": route(datasetShape)("GET", "dive_dataset/:id", {
    auth: "user",
    summary: "One dataset.",
    parameters: { id },
  }),
  "dataset.media": route(mediaShape)("GET", "dive_dataset/:id/media", {
    auth: "user",
    summary:
      "Its media, in frame order; with `sizes`, how large each picture is, as far as that can be measured at once.",
    parameters: { id, sizes: p.boolean(false) },
  }),
  "dataset.mediaBytes": route<never>()("GET", "dive_dataset/:id/media/:mediaId/download", {
    auth: "public",
    cookie: true,
    reply: "raw",
    summary: "Bytes of one media item, with ranges.",
    parameters: { id, mediaId: p.need.text() },
  }),
  "dataset.mediaAddress": route(mediaAddressShape)("GET", "dive_dataset/:id/media/:mediaId/address", {
    auth: "public",
    cookie: true,
    summary:
      "Where clients may read the bytes of one media item themselves, with ranges and without credentials. `failed`: why they could not, for the administrators; the answer is then that the bytes come from the server.",
    parameters: { id, mediaId: p.need.text(), failed: p.oneOf(["blocked", "refused", "changed"]) },
  }),
  "dataset.thumbnail": route<never>()("GET", "dive_dataset/:id/thumbnail", {
    auth: "public",
    cookie: true,
    reply: "raw",
    summary:
      "A small picture of it: of its first image, video picture or large image; `part` 1 to 4: of that at so many fifths; 404 where it has none.",
    parameters: { id, part: p.integer(0) },
  }),
  "dataset.configuration": route<never>()("GET", "dive_dataset/:id/configuration", {
    auth: "public",
    cookie: true,
    reply: "raw",
    summary: "The configuration file.",
    parameters: { id },
  }),
  "dataset.update": route(metaShape, documentOf("DatasetConfiguration"))("PATCH", "dive_dataset/:id", {
    auth: "user",
    summary: "Replaces the given configuration fields.",
    parameters: { id },
    body: "json",
  }),
  "dataset.updateAttributes": route(
    exactly({ updated: integerShape, deleted: integerShape }),
    objectOf({ upsert: listOf(documentOf("AttributeDefinition")), delete: listOf(textShape) }),
  )("PATCH", "dive_dataset/:id/attributes", {
    auth: "user",
    summary: "Adds, changes and deletes attribute definitions.",
    parameters: { id },
    body: "json",
  }),
  "dataset.updateAttributeTrackFilters": route(
    nullShape,
    objectOf({ upsert: listOf(documentOf("AttributeTrackFilter")), delete: listOf(textShape) }),
  )("PATCH", "dive_dataset/:id/attribute_track_filters", {
    auth: "user",
    summary: "Adds, changes and deletes attribute track filters.",
    parameters: { id },
    body: "json",
  }),

  "dataset.presence": route(objectOf({ revision: integerShape }), presenceBody)("POST", "dive_dataset/:id/presence", {
    auth: "user",
    summary:
      "Tells others who have the dataset open where the caller is in it: event `presence`. Stores nothing. Answers the newest revision.",
    parameters: { id },
    body: "json",
  }),

  "annotation.tracks": route(listOf(documentOf("Track")))("GET", "dive_annotation/track", {
    auth: "user",
    summary: "Tracks of a set at a revision; Girder-Total-Count.",
    parameters: annotationRead,
  }),
  "annotation.groups": route(listOf(documentOf("Group")))("GET", "dive_annotation/group", {
    auth: "user",
    summary: "Groups of a set at a revision; Girder-Total-Count.",
    parameters: annotationRead,
  }),
  "annotation.image": route<never>()("GET", "dive_annotation/image", {
    auth: "user",
    reply: "raw",
    summary:
      "What a core of this version holds that has loaded a large set at a revision, or 204 where there is none (yet): then tracks and groups say the same. Wakeline-Revision; Wakeline-Set-Revision: the last one that changed this set.",
    parameters: { folderId: p.need.text(), revision: p.integer(), set: p.text() },
  }),
  "annotation.sets": route(listOf(nullable(textShape)))("GET", "dive_annotation/sets", {
    auth: "user",
    summary: "Names of the annotation sets; null is the default set.",
    parameters: { folderId: p.need.text() },
  }),
  "annotation.removeSet": route(nullShape)("DELETE", "dive_annotation/sets", {
    auth: "user",
    summary:
      "Removes an annotation set, other than the default one, by a revision that ends everything in it. Its history stays, and a rollback brings it back.",
    parameters: { folderId: p.need.text(), set: p.need.text() },
  }),
  "annotation.revisions": route(listOf(revisionShape))("GET", "dive_annotation/revision", {
    auth: "user",
    summary: "The revision log; Girder-Total-Count.",
    parameters: {
      folderId: p.need.text(),
      limit: p.integer(20),
      offset: p.integer(0),
      sort: p.text("revision"),
      sortdir: p.integer(1),
      set: p.text(),
    },
  }),
  "annotation.changes": route(setChangesShape)("GET", "dive_annotation/changes", {
    auth: "user",
    summary:
      "Tracks and groups of a set that were written since a revision as they are now, and which were deleted; without `changes` if these are too many.",
    parameters: { folderId: p.need.text(), since: p.need.integer(), set: p.text() },
  }),
  "annotation.blame": route(blameShape)("GET", "dive_annotation/blame", {
    auth: "user",
    summary: "Since which revision the values of a track, and of its detections on some frames, are what they are.",
    parameters: {
      folderId: p.need.text(),
      trackId: p.need.integer(),
      frames: p.array<number>(),
      revision: p.integer(),
      set: p.text(),
    },
  }),
  "annotation.labels": route(listOf(typeSummaryShape))("GET", "dive_annotation/labels", {
    auth: "user",
    summary: "Types over datasets, with counts and where they begin.",
    parameters: { published: p.boolean(true), shared: p.boolean(true), own: p.boolean(false) },
  }),
  "annotation.save": route<SaveAnnotationsReply, SaveAnnotationsBody | Uint8Array | Blob>(saveReplyShape)(
    "PATCH",
    "dive_annotation",
    {
      auth: "user",
      summary:
        "Saves changed tracks and groups as one revision. A track may say only what changes of its features since `baseRevision`.",
      parameters: { folderId: p.need.text() },
      body: "large-json",
      bodyShape: objectOf(
        {},
        {
          tracks: changesOf(eitherOf(documentOf("Track"), changedTrackShape)),
          groups: changesOf(documentOf("Group")),
          set: textShape,
          saveId: textShape,
          baseRevision: integerShape,
          activeMs: integerShape,
        },
      ),
    },
  ),
  "annotation.rollback": route(nullShape)("POST", "dive_annotation/rollback", {
    auth: "user",
    summary: "Goes back to a revision.",
    parameters: { folderId: p.need.text(), revision: p.need.integer() },
  }),
  "annotation.export": route<never>()("GET", "dive_annotation/export", {
    auth: "public",
    cookie: true,
    reply: "raw",
    summary: "Annotations as a file; Wakeline-Revision says of which revision.",
    parameters: {
      folderId: p.need.text(),
      format: p.oneOf(["viame_csv", "dive_json", "coco_json"], "viame_csv"),
      revisionId: p.integer(),
      excludeBelowThreshold: p.boolean(false),
      typeFilter: p.array<string>(),
      exportedTime: p.text(),
    },
  }),
} as const;
