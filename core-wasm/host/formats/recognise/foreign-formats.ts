/**
 * Formats of other tools that cannot be read here: their names, how to recognize them, and how to convert them. A new
 * reader replaces its entry.
 */
import type { TranslatedTool } from "./recognised.ts";

export interface ForeignFormat {
  /** Display name with an article: `a project of Datumaro`. */
  readonly what: string;
  /** Advice on what to do instead, as a complete sentence. */
  readonly wayOver: string;
  /** It can be read after all, as COCO. */
  readonly translated?: TranslatedTool;
}

export function foreignText({ what, wayOver }: ForeignFormat): string {
  return `This is ${what}, which Wakeline cannot read. ${wayOver}`;
}

const coco = (tool: string, how: string): string => `Export it as COCO from ${tool} (${how}) and import that.`;

interface ForeignTable extends ForeignFormat {
  /** Cells of the first rows, in lower case. */
  readonly isIt: (rows: readonly (readonly string[])[], comments: readonly string[]) => boolean;
}

const hasColumns =
  (...names: readonly string[]): ForeignTable["isIt"] =>
  ([header = []]) =>
    names.every((name) => header.includes(name));

/** Tables, recognized by their header. */
export const foreignTables: readonly ForeignTable[] = [
  {
    what: "a table of keypoints of DeepLabCut",
    wayOver: "Body parts are points without boxes. Import a CSV of boxes, or COCO keypoints.",
    isIt: (rows) => rows.slice(0, 4).some(([first]) => first === "bodyparts" || first === "scorer"),
  },
  {
    what: "a table of poses of SLEAP",
    wayOver: "Export labels as COCO from SLEAP and import that.",
    isIt: ([header = []]) => header.includes("frame_idx") && header.includes("instance.score"),
  },
  {
    what: "a CSV of the VGG Image Annotator (VIA)",
    translated: "via-csv",
    wayOver: coco("VIA", "Annotation, Export annotations, COCO format"),
    // Version 1 puts `#` before the names.
    isIt: (rows, comments) =>
      hasColumns("region_shape_attributes", "region_attributes")(rows, comments) ||
      comments.some((comment) => /^#filename\W.*region_shape_attributes/.test(comment)),
  },
  {
    what: "a CSV of the VGG Video Annotator (VIA 3)",
    translated: "via3-csv",
    wayOver: coco("VIA", "Export, COCO"),
    isIt: (_rows, comments) => comments.some((comment) => /CSV_HEADER\s*=/.test(comment)),
  },
  {
    what: "a video annotation report of BIIGLE, with shapes at seconds of a video",
    translated: "biigle-video",
    wayOver:
      "Convert seconds to frames (times the frame rate), with one row per box, and import that CSV with `--columns`.",
    isIt: hasColumns("video_annotation_label_id"),
  },
  {
    what: "a report of BIIGLE that counts labels and has no positions",
    wayOver: "Request an image annotation report of the kind CSV or COCO from BIIGLE and import that.",
    isIt: ([header = []]) =>
      header.includes("annotation_count") || (header.includes("label_hierarchy") && !header.includes("points")),
  },
  {
    what: "a table of points of Squidle+",
    wayOver: "Export annotations with their boxes as COCO from Squidle+ and import that.",
    isIt: ([header = []]) => header.filter((name) => /^(point|label|media|annotation_set)\.\w/.test(name)).length > 1,
  },
  {
    what: "a table of spots of TrackMate",
    wayOver: "Spots are points with a radius. Convert each to a box, one row per box, and import that CSV with `--columns`.",
    isIt: hasColumns("track_id", "position_x", "position_y"),
  },
  {
    what: "a table of boxes of the Waymo Open Dataset",
    wayOver:
      "It has the centers and sizes of boxes. Compute columns for left, top, width and height, and import that CSV with `--columns`.",
    isIt: ([header = []]) => header.some((name) => /^\[(camera|lidar|projected\w*)boxcomponent\]/.test(name)),
  },
  {
    what: "a table of points of CoralNet",
    wayOver: "Points without boxes are not read from tables.",
    isIt: ([header = []]) => ["name", "row", "column"].every((name) => header.includes(name)),
  },
  {
    what: "a table of events of BORIS",
    wayOver: "Events of behaviour have no boxes and cannot be imported.",
    isIt: ([header = []]) => header.includes("behavior") || header.includes("observation id"),
  },
  {
    what: "a table of Label Studio, with its shapes as JSON in cells",
    wayOver: coco("Label Studio", "Export, COCO"),
    isIt: ([header = []]) => header.includes("annotation_id") && header.includes("lead_time"),
  },
  {
    what: "a table of Labelbox",
    wayOver: coco("Labelbox", "export, then its COCO converter"),
    isIt: ([header = []]) => header.includes("labeled data") || header.includes("datarow id"),
  },
  {
    what: "a table of selections of Raven, which are sounds",
    wayOver: "Sounds have no boxes on pictures and cannot be imported.",
    isIt: hasColumns("begin time (s)", "end time (s)"),
  },
  {
    what: "a table of classifications of Zooniverse, with its answers as JSON in cells",
    wayOver: "Aggregate it (`panoptes_aggregation`) to one row a box, and import that CSV with `--columns`.",
    isIt: hasColumns("classification_id", "annotations"),
  },
  {
    what: "a table of particles of Trackpy",
    wayOver: "Particles are points. Convert each to a box, one row per box, and import that CSV with `--columns`.",
    isIt: (rows, comments) =>
      hasColumns("x", "y", "frame", "particle")(rows, comments) &&
      !["width", "w", "x2"].some((name) => hasColumns(name)(rows, comments)),
  },
  {
    what: "a table of Google Cloud AutoML",
    wayOver: "Export the dataset as COCO and import that.",
    isIt: (rows) => rows.length > 0 && rows.every(([, path = ""]) => path.startsWith("gs://")),
  },
];

/** By name, if recognized by their rows instead of a header. */
export const foreignRows = {
  kitti: {
    what: "a file of objects of KITTI, on one picture",
    translated: "kitti",
    wayOver: "Convert the folder to COCO (`datum convert -if kitti_detection -f coco`, of Datumaro) and import that.",
  },
  kittiTracking: {
    what: "a file of tracks of KITTI",
    translated: "kitti-tracking",
    wayOver: "Convert it to MOT rows or COCO and import that.",
  },
  icdar: {
    what: "a file of texts of ICDAR, with four corners and a text a line",
    translated: "icdar",
    wayOver:
      "Convert the folder to COCO (`datum convert -if icdar_text_localization -f coco`, of Datumaro) and import that.",
  },
  ava: {
    what: "a table of AVA, with boxes at seconds of videos",
    wayOver:
      "Make frames of the seconds (times the frame rate), and import that CSV with `--columns` and `units=fractions`.",
  },
  dota: {
    what: "a label file of DOTA, with one turned box a line",
    translated: "dota",
    wayOver: "Convert the folder to COCO (`DOTA2COCO` of the DOTA devkit) and import that.",
  },
  mots: {
    what: "a file of masks of MOTS",
    translated: "mots",
    wayOver: "Convert it to COCO with masks, or import the boxes as MOT rows.",
  },
} as const satisfies Record<string, ForeignFormat>;

interface ForeignText extends ForeignFormat {
  /** The first lines that are not blank. */
  readonly isIt: (lines: readonly string[]) => boolean;
}

const areAll =
  (line: RegExp): ForeignText["isIt"] =>
  (lines) =>
    lines.length > 0 && lines.every((one) => line.test(one));

/** Text that is not a table, or whose cells contain what separates cells elsewhere. */
export const foreignTexts: readonly ForeignText[] = [
  {
    what: "a file of subtitles",
    wayOver: "Texts at times have no boxes and cannot be imported.",
    isIt: ([first = "", second = "", third = ""]) =>
      /^\ufeff?WEBVTT/.test(first) || [first, second, third].some((line) => /^[\d:,.]+ --> [\d:,.]+/.test(line)),
  },
  {
    what: "a list of sounds of Audacity, with a begin, an end and a label",
    wayOver: "Sounds have no boxes on pictures and cannot be imported.",
    isIt: areAll(/^\d+\.\d{6}\t\d+\.\d{6}(\t.*)?$/),
  },
  {
    what: "the description of a YOLO dataset",
    wayOver: "Boxes are in the files of its `labels` folder: import the whole folder, or a zip of it.",
    isIt: (lines) =>
      lines.some((line) => /^names\s*:/.test(line)) && lines.some((line) => /^(train|val|nc|path)\s*:/.test(line)),
  },
  {
    what: "a pointer of Git LFS and not the file itself, which was not downloaded",
    wayOver: "Download the file (`git lfs pull`, or the download link of the page) and use that.",
    isIt: ([line = ""]) => line.startsWith("version https://git-lfs.github.com/spec/"),
  },
  {
    what: "a pointer of git-annex and not the file itself, which was not downloaded",
    wayOver: "Download the file (`git annex get`, or `datalad get`) and use that.",
    isIt: ([line = "", ...others]) => others.length === 0 && /(^|\/)annex\/objects\//.test(line),
  },
  { ...foreignRows.mots, isIt: areAll(/^\d+ \d+ \d+ \d+ \d+ (?=\S*[^\d.\s])\S+$/) },
  {
    what: "a list of pictures of WIDER FACE, each with its boxes below it",
    wayOver: "Convert it to COCO or to a CSV with the picture in every row, and import that.",
    isIt: ([picture = "", count = "", box = ""]) =>
      /^\S+\.(jpe?g|png|bmp)$/i.test(picture) && /^\d+$/.test(count) && /^-?\d+( -?\d+){3,}$/.test(box),
  },
  {
    what: "a list of pictures of Keras YOLO, each with its boxes after it",
    wayOver: "Convert it to COCO or to a CSV with one box a row, and import that.",
    isIt: areAll(/^\S+\.(jpe?g|png|bmp)( -?\d+,-?\d+,-?\d+,-?\d+,\d+)+$/i),
  },
];

interface ForeignJson extends ForeignFormat {
  /** Keys of the outermost object, or of the first entry of a list; `textOf` returns the beginning of a value. */
  readonly isIt: (
    has: (...keys: readonly string[]) => boolean,
    textOf: (key: string) => string,
    /** The beginning of the first key's value. */
    firstText: string,
  ) => boolean;
}

/** JSON objects, recognized by their keys. */
export const foreignObjects: readonly ForeignJson[] = [
  {
    what: "YouTube-VIS, which has boxes and masks of whole videos",
    wayOver: "Convert it to COCO with an image a frame and import that.",
    isIt: (has, textOf) => has("videos", "annotations") && /"(bboxes|segmentations)"\s*:/.test(textOf("annotations")),
  },
  {
    what: "COCO captions, which have texts and no boxes",
    wayOver: "Import the file of instances (`instances_*.json`).",
    isIt: (has, textOf) =>
      has("annotations") && /^\[\s*\{[^{}[\]]*"caption"\s*:/.test(textOf("annotations")) && !has("categories"),
  },
  {
    what: "a project of Datumaro",
    translated: "datumaro",
    wayOver: coco("Datumaro", "`datum convert -if datumaro -f coco`"),
    isIt: (has, textOf) => has("dm_format_version") || (has("categories", "items") && !textOf("items").startsWith("{")),
  },
  {
    what: "a file of V7 Darwin",
    translated: "darwin",
    wayOver: coco("V7", "`darwin convert coco`"),
    isIt: (has) =>
      has("item", "annotations") || (has("schema_ref") && has("annotations")) || has("dataset", "image", "annotations"),
  },
  {
    what: "a project of the VGG Image Annotator (VIA)",
    translated: "via2",
    wayOver: coco("VIA", "Annotation, Export annotations, COCO format"),
    isIt: (has, _textOf, first) =>
      has("_via_img_metadata") || has("_via_settings") || (/"regions"\s*:/.test(first) && /"filename"\s*:/.test(first)),
  },
  {
    what: "a project of the VGG Video Annotator (VIA 3)",
    translated: "via3",
    wayOver: coco("VIA", "Export, COCO"),
    isIt: (has) => has("project", "config", "attribute", "file", "metadata", "view"),
  },
  {
    what: "a video annotation of Supervisely",
    translated: "supervisely-video",
    wayOver: coco("Supervisely", "the app Export to COCO"),
    isIt: (has) => has("objects", "frames", "framesCount"),
  },
  {
    what: "an annotation file of Supervisely",
    translated: "supervisely",
    wayOver: coco("Supervisely", "the app Export to COCO"),
    isIt: (has) => has("objects", "size"),
  },
  {
    what: "the description of a project of Supervisely",
    wayOver: coco("Supervisely", "the app Export to COCO"),
    isIt: (has) => has("classes", "tags", "projectType"),
  },
  {
    what: "a result of MegaDetector",
    wayOver: "Convert it to COCO (`md_to_coco` of the package megadetector) and import that.",
    isIt: (has) => has("detection_categories", "images"),
  },
  {
    what: "a file of Cityscapes, one for each picture",
    wayOver: "Convert the folder to COCO with instances and import that.",
    isIt: (has) => has("imgHeight", "imgWidth", "objects"),
  },
  {
    what: "a file of ADE20K, one for each picture",
    wayOver: "Convert the folder to COCO and import that.",
    isIt: (has, textOf) => has("annotation") && /"(filename|imsize|scene)"\s*:/.test(textOf("annotation")),
  },
  {
    what: "a file of frames of the Waymo Open Dataset",
    wayOver: "Convert the labels of its cameras to COCO and import that.",
    isIt: (has, textOf) => has("frames") && /"(camera_?labels|cameraLabels|laser_?labels)"/i.test(textOf("frames")),
  },
  {
    what: "a file of Encord",
    wayOver: coco("Encord", "Export labels, COCO"),
    isIt: (has) => has("data_units") || has("label_hash", "data_hash"),
  },
  {
    what: "a file of Hasty",
    wayOver: coco("Hasty", "Export data, COCO"),
    isIt: (has) => has("label_classes", "images"),
  },
  {
    what: "a file of BDD100K",
    translated: "bdd",
    wayOver: "Convert it to COCO (`python -m bdd100k.label.to_coco`) and import that.",
    isIt: (has, textOf) => has("frames") && /"(labels|objects|box2d)"\s*:/.test(textOf("frames")),
  },
  {
    what: "a project of VoTT",
    translated: "vott",
    wayOver: "Export it as CSV from VoTT and import that with `--columns`.",
    isIt: (has) => has("visitedAssetIds") || has("assets", "tags") || (has("asset", "regions") && !has("images")),
  },
  {
    what: "a GeoJSON of places on the earth",
    wayOver: "Its coordinates are not pixels. Convert them to pixels, save them as COCO, and import that.",
    isIt: (has, textOf) => has("type", "features") || /^"(FeatureCollection|Feature)"/.test(textOf("type")),
  },
  {
    what: "a result of nuScenes",
    wayOver: "Its boxes are in space: project them to a camera, as COCO, and import that.",
    isIt: (has) => has("meta", "results"),
  },
  {
    what: "a file of OpenLABEL",
    wayOver: "Convert it to COCO and import that.",
    isIt: (has) => has("openlabel") || has("vcd"),
  },
  {
    what: "a project of BORIS, which has events of behaviour",
    wayOver: "Events have no boxes and cannot be imported.",
    isIt: (has) => has("observations", "behaviors_conf") || has("observations", "time_format"),
  },
  {
    what: "samples of FiftyOne",
    wayOver: coco("FiftyOne", "`dataset.export(dataset_type=fo.types.COCODetectionDataset)`"),
    isIt: (has, textOf) => has("samples") && textOf("samples").startsWith("["),
  },
  {
    what: "a manifest of SageMaker Ground Truth",
    wayOver: "Convert it to COCO and import that.",
    isIt: (has) => has("source-ref"),
  },
  {
    what: "a list of Labelbox",
    wayOver: coco("Labelbox", "export, then its COCO converter"),
    isIt: (has) => has("data_row", "projects") || has("DataRow ID", "Label"),
  },
  {
    what: "a file of SLEAP",
    wayOver: coco("SLEAP", "Export labels"),
    isIt: (has) => has("skeletons", "videos", "nodes"),
  },
];

/** Lists, recognized by the keys of their first entry. */
export const foreignLists: readonly ForeignJson[] = [
  {
    what: "a list of results of COCO, which has no pictures or categories",
    translated: "coco-results",
    wayOver:
      "Make it the `annotations` of a COCO file: {images, categories, annotations}, with the images and categories of the ground truth.",
    isIt: (has) => has("image_id", "category_id") && !has("segments_info"),
  },
  {
    what: "a file of CreateML",
    translated: "createml",
    wayOver: "Convert it to COCO (Roboflow does) and import that.",
    isIt: (has, textOf) => has("image", "annotations") || /"coordinates"\s*:/.test(textOf("annotations")),
  },
  {
    what: "the annotations of a CVAT backup",
    wayOver: "Export the task from CVAT as `CVAT for images`, `CVAT for video` or COCO and import that.",
    isIt: (has) => has("shapes", "tracks") && has("version"),
  },
  {
    what: "a list of pictures of FathomNet",
    wayOver: "Download the dataset as COCO (`fathomnet-generate --format coco` of fathomnet-py) and import that.",
    isIt: (has) => has("boundingBoxes") || has("bounding_boxes", "url"),
  },
  {
    what: "a list of detections of Ultralytics, on one picture",
    wayOver: "Save labels as text (`save_txt=True save_conf=True`) and import that folder as YOLO.",
    isIt: (has) => has("class", "confidence", "box"),
  },
  {
    what: "a file of Encord",
    wayOver: coco("Encord", "Export labels, COCO"),
    isIt: (has) => has("data_units") || has("label_hash", "data_hash"),
  },
  {
    what: "a file of BDD100K",
    translated: "bdd",
    wayOver: "Convert it to COCO (`python -m bdd100k.label.to_coco`) and import that.",
    isIt: (has) => has("name", "labels") || has("videoName", "labels") || has("name", "frames"),
  },
  {
    what: "a table of nuScenes",
    wayOver: "Its boxes are in space: project them to a camera, as COCO, and import that.",
    isIt: (has) => has("token"),
  },
  {
    what: "a list of Labelbox",
    wayOver: coco("Labelbox", "export, then its COCO converter"),
    isIt: (has) => has("data_row") || has("DataRow ID") || has("Labeled Data"),
  },
  {
    what: "a list of annotations of Supervisely",
    wayOver: coco("Supervisely", "the app Export to COCO"),
    isIt: (has) => has("annotation", "imageName") || has("frames", "framesCount"),
  },
];

interface ForeignXml extends ForeignFormat {
  readonly sign: RegExp;
}

/** XML, recognized by its first elements. */
export const foreignXml: readonly ForeignXml[] = [
  {
    what: "a file of ELAN, which has events in time",
    wayOver: "Events have no boxes and cannot be imported.",
    sign: /<ANNOTATION_DOCUMENT[\s>]/,
  },
  {
    what: "a file of ViPER",
    wayOver: "Convert it to MOT rows or COCO and import that.",
    sign: /<viper[\s>]/i,
  },
  {
    what: "a file of LabelMe's web tool",
    wayOver: "Convert the folder to COCO and import that.",
    sign: /<annotation>[\s\S]*<(polygon|sourceImage)>/,
  },
  {
    what: "a file of UA-DETRAC",
    wayOver: "Convert it to MOT rows and import that.",
    sign: /<sequence[\s>][\s\S]*<(ignored_region|frame)[\s>]/,
  },
  {
    what: "a file of imglab (dlib)",
    wayOver: "Convert it to COCO (imglab's web tool exports that) and import it.",
    sign: /<dataset[\s>][\s\S]*<images?[\s>]/,
  },
  {
    what: "a file of TrackMate, with spots and tracks of them",
    wayOver: "Spots are points with a radius. Convert each to a box, one row per box, and import that CSV with `--columns`.",
    sign: /<TrackMate[\s>]/,
  },
  {
    what: "a file of Kinovea",
    wayOver: "Its points and angles have no boxes and cannot be imported.",
    sign: /<KinoveaVideoAnalysis[\s>]/,
  },
  {
    what: "a track of GPX, with places on the earth",
    wayOver: "Positions are not boxes. Convert them to a frame-metadata.csv to see them with the pictures.",
    sign: /<gpx[\s>]/i,
  },
  {
    what: "a map in KML or GML, with places on the earth",
    wayOver: "Its coordinates are not pixels. Convert them to pixels, save them as COCO, and import that.",
    sign: /<(kml|gml:|wfs:)/i,
  },
];
