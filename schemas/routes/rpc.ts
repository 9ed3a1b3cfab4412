/** Operations on datasets (api-v1 section 16), and tiles of large images (section 18). */
import { jobShape, postprocessShape, scoringRequestShape } from "../wire.ts";
import { p, route } from "../route.ts";
import {
  booleanShape,
  documentShape,
  exactly,
  integerShape,
  listOf,
  nullShape,
  numberShape,
  objectOf,
  objectShape,
  oneOf,
  optional,
  textShape,
} from "../json-shape.ts";

const id = p.need.text();
const tile = { style: p.text(), projection: p.text(), encoding: p.text(), redirect: p.text() } as const;

const point = exactly({ x: numberShape, y: numberShape });

/** Bounds on the image's map, or in its own pixels; `srs` is the map's coordinate system. */
const boundsShape = documentShape("TileBounds", {
  xmin: numberShape,
  xmax: numberShape,
  ymin: numberShape,
  ymax: numberShape,
  srs: textShape,
  ll: point,
  ul: point,
  lr: point,
  ur: point,
});

/** Level 0 is one tile, level `levels - 1` has every pixel. */
export const tileMetadataShape = documentShape("TileMetadata", {
  sizeX: integerShape,
  sizeY: integerShape,
  tileWidth: integerShape,
  tileHeight: integerShape,
  levels: integerShape,
  sourceLevels: integerShape,
  sourceSizeX: integerShape,
  sourceSizeY: integerShape,
  dtype: textShape,
  bandCount: integerShape,
  bounds: boundsShape,
  magnification: nullShape,
  mm_x: nullShape,
  mm_y: nullShape,
  // For georeferenced images, which also have web map tiles, requested with `projection=EPSG:3857`.
  geospatial: optional(booleanShape),
  projection: optional(textShape),
  sourceBounds: optional(boundsShape),
});

const histogramShape = listOf(
  objectOf({
    hist: listOf(integerShape),
    bin_edges: listOf(numberShape),
    range: listOf(numberShape),
    min: numberShape,
    max: numberShape,
    samples: integerShape,
  }),
);

/** `zip`: a picture for each frame. */
const renderShape = objectOf(
  { folderId: textShape },
  {
    set: textShape,
    frames: listOf(integerShape),
    types: listOf(textShape),
    labels: oneOf("none", "types", "ids"),
    boxes: booleanShape,
    tails: integerShape,
    revision: integerShape,
    format: oneOf("mp4", "webm", "zip"),
    sound: booleanShape,
  },
);

export const rpcRoutes = {
  "rpc.postprocess": route(postprocessShape)("POST", "dive_rpc/postprocess/:id", {
    auth: "user",
    summary: "Makes a dataset of what was uploaded, or imports an annotation file.",
    parameters: {
      id,
      skipJobs: p.boolean(false),
      skipTranscoding: p.boolean(false),
      additive: p.boolean(false),
      additivePrepend: p.text(""),
      set: p.text(""),
    },
  }),
  "rpc.pipeline": route(jobShape)("POST", "dive_rpc/pipeline", {
    auth: "user",
    summary: "Runs a pipeline on a dataset; 503 while no worker can.",
    parameters: {
      folderId: p.need.text(),
      pipeline: p.need.object(),
      pipelineParams: p.object(),
      forceTranscoded: p.boolean(false),
    },
  }),
  "rpc.train": route(
    jobShape,
    objectOf({ folderIds: listOf(textShape) }, { labelText: textShape, fineTuneModel: objectShape }),
  )("POST", "dive_rpc/train", {
    auth: "user",
    summary: "Trains a pipeline on datasets; 503 while no worker can.",
    parameters: {
      pipelineName: p.need.text(),
      config: p.need.text(),
      annotatedFramesOnly: p.boolean(false),
      forceTranscoded: p.boolean(false),
    },
    body: "json",
  }),
  "rpc.score": route(jobShape, scoringRequestShape)("POST", "dive_rpc/score", {
    auth: "user",
    summary:
      "Compares computed annotations with the truth, in pairs that are counted together; 503 while no worker can.",
    body: "json",
  }),
  "rpc.render": route(jobShape, renderShape)("POST", "dive_rpc/render", {
    auth: "user",
    summary:
      "Draws annotations into a copy of the media, as a file in the caller's folder; several cameras next to each other. 503 while no worker can.",
    body: "json",
  }),
  "rpc.export": route(jobShape)("POST", "dive_rpc/export", {
    auth: "user",
    summary: "Exports a trained model as ONNX, one of the own trainer as an addon; 503 while no worker can.",
    parameters: { modelFolderId: p.need.text(), exportFolderId: p.need.text() },
  }),
  "rpc.convertLargeImage": route(nullShape)("POST", "dive_rpc/convert_large_image/:id", {
    auth: "user",
    summary: "Makes a large-image dataset of an image sequence; 503 while no worker can.",
    parameters: { id },
  }),
  "rpc.convertDive": route(textShape)("POST", "dive_rpc/convert_dive/:id", {
    auth: "user",
    summary: "Makes a dataset of a video item; the id of its folder.",
    parameters: { id, skipJobs: p.boolean(false), skipTranscoding: p.boolean(true) },
  }),
  "rpc.batchPostprocess": route(nullShape)("POST", "dive_rpc/batch_postprocess/:id", {
    auth: "user",
    summary: "Starts postprocessing of the marked folders below a folder.",
    parameters: { id, skipJobs: p.boolean(false), skipTranscoding: p.boolean(false), limit: p.integer(100) },
  }),

  "tile.get": route(tileMetadataShape)("GET", "item/:id/tiles", {
    auth: "public",
    summary: "Size and levels of a large image.",
    parameters: { id, projection: p.text() },
  }),
  "tile.create": route(nullShape)("POST", "item/:id/tiles", {
    auth: "user",
    summary: "Makes tiles of an image; 503 while no worker can.",
    parameters: { id },
  }),
  "tile.delete": route(exactly({ deleted: booleanShape }))("DELETE", "item/:id/tiles", {
    auth: "user",
    summary: "Drops the tiles of an image.",
    parameters: { id },
  }),
  "tile.internalMetadata": route(objectShape)("GET", "item/:id/tiles/internal_metadata", {
    auth: "public",
    summary: "What the file itself says.",
    parameters: { id },
  }),
  "tile.zxy": route<never>()("GET", "item/:id/tiles/zxy/:z/:x/:y", {
    auth: "public",
    cookie: true,
    reply: "raw",
    summary: "One tile.",
    parameters: { id, z: p.need.integer(), x: p.need.integer(), y: p.need.integer(), ...tile },
  }),
  "tile.fzxy": route<never>()("GET", "item/:id/tiles/fzxy/:frame/:z/:x/:y", {
    auth: "public",
    cookie: true,
    reply: "raw",
    summary: "One tile of one frame.",
    parameters: {
      id,
      frame: p.need.integer(),
      z: p.need.integer(),
      x: p.need.integer(),
      y: p.need.integer(),
      ...tile,
    },
  }),
  "tile.thumbnail": route<never>()("GET", "item/:id/tiles/thumbnail", {
    auth: "public",
    cookie: true,
    reply: "raw",
    summary: "The image, small.",
    parameters: { id, width: p.integer(), height: p.integer(), frame: p.integer(), ...tile },
  }),
  "tile.region": route<never>()("GET", "item/:id/tiles/region", {
    auth: "public",
    cookie: true,
    reply: "raw",
    summary: "A part of the image.",
    parameters: {
      id,
      left: p.number(),
      top: p.number(),
      right: p.number(),
      bottom: p.number(),
      units: p.text(),
      width: p.integer(),
      height: p.integer(),
      frame: p.integer(),
      ...tile,
    },
  }),
  "tile.quadInfo": route<never>()("GET", "item/:id/tiles/tile_frames/quad_info", {
    auth: "public",
    summary: "How the frames lie in textures.",
    parameters: { id },
  }),
  "tile.histogram": route(histogramShape)("GET", "item/:id/tiles/histogram", {
    auth: "public",
    summary: "How often which value occurs.",
    parameters: { id, bins: p.integer(256), frame: p.integer(), width: p.integer(), height: p.integer() },
  }),
} as const;
