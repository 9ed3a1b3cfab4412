/** Tables and other texts of tools that are not read here. */
import { exportCoco, type ForeignFormat } from "./foreign-format.ts";

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
    importAdvice: exportCoco("VIA", "Annotation, Export annotations, COCO format"),
    // Version 1 puts `#` before the names.
    matches: (rows, comments) =>
      hasColumns("region_shape_attributes", "region_attributes")(rows, comments) ||
      comments.some((comment) => /^#filename\W.*region_shape_attributes/.test(comment)),
  },
  {
    what: "a CSV of the VGG Video Annotator (VIA 3)",
    translated: "via3-csv",
    importAdvice: exportCoco("VIA", "Export, COCO"),
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
    translated: "camtrap",
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
    importAdvice: exportCoco("Labelbox", "export, then its COCO converter"),
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
  visDrone: {
    what: "a file of VisDrone, on one picture",
    translated: "visdrone",
    importAdvice: "Convert the folder to COCO and import that.",
  },
  visDroneVideo: {
    what: "a file of tracks of VisDrone",
    translated: "visdrone-video",
    importAdvice: "Convert it to MOT rows or COCO and import that.",
  },
  youtubeBb: {
    what: "a table of YouTube-BoundingBoxes, with boxes at moments of videos",
    translated: "youtube-bb",
    importAdvice:
      "Import the rows of one video with `--columns time=2,x1=7,x2=8,y1=9,y2=10,type=4,units=fractions` and the frame rate (`--fps`).",
  },
  uavdt: {
    what: "a file of tracks of UAVDT",
    translated: "uavdt",
    importAdvice: "Convert it to MOT rows or COCO and import that.",
  },
  oneObject: {
    what: "the ground truth of one object, with its box or corners on a frame a line (LaSOT, GOT-10k, OTB, VOT)",
    translated: "one-object",
    importAdvice: "Import it with `--columns frame=line,x=1,y=2,width=3,height=4`.",
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
    what: "a list of texts of PaddleOCR, with a picture a line",
    importAdvice:
      "Convert it to ICDAR (a file for each picture, with four corners and the text a line), and import those.",
    matches: areAll(/^[^\t]+\t\[(\{\s*"(transcription|points)"\s*:.*)?\]$/),
  },
  {
    what: "a file of boxes of Piotr Dollár's toolbox (bbGt), on one picture",
    importAdvice: "Write a CSV with the picture, left, top, width and height in each row, and import that.",
    matches: ([first = ""]) => /^% bbGt version=/.test(first),
  },
  {
    what: "a file of boxes of the OIDv4 toolkit, on one picture",
    importAdvice: "Import the table of boxes of OpenImages instead (`*-annotations-bbox.csv`).",
    matches: areAll(/^\p{L}[\p{L} ()'-]*( \d+\.\d+){4}$/u),
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
    matches: (lines) => {
      const isPicture = (line = ""): boolean => /^\S+\.(jpe?g|png|bmp)$/i.test(line);
      // Of the first picture with faces.
      const at = lines.findIndex((line, place) => isPicture(line) && /^[1-9]\d*$/.test(lines[place + 1] ?? ""));
      return isPicture(lines[0]) && at >= 0 && /^-?[\d.]+( -?[\d.]+){3,}( \D\S*)?$/.test(lines[at + 2] ?? "");
    },
  },
  {
    what: "an IDL file of the ETHZ pedestrians, with all boxes of a picture in one line",
    importAdvice: "Convert it to a CSV with one box a row (picture, two corners), and import that with `--columns`.",
    matches: areAll(/^"[^"]+"(:( *\([-\d.]+(, *[-\d.]+){3}\)(:[-\d.]+)?,?)*)?[;.]$/),
  },
  {
    what: "a list of pictures of Keras YOLO, each with its boxes after it",
    translated: "keras-yolo",
    importAdvice: "Convert it to COCO or to a CSV with one box a row, and import that.",
    matches: (lines) =>
      // Pictures without objects have no boxes.
      lines.some((line) => /\.\w+ -?[\d.]+(,-?[\d.]+){3},\d+/.test(line)) &&
      areAll(/^.+\.(jpe?g|png|bmp|webp|tiff?)( -?[\d.]+(,-?[\d.]+){3},\d+)*$/i)(lines),
  },
];
