/** JSON of tools that is not read here. */
import { exportCoco, type ForeignFormat } from "./foreign-format.ts";

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

const cornersToCsv = "Its boxes are two corners (`bbox`). Write a CSV with the picture in each row and import that.";

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
    importAdvice: exportCoco("Datumaro", "`datum convert -if datumaro -f coco`"),
    matches: (has, textOf) =>
      has("dm_format_version") || (has("categories", "items") && !textOf("items").startsWith("{")),
  },
  {
    what: "a file of V7 Darwin",
    translated: "darwin",
    importAdvice: exportCoco("V7", "`darwin convert coco`"),
    matches: (has) =>
      has("item", "annotations") || (has("schema_ref") && has("annotations")) || has("dataset", "image", "annotations"),
  },
  {
    what: "a project of the VGG Image Annotator (VIA)",
    translated: "via2",
    importAdvice: exportCoco("VIA", "Annotation, Export annotations, COCO format"),
    matches: (has, _textOf, first) =>
      has("_via_img_metadata") || has("_via_settings") || (/"regions"\s*:/.test(first) && /"filename"\s*:/.test(first)),
  },
  {
    what: "a project of the VGG Video Annotator (VIA 3)",
    translated: "via3",
    importAdvice: exportCoco("VIA", "Export, COCO"),
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
    importAdvice: exportCoco("Supervisely", "the app Export to COCO"),
    matches: (has) => has("objects", "frames", "framesCount"),
  },
  {
    what: "an annotation file of Supervisely",
    translated: "supervisely",
    importAdvice: exportCoco("Supervisely", "the app Export to COCO"),
    matches: (has) => has("objects", "size"),
  },
  {
    what: "the description of a project of Supervisely",
    importAdvice: exportCoco("Supervisely", "the app Export to COCO"),
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
    translated: "encord",
    importAdvice: exportCoco("Encord", "Export labels, COCO"),
    matches: (has) => has("data_units") || has("label_hash", "data_hash"),
  },
  {
    what: "a file of Hasty",
    translated: "hasty",
    importAdvice: exportCoco("Hasty", "Export data, COCO"),
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
    translated: "openlabel",
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
    translated: "fiftyone-samples",
    importAdvice: exportCoco("FiftyOne", "`dataset.export(dataset_type=fo.types.COCODetectionDataset)`"),
    matches: (has, textOf) => has("samples") && textOf("samples").startsWith("[") && !has("interface"),
  },
  {
    what: "the labels of videos of FiftyOne, frame by frame",
    importAdvice: exportCoco("FiftyOne", "`dataset.to_frames(sample_frames=True)` first, then `dataset.export`"),
    matches: (has, textOf) => has("frames") && /"_sample_id"\s*:/.test(textOf("frames")),
  },
  {
    what: "a file of labels of FiftyOne, with boxes as fractions of the pictures",
    translated: "fiftyone",
    importAdvice: exportCoco("FiftyOne", "`dataset.export(dataset_type=fo.types.COCODetectionDataset)`"),
    matches: (has, textOf) => has("classes", "labels") && textOf("labels").startsWith("{"),
  },
  {
    what: "a dataset of Universal Data Tool",
    importAdvice: "Convert it to COCO and import that.",
    matches: (has) => has("interface", "samples"),
  },
  {
    what: "a release of Segments.ai",
    translated: "segments",
    importAdvice: exportCoco("Segments.ai", '`export_dataset(dataset, export_format="coco-instance")`'),
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
    matches: (has, _textOf, first) =>
      has("metadata", "instances") ||
      (!["images", "annotations", "predictions"].some((key) => has(key)) && /^\[\s*\{[^]*"className"\s*:/.test(first)),
  },
  {
    what: "a file of ISAT, one for each picture",
    translated: "isat",
    importAdvice: exportCoco("ISAT", "its converter"),
    matches: (has, textOf) => has("info", "objects") && textOf("objects").startsWith("["),
  },
  {
    what: "a file of tracks of SageMaker Ground Truth",
    translated: "sagemaker-tracks",
    importAdvice: "Convert it to COCO and import that.",
    matches: (has) => has("tracking-annotations") || has("detection-annotations"),
  },
  {
    what: "metadata of Hugging Face, with a picture a line",
    translated: "hugging-face",
    importAdvice: "Convert it to COCO and import that.",
    matches: (has, textOf) => has("file_name", "objects") && /"(bbox|bboxes)"\s*:/.test(textOf("objects")),
  },
  {
    what: "metadata of Hugging Face without boxes, with a picture a line",
    importAdvice: "To attach its values to a dataset, save them as frame-metadata.csv.",
    matches: (has) => has("file_name") && ["text", "label", "additional_feature", "caption"].some((key) => has(key)),
  },
  {
    what: "a result of Grounded SAM 2 about one picture",
    importAdvice: "Its boxes are two corners (`box_format`). Convert it to COCO and import that.",
    matches: (has) => has("image_path", "annotations", "box_format"),
  },
  {
    what: "a prediction of MMDetection about one picture",
    importAdvice:
      "It does not name the picture. Write a CSV with that name in each row, and import it with `--columns`.",
    matches: (has) => has("labels", "scores", "bboxes"),
  },
  {
    what: "an export of Diffgram",
    importAdvice: "Convert it to COCO and import that.",
    matches: (has) => has("readme", "label_map"),
  },
  {
    what: "a list of Azure Machine Learning, with a picture a line",
    importAdvice: exportCoco("Azure Machine Learning", "Export, COCO file"),
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
    importAdvice: exportCoco("Labelbox", "export, then its COCO converter"),
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
    what: "a file of the Mapillary Traffic Sign Dataset, one for each picture",
    importAdvice: cornersToCsv,
    matches: (has, textOf) => has("width", "height", "objects") && /"bbox"\s*:\s*\{/.test(textOf("objects")),
  },
  {
    what: "a file of the signs of Tsinghua-Tencent 100K",
    importAdvice: cornersToCsv,
    matches: (has) => has("types", "imgs"),
  },
  {
    what: "a list of CrowdHuman, with a picture a line",
    importAdvice: "Convert it to COCO, with the boxes of `fbox`, `vbox` or `hbox`, and import that.",
    matches: (has) => has("ID", "gtboxes"),
  },
  {
    what: "a list of results of DL Streamer, with a frame a line",
    importAdvice: "Write a CSV with frame, x, y, w, h and label of each object, and import that.",
    matches: (has) => has("objects", "resolution"),
  },
  {
    what: "a file of SLEAP",
    importAdvice: exportCoco("SLEAP", "Export labels"),
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
    translated: "encord",
    importAdvice: exportCoco("Encord", "Export labels, COCO"),
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
    translated: "kili",
    importAdvice: exportCoco("Kili", '`kili.export_labels(fmt="coco")`'),
    matches: (has) => has("externalId") && (has("labels") || has("latestLabel")),
  },
  {
    what: "a list of tasks of Sama",
    translated: "sama",
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
    importAdvice: exportCoco("Remo", "Export annotations, COCO"),
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
    what: "a table of nuScenes or nuImages",
    importAdvice:
      "Boxes of nuScenes are in space: project them to a camera, as COCO. Convert nuImages to COCO (`nuimage_converter.py` of mmdetection3d). Import that.",
    matches: (has) => has("token"),
  },
  {
    what: "a list of Labelbox",
    translated: "labelbox",
    importAdvice: exportCoco("Labelbox", "export, then its COCO converter"),
    matches: (has) => has("data_row") || has("DataRow ID") || has("Labeled Data"),
  },
  {
    what: "a list of annotations of Supervisely",
    importAdvice: exportCoco("Supervisely", "the app Export to COCO"),
    matches: (has) => has("annotation", "imageName") || has("frames", "framesCount"),
  },
];
