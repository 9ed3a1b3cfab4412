/**
 * Formats of other tools that cannot be read here: their names, how to recognize them, and how to convert them. A new
 * reader replaces its entry.
 */
import type { AnnotationFormat } from "../format-table.ts";
import type { TranslatedTool } from "./recognized.ts";

export interface ForeignFormat {
  /** Display name with an article: `a project of Datumaro`. */
  readonly what: string;
  /** Advice on what to do instead, as a complete sentence. */
  readonly importAdvice: string;
  /** It can be read after all, as COCO. */
  readonly translated?: TranslatedTool;
  /** It can be written, too. */
  readonly kind?: AnnotationFormat;
}

export function foreignText({ what, importAdvice }: ForeignFormat): string {
  return `This is ${what}, which Wakeline cannot read. ${importAdvice}`;
}

const coco = (tool: string, how: string): string => `Export it as COCO from ${tool} (${how}) and import that.`;

interface ForeignTable extends ForeignFormat {
  /** Cells of the first rows, in lower case. */
  readonly matches: (rows: readonly (readonly string[])[], comments: readonly string[]) => boolean;
}

const hasColumns =
  (...names: readonly string[]): ForeignTable["matches"] =>
  ([header = []]) =>
    names.every((name) => header.includes(name));

/** Tables, recognized by their header. */
export const foreignTables: readonly ForeignTable[] = [
  {
    what: "a table of keypoints of DeepLabCut",
    importAdvice: "Body parts are points without boxes. Import a CSV of boxes, or COCO keypoints.",
    matches: (rows) => rows.slice(0, 4).some(([first]) => first === "bodyparts" || first === "scorer"),
  },
  {
    what: "a table of poses of SLEAP",
    importAdvice: "Export labels as COCO from SLEAP and import that.",
    matches: ([header = []]) => header.includes("frame_idx") && header.includes("instance.score"),
  },
  {
    what: "a CSV of the VGG Image Annotator (VIA)",
    translated: "via-csv",
    importAdvice: coco("VIA", "Annotation, Export annotations, COCO format"),
    // Version 1 puts `#` before the names.
    matches: (rows, comments) =>
      hasColumns("region_shape_attributes", "region_attributes")(rows, comments) ||
      comments.some((comment) => /^#filename\W.*region_shape_attributes/.test(comment)),
  },
  {
    what: "a CSV of the VGG Video Annotator (VIA 3)",
    translated: "via3-csv",
    importAdvice: coco("VIA", "Export, COCO"),
    matches: (_rows, comments) => comments.some((comment) => /CSV_HEADER\s*=/.test(comment)),
  },
  {
    what: "a video annotation report of BIIGLE, with shapes at seconds of a video",
    translated: "biigle-video",
    importAdvice:
      "Convert seconds to frames (times the frame rate), with one row per box, and import that CSV with `--columns`.",
    matches: hasColumns("video_annotation_label_id"),
  },
  {
    what: "an area report of BIIGLE without positions",
    importAdvice: "Request an image annotation report of the kind CSV or COCO from BIIGLE and import that.",
    matches: hasColumns("annotation_width_px", "annotation_height_px"),
  },
  {
    what: "a report of BIIGLE that counts labels and has no positions",
    importAdvice: "Request an image annotation report of the kind CSV or COCO from BIIGLE and import that.",
    matches: ([header = []]) =>
      header.includes("annotation_count") || (header.includes("label_hierarchy") && !header.includes("points")),
  },
  {
    what: "a table of annotations of Squidle+, in fractions of the pictures",
    translated: "squidle",
    importAdvice: "Export annotations with their boxes as COCO from Squidle+ and import that.",
    matches: (rows, comments) =>
      hasColumns("point.x", "point.y", "label.name")(rows, comments) &&
      ["point.media.path_best", "point.media.key"].some((name) => hasColumns(name)(rows, comments)),
  },
  {
    what: "a table of points of Squidle+",
    importAdvice: "Export annotations with their boxes as COCO from Squidle+ and import that.",
    matches: ([header = []]) =>
      header.filter((name) => /^(point|label|media|annotation_set)\.\w/.test(name)).length > 1,
  },
  {
    what: "a table of regions of TagLab without outlines",
    importAdvice: "Import the project of TagLab (`*.json`), which has the outlines.",
    matches: ([header = []]) =>
      header.some((name) => /^(taglab )?genet id$/.test(name)) && header.some((name) => /\bcentroid x$/.test(name)),
  },
  {
    what: "a table of Timelapse with values of pictures",
    importAdvice:
      "It has no boxes. To attach its values to a dataset, call its column File `filename` and the table frame-metadata.csv.",
    matches: hasColumns("file", "relativepath", "deleteflag"),
  },
  {
    what: "a table with all boxes of a picture in one cell",
    importAdvice: "Convert it to a CSV with one box a row (picture, x, y, width, height), and import that.",
    matches: ([header = [], ...rows]) =>
      header.includes("annotations") &&
      rows.some((row) => /^\[\s*\{[^]*['"](x|x1|xmin|width)['"]\s*:/.test(row[header.indexOf("annotations")] ?? "")),
  },
  {
    what: "a table of masks as lengths of runs",
    importAdvice: "Convert it to COCO with masks and import that.",
    matches: ([header = []]) => header.includes("encodedpixels") || header.includes("encoded_pixels"),
  },
  {
    what: "a table of spots of TrackMate",
    importAdvice:
      "Spots are points with a radius. Convert each to a box, one row per box, and import that CSV with `--columns`.",
    matches: hasColumns("track_id", "position_x", "position_y"),
  },
  {
    what: "a table of boxes of the Waymo Open Dataset",
    importAdvice:
      "It has the centers and sizes of boxes. Compute columns for left, top, width and height, and import that CSV with `--columns`.",
    matches: ([header = []]) => header.some((name) => /^\[(camera|lidar|projected\w*)boxcomponent\]/.test(name)),
  },
  {
    what: "a table of points of CoralNet",
    translated: "coralnet",
    importAdvice: "Points without boxes are not read from tables.",
    matches: ([header = []]) => ["name", "row", "column"].every((name) => header.includes(name)),
  },
  {
    what: "a table of observations of Camtrap DP, whose boxes are fractions of pictures in another table",
    importAdvice:
      "Add the file name of each `mediaID` as a column `filename` (from `media.csv`), and import that with `--columns image=filename,x=bboxX,y=bboxY,width=bboxWidth,height=bboxHeight,type=scientificName,units=fractions`.",
    matches: hasColumns("observationid", "mediaid", "bboxx"),
  },
  {
    what: "a table of events of BORIS",
    importAdvice: "Events of behavior have no boxes and cannot be imported.",
    matches: ([header = []]) => header.includes("behavior") || header.includes("observation id"),
  },
  {
    what: "a table of Labelbox",
    importAdvice: coco("Labelbox", "export, then its COCO converter"),
    matches: ([header = []]) => header.includes("labeled data") || header.includes("datarow id"),
  },
  {
    what: "a table of shapes of napari, with one corner a row",
    importAdvice:
      "Convert each shape to a box, one row per box (`axis-0` is the frame, then y and x), and import that CSV with `--columns`.",
    matches: hasColumns("shape-type", "vertex-index", "axis-0"),
  },
  {
    what: "a table of points of napari",
    importAdvice: "Points are not boxes. Convert each to a box, one row per box, and import that CSV with `--columns`.",
    matches: hasColumns("index", "axis-0", "axis-1"),
  },
  {
    what: "a table of points of EventMeasure",
    importAdvice: "Points without boxes are not read from tables.",
    matches: ([header = []]) => header.includes("opcode") && header.includes("imagerow"),
  },
  {
    what: "a table of actions of EPIC-Kitchens",
    importAdvice: "Actions in time have no boxes and cannot be imported.",
    matches: hasColumns("narration_id", "start_frame", "stop_frame"),
  },
  {
    what: "a Raven selection table, with sounds",
    importAdvice: "Sounds have no boxes on pictures and cannot be imported.",
    matches: hasColumns("begin time (s)", "end time (s)"),
  },
  {
    what: "a table of classifications of Zooniverse, with its answers as JSON in cells",
    importAdvice: "Aggregate it (`panoptes_aggregation`) to one row a box, and import that CSV with `--columns`.",
    matches: hasColumns("classification_id", "annotations"),
  },
  {
    what: "a table of particles of Trackpy",
    importAdvice: "Particles are points. Convert each to a box, one row per box, and import that CSV with `--columns`.",
    matches: (rows, comments) =>
      hasColumns("x", "y", "frame", "particle")(rows, comments) &&
      !["width", "w", "x2"].some((name) => hasColumns(name)(rows, comments)),
  },
  {
    what: "a table of relationships of OpenImages, with two boxes a row",
    importAdvice: "Import the table of boxes instead (`*-annotations-bbox.csv`).",
    matches: hasColumns("labelname1", "labelname2", "xmin1", "xmin2"),
  },
  {
    what: "a table of positions of idtracker.ai, one animal after another",
    importAdvice: "Positions are points. Convert each to a box, one row per box, and import that CSV with `--columns`.",
    matches: ([header = []]) => ["x1", "y1", "x2", "y2", "x3", "y3"].every((name) => header.includes(name)),
  },
  {
    what: "a table of positions of EthoVision",
    importAdvice: "Positions are points. Convert each to a box, one row per box, and import that CSV with `--columns`.",
    matches: (rows) =>
      rows.some(([first = ""]) => /^number of header lines/.test(first)) ||
      hasColumns("trial time", "x center")(rows, []),
  },
  {
    what: "a table of Google Cloud AutoML",
    importAdvice: "Export the dataset as COCO and import that.",
    matches: (rows) => rows.length > 0 && rows.every(([, path = ""]) => path.startsWith("gs://")),
  },
];

/** By name, if recognized by their rows instead of a header. */
export const foreignRows = {
  kitti: {
    what: "a file of objects of KITTI, on one picture",
    translated: "kitti",
    importAdvice:
      "Convert the folder to COCO (`datum convert -if kitti_detection -f coco`, of Datumaro) and import that.",
  },
  kittiTracking: {
    what: "a file of tracks of KITTI",
    translated: "kitti-tracking",
    importAdvice: "Convert it to MOT rows or COCO and import that.",
  },
  icdar: {
    what: "an ICDAR text file, with four corners and a text per line",
    translated: "icdar",
    importAdvice:
      "Convert the folder to COCO (`datum convert -if icdar_text_localization -f coco`, of Datumaro) and import that.",
  },
  ava: {
    what: "a table of AVA, with boxes at seconds of videos",
    importAdvice:
      "Import the rows of one video with `--columns time=2,x1=3,y1=4,x2=5,y2=6,type=7,units=fractions` and the frame rate (`--fps`).",
  },
  dota: {
    what: "a label file of DOTA, with one rotated box a line",
    translated: "dota",
    importAdvice: "Convert the folder to COCO (`DOTA2COCO` of the DOTA devkit) and import that.",
  },
  darkLabel: {
    what: "a file of DarkLabel, with all boxes of a frame in one row",
    importAdvice: "Choose a form with one box a row in DarkLabel, save it, and import that with `--columns`.",
  },
  mots: {
    what: "a file of masks of MOTS",
    translated: "mots",
    importAdvice: "Convert it to COCO with masks, or import the boxes as MOT rows.",
  },
} as const satisfies Record<string, ForeignFormat>;

interface ForeignText extends ForeignFormat {
  /** The first lines that are not blank. */
  readonly matches: (lines: readonly string[]) => boolean;
}

const areAll =
  (line: RegExp): ForeignText["matches"] =>
  (lines) =>
    lines.length > 0 && lines.every((one) => line.test(one));

/** Text that is not a table, or whose cells contain what separates cells elsewhere. */
export const foreignTexts: readonly ForeignText[] = [
  {
    what: "a file of raw data of EthoVision",
    importAdvice: "Positions are points. Convert each to a box, one row per box, and import that CSV with `--columns`.",
    matches: ([first = ""]) => /^\ufeff?"?Number of header lines/i.test(first),
  },
  {
    what: "a file of trajectories of Kinovea",
    importAdvice: "Its points have no boxes and cannot be imported.",
    matches: ([first = ""]) => /^#\s*Kinovea/i.test(first),
  },
  {
    what: "a file of tracks of VATIC, with an id, a box, a frame and a label a line",
    translated: "vatic",
    importAdvice:
      "Write its columns with commas, and import that CSV with `--columns track=1,x1=2,y1=3,x2=4,y2=5,frame=6,type=10`.",
    matches: areAll(/^\d+( -?\d+){4} \d+( [01]){3} "[^"]*"( "[^"]*")*$/),
  },
  {
    what: "a file of subtitles",
    importAdvice: "Texts at times have no boxes and cannot be imported.",
    matches: ([first = "", second = "", third = ""]) =>
      /^\ufeff?WEBVTT/.test(first) || [first, second, third].some((line) => /^[\d:,.]+ --> [\d:,.]+/.test(line)),
  },
  {
    what: "a list of sounds of Audacity, with a begin, an end and a label",
    importAdvice: "Sounds have no boxes on pictures and cannot be imported.",
    matches: areAll(/^\d+\.\d{6}\t\d+\.\d{6}(\t.*)?$/),
  },
  {
    what: "the description of a YOLO dataset",
    importAdvice: "Boxes are in the files of its `labels` folder: import the whole folder, or a zip of it.",
    matches: (lines) =>
      lines.some((line) => /^names\s*:/.test(line)) && lines.some((line) => /^(train|val|nc|path)\s*:/.test(line)),
  },
  {
    what: "a pointer of Git LFS and not the file itself, which was not downloaded",
    importAdvice: "Download the file (`git lfs pull`, or the download link of the page) and use that.",
    matches: ([line = ""]) => line.startsWith("version https://git-lfs.github.com/spec/"),
  },
  {
    what: "a pointer of git-annex and not the file itself, which was not downloaded",
    importAdvice: "Download the file (`git annex get`, or `datalad get`) and use that.",
    matches: ([line = "", ...others]) => others.length === 0 && /(^|\/)annex\/objects\//.test(line),
  },
  {
    what: "a file of HabCam, with a picture, the code of a species and a shape a line",
    translated: "habcam",
    importAdvice: "Convert it to VIAME CSV (`viame convert in.csv out.csv -i habcam`) and import that.",
    matches: (lines) => {
      const rows = lines.filter((line) => !/^"?image\b/i.test(line));
      const shape = String.raw`"*(boundingBox|line|point|circle|polygon)"*:? *[,\s]`;
      const row = new RegExp(String.raw`^"?[^,\s]+\.\w+"?[,\s] *\d+[,\s][^,]*([,\s] *${shape}.*)?$`);
      return rows.some((line) => new RegExp(String.raw`[,\s]${shape}`).test(line)) && areAll(row)(rows);
    },
  },
  { ...foreignRows.mots, matches: areAll(/^\d+ \d+ \d+ \d+ \d+ (?=\S*[^\d.\s])\S+$/) },
  {
    what: "a list of pictures of WIDER FACE, each with its boxes below it",
    translated: "wider-face",
    importAdvice: "Convert it to COCO or to a CSV with the picture in every row, and import that.",
    matches: ([picture = "", count = "", box = ""]) =>
      /^\S+\.(jpe?g|png|bmp)$/i.test(picture) && /^\d+$/.test(count) && /^-?\d+( -?\d+){3,}$/.test(box),
  },
  {
    what: "an IDL file of the ETHZ pedestrians, with all boxes of a picture in one line",
    importAdvice: "Convert it to a CSV with one box a row (picture, two corners), and import that with `--columns`.",
    matches: areAll(/^"[^"]+"(:( *\([-\d.]+(, *[-\d.]+){3}\)(:[-\d.]+)?,?)*)?[;.]$/),
  },
  {
    what: "a list of pictures of Keras YOLO, each with its boxes after it",
    importAdvice: "Convert it to COCO or to a CSV with one box a row, and import that.",
    matches: areAll(/^\S+\.(jpe?g|png|bmp)( -?\d+,-?\d+,-?\d+,-?\d+,\d+)+$/i),
  },
];

interface ForeignJson extends ForeignFormat {
  /** Keys of the outermost object, or of the first entry of a list; `textOf` returns the beginning of a value. */
  readonly matches: (
    has: (...keys: readonly string[]) => boolean,
    textOf: (key: string) => string,
    /** The beginning of the first key's value. */
    firstText: string,
  ) => boolean;
}

const cvatAdvice =
  "Run `wakeline migrate cvat` with the whole backup, or export the task from CVAT as `CVAT for images`, `CVAT for video` or COCO and import that.";

/** Objects with a member `tracks` that are not DIVE JSON. */
export const foreignTracks: readonly ForeignJson[] = [
  {
    what: "the annotations of CVAT as its API returns them",
    importAdvice: cvatAdvice,
    matches: (has) => has("shapes", "tags", "tracks"),
  },
];

/** JSON objects, recognized by their keys. */
export const foreignObjects: readonly ForeignJson[] = [
  {
    what: "a file of YouTube-VIS, with boxes and masks of whole videos",
    translated: "youtube-vis",
    importAdvice: "Convert it to COCO with an image a frame and import that.",
    matches: (has, textOf) =>
      has("videos", "annotations") && /"(bboxes|segmentations)"\s*:/.test(textOf("annotations")),
  },
  {
    what: "a file of BURST, with masks of whole videos",
    translated: "burst",
    importAdvice: "Convert it to COCO with an image a frame and import that.",
    matches: (has, textOf) => has("sequences", "categories") && textOf("sequences").includes('"annotated_image_paths"'),
  },
  {
    what: "COCO captions, which have texts and no boxes",
    importAdvice: "Import the file of instances (`instances_*.json`).",
    matches: (has, textOf) =>
      has("annotations") && /^\[\s*\{[^{}[\]]*"caption"\s*:/.test(textOf("annotations")) && !has("categories"),
  },
  {
    what: "a file of Segment Anything (SA-1B), one for each picture",
    translated: "sam",
    importAdvice: "Convert the folder to COCO and import that.",
    matches: (has, textOf) => has("image", "annotations") && textOf("image").startsWith("{") && !has("dataset"),
  },
  {
    what: "a file of Dataloop, one for each picture",
    translated: "dataloop",
    importAdvice: "Export it as COCO from Dataloop (with its converters) and import that.",
    matches: (has, textOf) =>
      has("annotations", "filename") &&
      !has("images") &&
      /^\[\s*(\]|\{[^]*"(coordinates|datasetId)"\s*:)/.test(textOf("annotations")),
  },
  {
    what: "a project of Cloud Annotations of IBM",
    importAdvice: "Export it as Pascal VOC or YOLO and import that.",
    matches: (has, textOf) => has("labels", "annotations", "type") && textOf("annotations").startsWith("{"),
  },
  {
    what: "a project of Datumaro",
    translated: "datumaro",
    kind: "datumaro",
    importAdvice: coco("Datumaro", "`datum convert -if datumaro -f coco`"),
    matches: (has, textOf) =>
      has("dm_format_version") || (has("categories", "items") && !textOf("items").startsWith("{")),
  },
  {
    what: "a file of V7 Darwin",
    translated: "darwin",
    importAdvice: coco("V7", "`darwin convert coco`"),
    matches: (has) =>
      has("item", "annotations") || (has("schema_ref") && has("annotations")) || has("dataset", "image", "annotations"),
  },
  {
    what: "a project of the VGG Image Annotator (VIA)",
    translated: "via2",
    importAdvice: coco("VIA", "Annotation, Export annotations, COCO format"),
    matches: (has, _textOf, first) =>
      has("_via_img_metadata") || has("_via_settings") || (/"regions"\s*:/.test(first) && /"filename"\s*:/.test(first)),
  },
  {
    what: "a project of the VGG Video Annotator (VIA 3)",
    translated: "via3",
    importAdvice: coco("VIA", "Export, COCO"),
    matches: (has) => has("project", "config", "attribute", "file", "metadata", "view"),
  },
  {
    what: "an annotation of point clouds of Supervisely",
    importAdvice: "Its boxes are in space: project them to a camera, as COCO, and import that.",
    matches: (has, textOf) =>
      /"(cuboid_3d|point_cloud\w*)"/.test(textOf("frames") + textOf("figures")) ||
      (has("objects", "figures") && !has("size")),
  },
  {
    what: "a video annotation of Supervisely",
    translated: "supervisely-video",
    importAdvice: coco("Supervisely", "the app Export to COCO"),
    matches: (has) => has("objects", "frames", "framesCount"),
  },
  {
    what: "an annotation file of Supervisely",
    translated: "supervisely",
    importAdvice: coco("Supervisely", "the app Export to COCO"),
    matches: (has) => has("objects", "size"),
  },
  {
    what: "the description of a project of Supervisely",
    importAdvice: coco("Supervisely", "the app Export to COCO"),
    matches: (has) => has("classes", "tags", "projectType"),
  },
  {
    what: "a prediction of Roboflow or Custom Vision about one picture",
    importAdvice:
      "It does not name the picture. Write a CSV with that name in each row, and import it with `--columns`.",
    matches: (has, textOf) =>
      has("predictions") &&
      !/"(filepath|prediction_source)"\s*:/.test(textOf("predictions")) &&
      (has("image") || has("project", "iteration")),
  },
  {
    what: "an answer of Amazon Rekognition about one picture",
    importAdvice:
      "It does not name the picture. Write a CSV with that name in each row, and import it with `--columns` and `units=fractions`.",
    matches: (has) => has("Labels", "LabelModelVersion") || has("CustomLabels"),
  },
  {
    what: "a dataset of MMDetection",
    importAdvice: "Its tools read COCO, too: import the COCO file that it was made from, or convert it to COCO.",
    matches: (has) => has("metainfo", "data_list"),
  },
  {
    what: "a result of SpeciesNet",
    translated: "speciesnet",
    importAdvice:
      "Convert it to the form of MegaDetector (`speciesnet_to_md` of the package speciesnet) and import that.",
    matches: (has, textOf) => has("predictions") && /"(filepath|prediction_source)"\s*:/.test(textOf("predictions")),
  },
  {
    what: "a project of TagLab",
    translated: "taglab",
    importAdvice: "Export its labels as COCO and import that.",
    matches: (has, textOf) =>
      has("images", "labels") && /"(map_px_to_mm_factor|working_area)"\s*:/.test(textOf("images")),
  },
  {
    what: "a result of MegaDetector",
    translated: "megadetector",
    importAdvice: "Convert it to COCO (`md_to_coco` of the package megadetector) and import that.",
    matches: (has) => has("detection_categories", "images"),
  },
  {
    what: "a file of Cityscapes, one for each picture",
    translated: "cityscapes",
    importAdvice: "Convert the folder to COCO with instances and import that.",
    matches: (has) => has("imgHeight", "imgWidth", "objects"),
  },
  {
    what: "a file of ADE20K, one for each picture",
    translated: "ade20k",
    importAdvice: "Convert the folder to COCO and import that.",
    matches: (has, textOf) => has("annotation") && /"(filename|imsize|scene)"\s*:/.test(textOf("annotation")),
  },
  {
    what: "a file of frames of the Waymo Open Dataset",
    importAdvice: "Convert the labels of its cameras to COCO and import that.",
    matches: (has, textOf) =>
      has("cameraLabels") || (has("frames") && /"(camera_?labels|cameraLabels|laser_?labels)"/i.test(textOf("frames"))),
  },
  {
    what: "a file of Encord",
    importAdvice: coco("Encord", "Export labels, COCO"),
    matches: (has) => has("data_units") || has("label_hash", "data_hash"),
  },
  {
    what: "a file of Hasty",
    translated: "hasty",
    importAdvice: coco("Hasty", "Export data, COCO"),
    matches: (has) => has("label_classes", "images"),
  },
  {
    what: "a file of BDD100K",
    translated: "bdd",
    importAdvice: "Convert it to COCO (`python -m bdd100k.label.to_coco`) and import that.",
    matches: (has, textOf) => has("frames") && /"(labels|box2d|poly2d)"\s*:/.test(textOf("frames")),
  },
  {
    what: "a project of VoTT 1",
    importAdvice: "Export it as Pascal VOC or YOLO from VoTT and import that.",
    matches: (has) => has("frames", "inputTags"),
  },
  {
    what: "a project of VoTT",
    translated: "vott",
    importAdvice: "Export it as CSV from VoTT and import that with `--columns`.",
    matches: (has) => has("visitedAssetIds") || has("assets", "tags") || (has("asset", "regions") && !has("images")),
  },
  {
    what: "a GeoJSON of QuPath, with the regions of one picture",
    importAdvice: "Save each region as an annotation of COCO: its coordinates are pixels of the picture.",
    matches: (has, textOf) =>
      has("type") && /"(objectType|classification|isLocked)"\s*:/.test(textOf("features") + textOf("properties")),
  },
  {
    what: "a GeoJSON of places on the earth",
    importAdvice: "Its coordinates are not pixels. Convert them to pixels, save them as COCO, and import that.",
    matches: (has, textOf) => has("type", "features") || /^"(FeatureCollection|Feature)"/.test(textOf("type")),
  },
  {
    what: "a result of nuScenes",
    importAdvice: "Its boxes are in space: project them to a camera, as COCO, and import that.",
    matches: (has) => has("meta", "results"),
  },
  {
    what: "a file of OpenLABEL",
    importAdvice: "Convert it to COCO and import that.",
    matches: (has) => has("openlabel") || has("vcd"),
  },
  {
    what: "a project of BORIS, which has events of behavior",
    importAdvice: "Events have no boxes and cannot be imported.",
    matches: (has) => has("observations", "behaviors_conf") || has("observations", "time_format"),
  },
  {
    what: "samples of FiftyOne",
    importAdvice: coco("FiftyOne", "`dataset.export(dataset_type=fo.types.COCODetectionDataset)`"),
    matches: (has, textOf) => has("samples") && textOf("samples").startsWith("[") && !has("interface"),
  },
  {
    what: "a file of labels of FiftyOne, with boxes as fractions of the pictures",
    translated: "fiftyone",
    importAdvice: coco("FiftyOne", "`dataset.export(dataset_type=fo.types.COCODetectionDataset)`"),
    matches: (has, textOf) => has("classes", "labels") && textOf("labels").startsWith("{"),
  },
  {
    what: "a dataset of Universal Data Tool",
    importAdvice: "Convert it to COCO and import that.",
    matches: (has) => has("interface", "samples"),
  },
  {
    what: "a release of Segments.ai",
    importAdvice: coco("Segments.ai", '`export_dataset(dataset, export_format="coco-instance")`'),
    matches: (has, textOf) => has("dataset") && /"samples"\s*:/.test(textOf("dataset")),
  },
  {
    what: "a file of ActivityNet, which has segments of videos in time",
    importAdvice: "Segments have no boxes and cannot be imported.",
    matches: (has, textOf) => has("database") && /"(subset|annotations)"\s*:/.test(textOf("database")),
  },
  {
    what: "a file of SuperAnnotate, one for each picture",
    translated: "superannotate",
    importAdvice: "Convert the export to COCO (the package `superannotate` does) and import that.",
    matches: (has, _textOf, first) => has("metadata", "instances") || /^\[\s*\{[^]*"className"\s*:/.test(first),
  },
  {
    what: "a file of ISAT, one for each picture",
    translated: "isat",
    importAdvice: coco("ISAT", "its converter"),
    matches: (has, textOf) => has("info", "objects") && textOf("objects").startsWith("["),
  },
  {
    what: "a file of tracks of SageMaker Ground Truth",
    importAdvice: "Convert it to COCO and import that.",
    matches: (has) => has("tracking-annotations") || has("detection-annotations"),
  },
  {
    what: "an export of Diffgram",
    importAdvice: "Convert it to COCO and import that.",
    matches: (has) => has("readme", "label_map"),
  },
  {
    what: "a list of Azure Machine Learning, with a picture a line",
    importAdvice: coco("Azure Machine Learning", "Export, COCO file"),
    matches: (has) => has("image_url", "label") || has("image_url", "image_details"),
  },
  {
    what: "a list of answers of Prodigy, with a picture a line",
    importAdvice: "Convert its spans to COCO (`points` and boxes are pixels) and import that.",
    matches: (has) => has("spans") && (has("_task_hash") || has("_input_hash") || has("answer")),
  },
  {
    what: "a manifest of SageMaker Ground Truth",
    translated: "sagemaker",
    importAdvice: "Convert it to COCO and import that.",
    matches: (has) => has("source-ref"),
  },
  {
    what: "an export of Labelbox",
    translated: "labelbox",
    importAdvice: coco("Labelbox", "export, then its COCO converter"),
    matches: (has) => has("data_row", "projects"),
  },
  {
    what: "a list of Labelbox",
    translated: "labelbox",
    importAdvice: "Export it again, as NDJSON, and import that.",
    matches: (has) => has("DataRow ID", "Label"),
  },
  {
    what: "a file of poses of OpenPose",
    importAdvice: "Body parts are points without boxes. Convert the folder to COCO keypoints and import that.",
    matches: (has) => has("version", "people"),
  },
  {
    what: "a file of labels of the Waymo Open Dataset",
    importAdvice: "Convert the labels of its cameras to COCO and import that.",
    matches: (has) => has("context", "labels"),
  },
  {
    what: "a list of Google Vertex AI, with a picture a line",
    translated: "vertex",
    importAdvice: "Export the dataset as COCO and import that.",
    matches: (has) => has("imageGcsUri"),
  },
  {
    what: "a dataset of Ultralytics as NDJSON",
    translated: "ultralytics",
    importAdvice:
      "Download it as YOLO (`convert_ndjson_to_yolo` of ultralytics) and import that folder or a zip of it.",
    matches: (has) => has("type", "task", "class_names"),
  },
  {
    what: "a file of SLEAP",
    importAdvice: coco("SLEAP", "Export labels"),
    matches: (has) => has("skeletons", "videos", "nodes"),
  },
];

/** Lists, recognized by the keys of their first entry. */
export const foreignLists: readonly ForeignJson[] = [
  {
    what: "a list of results of COCO, which has no pictures or categories",
    translated: "coco-results",
    importAdvice:
      "Make it the `annotations` of a COCO file: {images, categories, annotations}, with the images and categories of the ground truth.",
    matches: (has) => has("image_id", "category_id") && !has("segments_info"),
  },
  {
    what: "a list of results of YouTube-VIS, which has no videos or categories",
    importAdvice:
      "Make it the `annotations` of a file of YouTube-VIS: {videos, categories, annotations}, with the videos and categories of the ground truth.",
    matches: (has) => has("video_id", "category_id", "segmentations"),
  },
  {
    what: "a file of CreateML",
    translated: "createml",
    importAdvice: "Convert it to COCO (Roboflow does) and import that.",
    matches: (has, textOf) =>
      has("image", "annotations") || /"coordinates"\s*:/.test(textOf("annotations") + textOf("annotation")),
  },
  {
    what: "the annotations of a CVAT backup",
    importAdvice: cvatAdvice,
    matches: (has) => has("shapes", "tracks") && has("version"),
  },
  {
    what: "a list of pictures of FathomNet",
    translated: "fathomnet",
    importAdvice: "Download the dataset as COCO (`fathomnet-generate --format coco` of fathomnet-py) and import that.",
    matches: (has) => has("boundingBoxes") || has("bounding_boxes", "url"),
  },
  {
    what: "a list of detections of Ultralytics, on one picture",
    importAdvice: "Save labels as text (`save_txt=True save_conf=True`) and import that folder as YOLO.",
    matches: (has) => has("class", "confidence", "box"),
  },
  {
    what: "a file of Encord",
    importAdvice: coco("Encord", "Export labels, COCO"),
    matches: (has) => has("data_units") || has("label_hash", "data_hash"),
  },
  {
    what: "a file of BDD100K",
    translated: "bdd",
    importAdvice: "Convert it to COCO (`python -m bdd100k.label.to_coco`) and import that.",
    matches: (has) => has("name", "labels") || has("videoName", "labels") || has("name", "frames"),
  },
  {
    what: "a list of boxes of nuScenes on pictures",
    importAdvice: "Convert it to COCO, or to a CSV with one box a row, and import that.",
    matches: (has) => has("bbox_corners", "filename"),
  },
  {
    what: "a list of assets of Kili",
    importAdvice: coco("Kili", '`kili.export_labels(fmt="coco")`'),
    matches: (has) => has("externalId") && (has("labels") || has("latestLabel")),
  },
  {
    what: "a list of tasks of Sama",
    importAdvice: "Convert its shapes to COCO and import that.",
    matches: (has) => has("answers") && (has("project_id") || has("url")),
  },
  {
    what: "a list of results of Darknet",
    translated: "darknet",
    importAdvice: "Save labels as text (`-save_labels`) and import that folder as YOLO.",
    matches: (has, textOf) =>
      has("frame_id", "objects") && /(^\[\s*\]|"relative_coordinates"\s*:)/.test(textOf("objects")),
  },
  {
    what: "a list of pictures of Detectron2",
    importAdvice: "Convert it to COCO (`convert_to_coco_json` of detectron2) and import that.",
    matches: (has, textOf) => has("file_name", "annotations") && /"bbox_mode"\s*:/.test(textOf("annotations")),
  },
  {
    what: "a list of pictures of MMDetection",
    importAdvice: "Its tools read COCO, too: import the COCO file that it was made from, or convert it to COCO.",
    matches: (has) => has("filename", "ann"),
  },
  {
    what: "a list of pictures of Remo",
    importAdvice: coco("Remo", "Export annotations, COCO"),
    matches: (has, textOf) => has("file_name", "annotations") && /"classes"\s*:/.test(textOf("annotations")),
  },
  {
    what: "a GeoJSON of QuPath, with the regions of one picture",
    importAdvice: "Save each region as an annotation of COCO: its coordinates are pixels of the picture.",
    matches: (has, textOf) => has("type", "geometry") && textOf("type") === '"Feature"',
  },
  {
    what: "a list of tasks of Scale AI",
    translated: "scale",
    importAdvice: "Convert it to COCO and import that.",
    matches: (has) => has("task_id") && (has("response") || has("params")),
  },
  {
    what: "a table of boxes of nuImages",
    importAdvice:
      "Another table names its pictures: convert the dataset to COCO (`nuimage_converter.py` of mmdetection3d) and import that.",
    matches: (has) => has("token", "sample_data_token") && (has("bbox") || has("mask")),
  },
  {
    what: "a table of nuScenes",
    importAdvice: "Its boxes are in space: project them to a camera, as COCO, and import that.",
    matches: (has) => has("token"),
  },
  {
    what: "a list of Labelbox",
    translated: "labelbox",
    importAdvice: coco("Labelbox", "export, then its COCO converter"),
    matches: (has) => has("data_row") || has("DataRow ID") || has("Labeled Data"),
  },
  {
    what: "a list of annotations of Supervisely",
    importAdvice: coco("Supervisely", "the app Export to COCO"),
    matches: (has) => has("annotation", "imageName") || has("frames", "framesCount"),
  },
];

interface ForeignXml extends ForeignFormat {
  readonly sign: RegExp;
}

/** XML, recognized by its first elements. */
export const foreignXml: readonly ForeignXml[] = [
  {
    what: "a file of ELAN, which has events in time",
    importAdvice: "Events have no boxes and cannot be imported.",
    sign: /<ANNOTATION_DOCUMENT[\s>]/,
  },
  {
    what: "a file of ViPER",
    importAdvice: "Convert it to MOT rows or COCO and import that.",
    sign: /<viper[\s>]/i,
  },
  {
    what: "a file of LabelMe's web tool",
    importAdvice: "Convert the folder to COCO and import that.",
    sign: /<annotation>[\s\S]*<(sourceImage|pt)>/,
  },
  {
    what: "a file of FAIR1M, with rotated boxes on one picture",
    importAdvice: "Convert the folder to COCO or DOTA and import that.",
    sign: /<annotation>[\s\S]*<possibleresult>/,
  },
  {
    what: "a file with several pictures of Pascal VOC",
    importAdvice: "Save each `annotation` as a file of its own, and import their folder or a zip of it.",
    sign: /<annotations[\s>][^]*?<annotation[\s>][^]*<bndbox>/,
  },
  {
    what: "a file of HRSC2016, with ships on one picture",
    importAdvice: "Convert the folder to COCO or DOTA and import that.",
    sign: /<HRSC_Image[\s>]/,
  },
  {
    what: "a file of ASAP, with regions of one picture",
    importAdvice: "Save each region as an annotation of COCO: its coordinates are pixels of the picture.",
    sign: /<ASAP_Annotations[\s>]/,
  },
  {
    what: "a file of Aperio ImageScope, with regions of one picture",
    importAdvice: "Save each region as an annotation of COCO: its coordinates are pixels of the picture.",
    sign: /<Annotations[\s>][^]*<(Regions|Vertices|RegionAttributeHeaders)[\s>/]/,
  },
  {
    what: "a file of CVML, as the tracks of PETS and CAVIAR",
    translated: "cvml",
    importAdvice: "Convert it to MOT rows or COCO and import that.",
    sign: /<dataset[\s>][^]*<objectlist[\s>/]/,
  },
  {
    what: "a file of UA-DETRAC",
    translated: "ua-detrac",
    importAdvice: "Convert it to MOT rows and import that.",
    sign: /<sequence[\s>][\s\S]*<(ignored_region|frame)[\s>]/,
  },
  {
    what: "a file of imglab (dlib)",
    importAdvice: "Convert it to COCO (imglab's web tool exports that) and import it.",
    sign: /<dataset[\s>][\s\S]*<images?[\s>]/,
  },
  {
    what: "a file of TrackMate, with spots and tracks of them",
    importAdvice:
      "Spots are points with a radius. Convert each to a box, one row per box, and import that CSV with `--columns`.",
    sign: /<TrackMate[\s>]|<Tracks[\s>][^>]*\bnTracks=/,
  },
  {
    what: "a file of Kinovea",
    importAdvice: "Its points and angles have no boxes and cannot be imported.",
    sign: /<KinoveaVideoAnalysis[\s>]/,
  },
  {
    what: "a track of GPX, with places on the earth",
    importAdvice: "Positions are not boxes. Convert them to a frame-metadata.csv to see them with the pictures.",
    sign: /<gpx[\s>]/i,
  },
  {
    what: "a map in KML or GML, with places on the earth",
    importAdvice: "Its coordinates are not pixels. Convert them to pixels, save them as COCO, and import that.",
    sign: /<(kml|gml:|wfs:)/i,
  },
];
