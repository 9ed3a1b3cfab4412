/** Review: detections of many datasets as pictures. Not part of Girder's api. */
import {
  booleanShape,
  documentOf,
  exactly,
  integerShape,
  listOf,
  mapOf,
  nullable,
  numberShape,
  objectOf,
  oneOf,
  optional,
  textShape,
} from "../json-shape.ts";
import { attributePlaces, reviewChanges, reviewCounts, reviewSorts } from "../review.ts";
import { p, route } from "../route.ts";
import { idShape, reviewEntryShape } from "../wire.ts";

const pageShape = exactly({
  entries: listOf(reviewEntryShape),
  /** Pass it as `cursor` to get the next page; absent on the last one. */
  next: optional(textShape),
  /** The fields from here on are only on the first page. */
  total: optional(integerShape),
  /** The datasets of the tracks; for a dataset of several cameras, each camera. */
  datasets: optional(
    listOf(
      exactly({
        datasetId: idShape,
        name: textShape,
        accessLevel: integerShape,
        /** For a camera: the dataset that combines it with the others. */
        rig: optional(exactly({ id: idShape, camera: textShape })),
        /** `#rrggbb` by type, for types that were given a color. */
        typeColors: optional(mapOf(textShape)),
      }),
    ),
  ),
  /** Requested entries that are left out, with their names if the caller may see them. */
  problems: optional(
    listOf(
      exactly({
        datasetId: textShape,
        problem: oneOf("missing", "denied", "noDataset"),
        name: optional(textShape),
      }),
    ),
  ),
  types: optional(listOf(exactly({ type: nullable(textShape), count: integerShape }))),
  /**
   * Who wrote revisions of the set, the latest first, up to a hundred of each kind: a person by login, others by the
   * revision's description, that of a run without its counts and frames.
   */
  writers: optional(listOf(exactly({ kind: oneOf(...reviewChanges), name: textShape, authorId: optional(idShape) }))),
  /** The attributes that the datasets define. */
  attributes: optional(listOf(textShape)),
});

const queryShape = objectOf(
  { datasetIds: listOf(textShape) },
  {
    set: textShape,
    types: listOf(textShape),
    leastConfidence: numberShape,
    /** Whether the track is marked as reviewed. */
    isReviewed: booleanShape,
    /** The kind of author of its latest version. */
    lastChange: oneOf(...reviewChanges),
    /** The author of its latest version, by id: also of the runs and imports that they started. */
    author: textShape,
    /** The description of the revision of its latest version: `Import COCO from a.json`; `Run motion` means all its runs. */
    source: textShape,
    /** The revision of its latest version. */
    revision: integerShape,
    /** An attribute of the track, or of any of its detections; with a value, `2` is also the number. */
    attribute: objectOf({ name: textShape }, { value: textShape, belongs: oneOf(...attributePlaces) }),
    /** Rules of the panel Problems of which it breaks at least one, by their codes. */
    rules: listOf(textShape),
    sort: oneOf(...reviewSorts),
    descending: booleanShape,
    limit: integerShape,
    cursor: textShape,
    /** Whether the first page has `total` and `types`, which take longer to count than the page; `only`: no page. */
    counts: oneOf(...reviewCounts),
  },
);

export const reviewRoutes = {
  "review.entries": route(pageShape, queryShape)("POST", "review/entries", {
    auth: "user",
    summary:
      "Tracks of many datasets as they are now, a page at a time: by best type and its least confidence, attribute, author of the latest version, and broken rules; sorted by dataset, confidence, first frame or size of the first box.",
    body: "json",
  }),
  "review.tracks": route(listOf(documentOf("Track")))("GET", "review/tracks", {
    auth: "user",
    summary: "Some tracks of a set at a revision, by their ids.",
    parameters: {
      folderId: p.need.text(),
      trackIds: p.need.array<number>(),
      revision: p.integer(),
      set: p.text(),
    },
  }),
  "review.chip": route<never>()("GET", "review/chip", {
    auth: "public",
    cookie: true,
    reply: "raw",
    summary:
      "What is in a box on a frame, and around it, as a small WebP picture: `context` is the share of its sides that is shown around it.",
    parameters: {
      folderId: p.need.text(),
      frame: p.need.integer(),
      box: p.need.array<number>(),
      context: p.number(0.3),
      side: p.integer(256),
    },
  }),
} as const;
