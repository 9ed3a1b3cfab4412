/** Generated from schemas/json by `npm run generate`: do not edit. */

/**
 * @minItems 2
 * @maxItems 2
 */
export type WireConfidencePair = [type: string, confidence: number];
/**
 * Pairs of type name and confidence (0..1), sorted by confidence, descending.
 */
export type ConfidencePairs = WireConfidencePair[];
/**
 * Attribute values by attribute name; `userAttributes` holds one such map per user login.
 */
export type AttributeValues = Record<string, unknown>;
export type DatasetType = "image-sequence" | "video" | "large-image" | "multi";
/**
 * 24 lower-case hex digits.
 */
export type ObjectId = string;
/**
 * A number for each channel, in the order of `colours`.
 *
 * @minItems 3
 * @maxItems 3
 */
export type PackChannels = number[];
export type RuleLevel = "off" | "on" | "warning" | "error";

export interface AllSchemas {
  "annotation-document.schema.json"?: AnnotationDocument;
  "attribute.schema.json"?: AttributeDefinition;
  "dataset-configuration.schema.json"?: DatasetConfiguration;
  "dataset-facts.schema.json"?: DatasetFacts;
  "group.schema.json"?: Group;
  "model-pack.schema.json"?: ModelPack;
  "project-configuration.schema.json"?: ProjectConfiguration;
  "release-manifest.schema.json"?: ReleaseManifest;
  "stereo-calibration.schema.json"?: StereoCalibration;
  "track.schema.json"?: Track;
}
/**
 * A DIVE annotation file, version 2.
 */
export interface AnnotationDocument {
  version: 2;
  fps?: number;
  tracks: {
    [k: string]: Track;
  };
  groups: {
    [k: string]: Group;
  };
}
/**
 * One object through time: its type, its attributes and its detections, in ascending frame order.
 */
export interface Track {
  id: number;
  /**
   * First frame; equals the first feature's frame.
   */
  begin: number;
  /**
   * Last frame; equals the last feature's frame.
   */
  end: number;
  confidencePairs: ConfidencePairs;
  attributes: AttributeValues;
  meta?: Record<string, unknown>;
  features: Feature[];
}
/**
 * A detection on the wire: the track on one frame.
 */
export interface Feature {
  frame: number;
  /**
   * x1, y1, x2, y2: left, top, right, bottom in image pixels.
   *
   * @minItems 4
   * @maxItems 4
   */
  bounds: [number, number, number, number];
  /**
   * Time in units of 1/705600000 s.
   */
  flick?: number;
  keyframe?: boolean;
  /**
   * Frames up to the next keyframe are interpolated.
   */
  interpolate?: boolean;
  attributes?: AttributeValues;
  geometry?: FeatureGeometry;
  /**
   * @minItems 2
   * @maxItems 2
   */
  head?: [number, number];
  /**
   * @minItems 2
   * @maxItems 2
   */
  tail?: [number, number];
  /**
   * The bounds with fractions of pixels, where there are any. They count while each is less than a pixel from `bounds`.
   *
   * @minItems 4
   * @maxItems 4
   */
  exactBounds?: [number, number, number, number];
  fishLength?: number;
  notes?: string[];
}
export interface FeatureGeometry {
  type: "FeatureCollection";
  features: GeometryItem[];
}
export interface GeometryItem {
  type: "Feature";
  properties: Record<string, unknown>;
  geometry: Geometry;
}
export interface Geometry {
  type: "Point" | "LineString" | "Polygon";
  coordinates: unknown[];
}
/**
 * Tracks that belong together, each for one or more ranges of frames.
 */
export interface Group {
  id: number;
  begin: number;
  end: number;
  confidencePairs: ConfidencePairs;
  attributes: AttributeValues;
  meta?: Record<string, unknown>;
  /**
   * By track id.
   */
  members: {
    [k: string]: GroupMember;
  };
}
export interface GroupMember {
  /**
   * Inclusive frame ranges [begin, end].
   */
  ranges: [begin: number, end: number][];
}
/**
 * A typed property that tracks or detections can have. Stored under its key.
 */
export interface AttributeDefinition {
  belongs: "track" | "detection";
  datatype: "text" | "number" | "boolean";
  name: string;
  /**
   * `<belongs>_<name>`.
   */
  key: string;
  /**
   * Predefined texts.
   */
  values?: string[];
  valueColors?: {
    [k: string]: string;
  };
  color?: string;
  /**
   * One value per user login.
   */
  user?: boolean;
  editor?: AttributeEditor;
  render?: AttributeRender;
}
export interface AttributeEditor {
  type: "combo" | "slider" | "locked" | "freeform";
  /**
   * @minItems 2
   * @maxItems 2
   */
  range?: [number, number];
  steps?: number;
}
export interface AttributeRender {
  typeFilter?: string[];
  selected?: boolean;
  hideEmpty?: boolean;
  displayName?: string;
  displayColor?: string;
  /**
   * Pixels; -1 is automatic.
   */
  displayTextSize?: number;
  valueColor?: string;
  valueTextSize?: number;
  order?: number;
  location?: "inside" | "outside";
  corner?: "SW" | "SE" | "NW";
  box?: boolean;
  boxColor?: string;
  boxThickness?: number;
  boxBackground?: string;
  boxOpacity?: number;
  layout?: "vertical" | "horizontal";
  displayWidth?: Extent;
  displayHeight?: Extent;
}
export interface Extent {
  type: "px" | "%" | "auto";
  val: number;
}
/**
 * What users configure about a dataset: styles, filters, attributes. Also the configuration file.
 */
export interface DatasetConfiguration {
  version?: 1;
  /**
   * Annotation frame rate; -1: that of the media.
   */
  fps?: number;
  /**
   * Least confidence by type; `default` for the others.
   */
  confidenceFilters?: {
    [k: string]: number;
  };
  timeFilters?: number[];
  customTypeStyling?: {
    [k: string]: TypeStyle;
  };
  customGroupStyling?: {
    [k: string]: TypeStyle;
  };
  imageEnhancements?: ImageEnhancements;
  attributes?: {
    [k: string]: AttributeDefinition;
  };
  attributeTrackFilters?: {
    [k: string]: AttributeTrackFilter;
  };
  datasetInfo?: Record<string, unknown>;
  /**
   * Parent by child.
   */
  typeHierarchy?: {
    [k: string]: string;
  };
  /**
   * By pair of cameras, `left::right`.
   */
  cameraHomographies?: {
    [k: string]: CameraHomography;
  };
  /**
   * By pair of cameras, `left::right`.
   */
  cameraCorrespondences?: {
    [k: string]: CameraCorrespondence[];
  };
  /**
   * By pair of cameras, `left::right`.
   */
  cameraTransformTypes?: {
    [k: string]: "translation" | "rigid" | "similarity" | "affine" | "homography";
  };
  cameraRegistrationSource?: unknown;
  timeAlignment?: TimeAlignment;
}
export interface TypeStyle {
  color?: string;
  /**
   * The color was chosen so that types look different; unless there is more, the type is not defined by it.
   */
  colorOnly?: boolean;
  strokeWidth?: number;
  opacity?: number;
  fill?: boolean;
  showLabel?: boolean;
  showConfidence?: boolean;
  /**
   * Key, 1 to 9, of a type that labels intervals of the video.
   */
  frameLabel?: number;
  /**
   * Boxes of this type are regions in which nothing counts.
   */
  suppress?: boolean;
}
export interface ImageEnhancements {
  brightness?: number;
  contrast?: number;
  saturation?: number;
  sharpen?: number;
}
export interface AttributeTrackFilter {
  name: string;
  attribute: string;
  type: "track" | "detection";
  typeFilter?: string[];
  enabled?: boolean;
  primaryDisplay?: boolean;
  ignoreUndefined?: boolean;
  filter: AttributeTrackFilterRule;
}
export interface AttributeTrackFilterRule {
  op?: "=" | "≠" | ">" | "<" | ">=" | "<=" | "range" | "in" | "rangeFilter" | "contains";
  val: unknown;
  userDefined?: boolean;
  range?: number[];
}
/**
 * Rows of 3x3 matrices that take image points of one camera to the other.
 */
export interface CameraHomography {
  AtoB?: number[][];
  BtoA?: number[][];
}
/**
 * A point that both cameras see, in image pixels of each.
 */
export interface CameraCorrespondence {
  id: unknown;
  /**
   * @minItems 2
   * @maxItems 2
   */
  a: [x: number, y: number];
  /**
   * @minItems 2
   * @maxItems 2
   */
  b: [x: number, y: number];
}
/**
 * How the pictures of cameras with their own clocks and rates meet: each camera shows the one nearest in time. `null` in a change takes it away.
 */
export interface TimeAlignment {
  /**
   * Where a picture's own time comes from: its number and the camera's rate, the capture time in its file name, the container's timestamps, or timestamps corrected by an instant that a person found on two cameras.
   */
  mode: "frame" | "capture-time" | "timestamp" | "manual";
  /**
   * By camera. A picture with the own time t is of the instant `offset + (1 + drift) * t`.
   */
  cameras: {
    [k: string]: CameraClock;
  };
}
export interface CameraClock {
  /**
   * Seconds.
   */
  offset: number;
  /**
   * Seconds gained by each second of the camera's clock; default 0.
   */
  drift?: number;
}
/**
 * What a folder's metadata say about its dataset, in addition to the configuration. An `ObjectId` names an item or a folder; it is followed only as the server's `services/tree/stored-ids.ts` says.
 */
export interface DatasetFacts {
  /**
   * Whether the folder is a dataset.
   */
  annotate?: boolean | number | string;
  /**
   * Whether it is listed as published.
   */
  published?: boolean | number | string;
  type?: DatasetType;
  subType?: "stereo" | "multicam";
  /**
   * Frame rate of the media, in pictures per second.
   */
  originalFps?: number;
  /**
   * The same as a fraction: `30000/1001`.
   */
  originalFpsString?: string;
  /**
   * The video stream.
   */
  ffprobe_info?: Record<string, unknown>;
  metadataFileItemId?: ObjectId;
  metadataFileOriginalName?: string;
  multiCam?: MultiCam;
  /**
   * Waits to be processed.
   */
  MarkForPostProcess?: boolean | number | string;
  /**
   * Holds a trained pipeline.
   */
  trained_pipeline?: boolean | number | string;
}
/**
 * The cameras of a dataset, and their calibration.
 */
export interface MultiCam {
  /**
   * The camera that is shown first.
   */
  defaultDisplay?: string;
  cameraOrder?: string[];
  /**
   * By name; each is a dataset in the folder.
   */
  cameras: {
    [k: string]: MultiCamCamera;
  };
  calibrationItemId?: ObjectId;
  jsonCalibrationItemId?: ObjectId;
  calibrationOriginalName?: string;
  calibrationConversionError?: string;
}
export interface MultiCamCamera {
  folderId: ObjectId;
  type: DatasetType;
}
/**
 * The `pack.json` of a model pack: what a model is for, which files it has, how pictures are given to it and how its answers are read.
 */
export interface ModelPack {
  format: "wakeline-model-pack";
  version: 1;
  /**
   * What it does: finds objects, outlines them, follows them, or reads text.
   */
  kind: "detector" | "segmenter" | "tracker" | "text";
  /**
   * What people know it by.
   */
  name: string;
  /**
   * What it finds, in a sentence.
   */
  description?: string;
  /**
   * Of the model: its SPDX name, or where its text is.
   */
  licence: string;
  /**
   * Where the model comes from.
   */
  source?: string;
  /**
   * All files but `pack.json`.
   */
  files: PackFile[];
  /**
   * Path of the ONNX file; of a segmenter: the encoder; of a text pack: the model that finds lines.
   */
  model: string;
  decoder?: PackDecoder;
  lines?: PackLines;
  reader?: PackReader;
  search?: PackSearch;
  input: PackInput;
  output?: PackOutput;
  /**
   * What a detector tells apart, in the order of its scores: the types of its boxes.
   */
  classes?: string[];
  /**
   * Less certain boxes are left out, if nothing else is asked for; default 0.25.
   */
  confidence?: number;
  /**
   * Of boxes of one class that overlap more (shared area by the area of both), the most certain one is kept; default 0.45 for `yolo`, 1 (all are kept) for the others.
   */
  overlap?: number;
}
export interface PackFile {
  /**
   * Next to `pack.json`: letters, digits, `.`, `_` and `-`.
   */
  path: string;
  /**
   * Lower-case hex digits.
   */
  sha256: string;
  bytes: number;
}
/**
 * A segmenter's second model, which answers clicks and boxes from what the encoder made of a picture.
 */
export interface PackDecoder {
  /**
   * Path of the ONNX file.
   */
  model: string;
  /**
   * `sam`: takes `image_embeddings`, `point_coords`, `point_labels`, `mask_input`, `has_mask_input` and `orig_im_size`; answers `masks`, `iou_predictions` and `low_res_masks`.
   */
  layout: "sam";
  /**
   * Name of the encoder's output; absent where it has one.
   */
  embeddings?: string;
  /**
   * What a number of the mask exceeds on the object; default 0.
   */
  threshold?: number;
}
/**
 * How the first model of a text pack says where lines of text are.
 */
export interface PackLines {
  /**
   * `db`: a map of the size of its input with how likely each pixel is text, as differentiable binarization answers it.
   */
  layout: "db";
  /**
   * Name of the output; absent where it has one.
   */
  output?: string;
  /**
   * What a pixel of text exceeds; default 0.3.
   */
  threshold?: number;
  /**
   * Lines whose pixels are less certain in the mean are left out; default 0.6.
   */
  confidence?: number;
  /**
   * How far a line reaches beyond its pixels on the map: its area by its perimeter, times this; default 1.5.
   */
  grow?: number;
  /**
   * Sides of the input are multiples of this; default 32.
   */
  multiple?: number;
}
/**
 * A text pack's second model, which reads the characters of one line.
 */
export interface PackReader {
  /**
   * Path of the ONNX file.
   */
  model: string;
  /**
   * `ctc`: for each step along the line a score for each character and for none, as CRNN and SVTR answer.
   */
  layout: "ctc";
  /**
   * Path of a text file in UTF-8 with one character a line, in the order of the scores.
   */
  characters: string;
  /**
   * Where the score of no character is: before the others (`first`, the default) or after them (`last`).
   */
  blank?: "first" | "last";
  /**
   * Whether the scores have a space after the characters of the file.
   */
  space?: boolean;
  /**
   * What makes probabilities of scores; default `none`: they are probabilities.
   */
  activation?: "none" | "softmax";
  /**
   * Name of the output; absent where it has one.
   */
  output?: string;
  input: PackInput;
}
/**
 * How a picture becomes numbers: made as large as this, each channel `(value / 255 - mean) / deviation`.
 */
export interface PackInput {
  /**
   * Of the model's input; absent where it has one.
   */
  name?: string;
  /**
   * Pixels.
   */
  width: number;
  /**
   * Pixels.
   */
  height: number;
  /**
   * `fit` (default): as it is shaped, centred, the rest filled with `padding`. `fit-corner`: the same, at the top left. `stretch`: both sides each by itself.
   */
  resize?: "fit" | "fit-corner" | "stretch";
  /**
   * Of the rest, 0 to 255; default 114.
   */
  padding?: number;
  /**
   * Order of the axes; default `nchw`.
   */
  layout?: "nchw" | "nhwc";
  /**
   * Order of the channels; default `rgb`.
   */
  colours?: "rgb" | "bgr";
  /**
   * What a channel is divided by; default 255.
   */
  scale?: number;
  mean?: PackChannels;
  deviation?: PackChannels;
}
/**
 * How a tracker finds on the next picture what a template shows. Its template is given as `input`.
 */
export interface PackSearch {
  /**
   * `centre`: for each place of a grid how likely the middle of the object is there, the size of the object (0 to 1 of the searched part), and how far its middle is from the place (0 to 1 of a place), as VitTrack and OSTrack answer.
   */
  layout: "centre";
  input: PackInput;
  /**
   * Name of the output with scores.
   */
  scores: string;
  /**
   * Name of the output with widths and heights.
   */
  sizes: string;
  /**
   * Name of the output with offsets across and down.
   */
  offsets: string;
  /**
   * Side of the part that the template shows: the root of the object's area, times this; default 2.
   */
  templateScale?: number;
  /**
   * The same of the part that is searched; default 4.
   */
  searchScale?: number;
}
/**
 * How the answers of a detector are read.
 */
export interface PackOutput {
  /**
   * `yolo`: rows of centre, size and a score for each class, in pixels of the input. `yolo-end-to-end`: rows of two corners, score and class. `detr`: boxes as centre and size, 0 to 1, and scores by themselves.
   */
  layout: "yolo" | "yolo-end-to-end" | "detr";
  /**
   * Name of the output with boxes; absent where there is one output.
   */
  boxes?: string;
  /**
   * Name of the output with scores: `detr` alone.
   */
  scores?: string;
  /**
   * `yolo`: a number in front of the scores, by which they are multiplied (version 5 to 7).
   */
  objectness?: boolean;
  /**
   * `yolo`: whether boxes are along the last axis (`last`, the default, version 8 and later) or along the one before it (`middle`).
   */
  rows?: "last" | "middle";
  /**
   * `detr`: what makes scores of numbers; `softmax` has one more class at the end, which is nothing. Default `sigmoid`.
   */
  activation?: "sigmoid" | "softmax" | "none";
}
/**
 * `wakeline.config.json`: how `wakeline validate` judges the annotation files of a project.
 */
export interface ProjectConfiguration {
  /**
   * The address of this schema, for editors.
   */
  $schema?: string;
  validate?: ValidateSettings;
}
export interface ValidateSettings {
  /**
   * What to check if the command line names no files: files, folders and globs, relative to this file.
   */
  files?: string[];
  /**
   * Like `--all`.
   */
  all?: boolean;
  /**
   * Like `--strict`.
   */
  strict?: boolean;
  /**
   * The allowed types; any other type is a finding.
   */
  types?: string[];
  rules?: RuleLevels;
  /**
   * Rules for some of the files. If several match, the last one counts.
   */
  overrides?: RuleOverride[];
  /**
   * A file with known findings, which are not reported; relative to this file.
   */
  baseline?: string;
}
/**
 * By code of a problem, or by a pattern such as `csv-*`. `on` keeps the default severity.
 */
export interface RuleLevels {
  [k: string]: RuleLevel;
}
export interface RuleOverride {
  /**
   * Globs, relative to this file.
   */
  files: string[];
  rules: RuleLevels;
}
/**
 * Describes media and annotations, as written by `wakeline release create`, so that a copy can be compared with them.
 */
export interface ReleaseManifest {
  /**
   * The address of this schema, for editors.
   */
  $schema?: string;
  version: 1;
  /**
   * The display name of the release.
   */
  name?: string;
  /**
   * When it was created, ISO 8601.
   */
  created: string;
  media: ReleasedMedia[];
  annotations: ReleasedAnnotations[];
}
/**
 * A video, or a folder of pictures. The lists have one entry per frame.
 */
export interface ReleasedMedia {
  /**
   * Relative to the manifest, with `/` between the parts.
   */
  path: string;
  /**
   * Of a dataset on a server: server, dataset.
   */
  origin?: {};
  kind: "video" | "pictures";
  /**
   * Size of the file; absent for a folder.
   */
  bytes?: number;
  /**
   * Hash of the file; absent for a folder.
   */
  sha256?: string;
  /**
   * Width of the first picture in pixels, as stored.
   */
  width?: number;
  height?: number;
  /**
   * Degrees by which players turn the pictures of the video, clockwise; absent: 0.
   */
  turned?: 90 | 180 | 270;
  /**
   * When each frame is shown; absent for a folder.
   */
  seconds?: number[];
  /**
   * Files of a folder in the order of frames.
   */
  names?: string[];
  /**
   * MD5 of each decoded picture; empty where it could not be decoded.
   */
  content: string[];
  /**
   * Perceptual hash of each picture, 64 bits.
   */
  looks: string[];
}
/**
 * A file of annotations. Hashes are of its content, independent of the format and the order of rows.
 */
export interface ReleasedAnnotations {
  /**
   * Relative to the manifest, with `/` between the parts.
   */
  path: string;
  /**
   * Of a dataset on a server: server, dataset, set (`null`: the default one), revision.
   */
  origin?: {};
  bytes: number;
  /**
   * Hash of the file.
   */
  sha256: string;
  format: string;
  counts: ReleasedCounts;
  /**
   * SHA-256 of each column over all tracks and groups: `detection.bounds`, `track.confidencePairs`.
   */
  columns: {
    [k: string]: string;
  };
  schema: ReleasedSchema;
  ledger: ReleasedLedger;
  /**
   * Short hashes of each track by column, by id.
   */
  tracks: {
    [k: string]: ColumnHashes;
  };
  /**
   * Short hashes of each group by column, by id.
   */
  groups: {
    [k: string]: ColumnHashes;
  };
}
export interface ReleasedCounts {
  tracks: number;
  detections: number;
  groups: number;
}
export interface ReleasedSchema {
  types: string[];
  /**
   * Kind of value by `track_NAME` or `detection_NAME`.
   */
  attributes: {
    [k: string]: string;
  };
}
/**
 * What the release leaves out of the file.
 */
export interface ReleasedLedger {
  /**
   * Broken rows or tracks.
   */
  skipped: number;
  /**
   * Number by code.
   */
  problems: {
    [k: string]: number;
  };
}
/**
 * The first 12 digits of the SHA-256 of each column.
 */
export interface ColumnHashes {
  [k: string]: string;
}
/**
 * A pair of cameras: the optics of each, and the position of the right one relative to the left one.
 */
export interface StereoCalibration {
  /**
   * Rotation, 3 by 3.
   */
  R: unknown[];
  /**
   * Translation, in the unit of the squares.
   */
  T: unknown[];
  calibrations: CameraCalibrations;
  /**
   * Pixels.
   */
  imageWidth?: number;
  /**
   * Pixels.
   */
  imageHeight?: number;
  /**
   * Corners of the pattern.
   */
  gridWidth?: number;
  /**
   * Corners of the pattern.
   */
  gridHeight?: number;
  /**
   * Of the pattern, millimetres.
   */
  squareSize?: number;
  /**
   * Pixels.
   */
  rmsErrorStereo?: number;
}
export interface CameraCalibrations {
  left: CameraCalibration;
  right: CameraCalibration;
}
/**
 * Focal lengths and centre in pixels, coefficients of the lens distortion.
 */
export interface CameraCalibration {
  fx: number;
  fy: number;
  cx: number;
  cy: number;
  k1?: number;
  k2?: number;
  k3?: number;
  p1?: number;
  p2?: number;
  /**
   * Pixels.
   */
  rmsError?: number;
}
