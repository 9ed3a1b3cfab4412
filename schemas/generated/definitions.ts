/** Generated from schemas/json by `npm run generate`: do not edit. */
import type {
  AnnotationDocument,
  AttributeDefinition,
  AttributeTrackFilter,
  AttributeValues,
  CameraCalibration,
  CameraClock,
  CameraCorrespondence,
  CameraHomography,
  ColumnHashes,
  ConfidencePairs,
  DatasetConfiguration,
  DatasetFacts,
  DatasetType,
  Extent,
  Feature,
  Group,
  ModelPack,
  MultiCam,
  ObjectId,
  PackChannels,
  PackDecoder,
  PackFile,
  PackInput,
  PackLines,
  PackOutput,
  PackReader,
  PackSearch,
  ProjectConfiguration,
  ReleaseManifest,
  ReleasedAnnotations,
  ReleasedMedia,
  RuleLevels,
  StereoCalibration,
  TimeAlignment,
  Track,
  TypeStyle,
} from "./types.ts";

/** The type of each definition. */
export interface Definitions {
  AnnotationDocument: AnnotationDocument;
  AttributeDefinition: AttributeDefinition;
  AttributeTrackFilter: AttributeTrackFilter;
  AttributeValues: AttributeValues;
  CameraCalibration: CameraCalibration;
  CameraClock: CameraClock;
  CameraCorrespondence: CameraCorrespondence;
  CameraHomography: CameraHomography;
  ColumnHashes: ColumnHashes;
  ConfidencePairs: ConfidencePairs;
  DatasetConfiguration: DatasetConfiguration;
  DatasetFacts: DatasetFacts;
  DatasetType: DatasetType;
  Extent: Extent;
  Feature: Feature;
  Group: Group;
  ModelPack: ModelPack;
  MultiCam: MultiCam;
  ObjectId: ObjectId;
  PackChannels: PackChannels;
  PackDecoder: PackDecoder;
  PackFile: PackFile;
  PackInput: PackInput;
  PackLines: PackLines;
  PackOutput: PackOutput;
  PackReader: PackReader;
  PackSearch: PackSearch;
  ProjectConfiguration: ProjectConfiguration;
  ReleaseManifest: ReleaseManifest;
  ReleasedAnnotations: ReleasedAnnotations;
  ReleasedMedia: ReleasedMedia;
  RuleLevels: RuleLevels;
  StereoCalibration: StereoCalibration;
  TimeAlignment: TimeAlignment;
  Track: Track;
  TypeStyle: TypeStyle;
}

export const definitions = {
  AnnotationDocument: {
    title: "AnnotationDocument",
    description: "A DIVE annotation file, version 2.",
    type: "object",
    required: ["tracks", "groups", "version"],
    properties: {
      version: { enum: [2] },
      fps: { type: "number", minimum: 0, exclusiveMinimum: true },
      tracks: { type: "object", additionalProperties: { $ref: "#/definitions/Track" } },
      groups: { type: "object", additionalProperties: { $ref: "#/definitions/Group" } },
    },
  },
  AttributeDefinition: {
    title: "AttributeDefinition",
    description: "A typed property that tracks or detections can have. Stored under its key.",
    type: "object",
    required: ["belongs", "datatype", "name", "key"],
    properties: {
      belongs: { enum: ["track", "detection"] },
      datatype: { enum: ["text", "number", "boolean"] },
      name: { type: "string", minLength: 1 },
      key: { description: "`<belongs>_<name>`.", type: "string", minLength: 1 },
      values: { description: "Predefined texts.", type: "array", items: { type: "string" } },
      valueColors: { type: "object", additionalProperties: { type: "string" } },
      color: { type: "string" },
      user: { description: "One value per user login.", type: "boolean" },
      editor: {
        title: "AttributeEditor",
        type: "object",
        required: ["type"],
        properties: {
          type: { enum: ["combo", "slider", "locked", "freeform"] },
          range: { type: "array", items: { type: "number" }, minItems: 2, maxItems: 2 },
          steps: { type: "number" },
        },
      },
      render: {
        title: "AttributeRender",
        type: "object",
        properties: {
          typeFilter: { type: "array", items: { type: "string" } },
          selected: { type: "boolean" },
          hideEmpty: { type: "boolean" },
          displayName: { type: "string" },
          displayColor: { type: "string" },
          displayTextSize: { description: "Pixels; -1 is automatic.", type: "number" },
          valueColor: { type: "string" },
          valueTextSize: { type: "number" },
          order: { type: "number" },
          location: { enum: ["inside", "outside"] },
          corner: { enum: ["SW", "SE", "NW"] },
          box: { type: "boolean" },
          boxColor: { type: "string" },
          boxThickness: { type: "number", minimum: 0 },
          boxBackground: { type: "string" },
          boxOpacity: { type: "number" },
          layout: { enum: ["vertical", "horizontal"] },
          displayWidth: { $ref: "#/definitions/Extent" },
          displayHeight: { $ref: "#/definitions/Extent" },
        },
      },
    },
  },
  AttributeTrackFilter: {
    title: "AttributeTrackFilter",
    type: "object",
    required: ["name", "attribute", "type", "filter"],
    properties: {
      name: { type: "string", minLength: 1 },
      attribute: { type: "string", minLength: 1 },
      type: { enum: ["track", "detection"] },
      typeFilter: { type: "array", items: { type: "string" } },
      enabled: { type: "boolean" },
      primaryDisplay: { type: "boolean" },
      ignoreUndefined: { type: "boolean" },
      filter: {
        title: "AttributeTrackFilterRule",
        type: "object",
        required: ["val"],
        properties: {
          op: { enum: ["=", "≠", ">", "<", ">=", "<=", "range", "in", "rangeFilter", "contains"] },
          val: {},
          userDefined: { type: "boolean" },
          range: { type: "array", items: { type: "number" } },
        },
      },
    },
  },
  AttributeValues: {
    title: "AttributeValues",
    description: "Attribute values by attribute name; `userAttributes` holds one such map per user login.",
    type: "object",
  },
  CameraCalibration: {
    title: "CameraCalibration",
    description: "Focal lengths and centre in pixels, coefficients of the lens distortion.",
    type: "object",
    required: ["fx", "fy", "cx", "cy"],
    properties: {
      fx: { type: "number" },
      fy: { type: "number" },
      cx: { type: "number" },
      cy: { type: "number" },
      k1: { type: "number" },
      k2: { type: "number" },
      k3: { type: "number" },
      p1: { type: "number" },
      p2: { type: "number" },
      rmsError: { description: "Pixels.", type: "number" },
    },
  },
  CameraClock: {
    title: "CameraClock",
    type: "object",
    required: ["offset"],
    properties: {
      offset: { description: "Seconds.", type: "number" },
      drift: { description: "Seconds gained by each second of the camera's clock; default 0.", type: "number" },
    },
  },
  CameraCorrespondence: {
    title: "CameraCorrespondence",
    description: "A point that both cameras see, in image pixels of each.",
    type: "object",
    required: ["id", "a", "b"],
    properties: {
      id: {},
      a: { type: "array", items: { type: "number" }, minItems: 2, maxItems: 2 },
      b: { type: "array", items: { type: "number" }, minItems: 2, maxItems: 2 },
    },
  },
  CameraHomography: {
    title: "CameraHomography",
    description: "Rows of 3x3 matrices that take image points of one camera to the other.",
    type: "object",
    properties: {
      AtoB: { type: "array", items: { type: "array", items: { type: "number" } } },
      BtoA: { type: "array", items: { type: "array", items: { type: "number" } } },
    },
  },
  ColumnHashes: {
    title: "ColumnHashes",
    description: "The first 12 digits of the SHA-256 of each column.",
    type: "object",
    additionalProperties: { type: "string", pattern: "^[0-9a-f]{12}$" },
  },
  ConfidencePairs: {
    title: "ConfidencePairs",
    description: "Pairs of type name and confidence (0..1), sorted by confidence, descending.",
    type: "array",
    items: { title: "WireConfidencePair", type: "array", items: {}, minItems: 2, maxItems: 2 },
  },
  DatasetConfiguration: {
    title: "DatasetConfiguration",
    description: "What users configure about a dataset: styles, filters, attributes. Also the configuration file.",
    type: "object",
    properties: {
      version: { enum: [1] },
      fps: { description: "Annotation frame rate; -1: that of the media.", type: "number" },
      confidenceFilters: {
        description: "Least confidence by type; `default` for the others.",
        type: "object",
        additionalProperties: { type: "number" },
      },
      timeFilters: { type: "array", items: { type: "integer" } },
      customTypeStyling: { type: "object", additionalProperties: { $ref: "#/definitions/TypeStyle" } },
      customGroupStyling: { type: "object", additionalProperties: { $ref: "#/definitions/TypeStyle" } },
      imageEnhancements: {
        title: "ImageEnhancements",
        type: "object",
        properties: {
          brightness: { type: "number" },
          contrast: { type: "number" },
          saturation: { type: "number" },
          sharpen: { type: "number" },
        },
      },
      attributes: { type: "object", additionalProperties: { $ref: "#/definitions/AttributeDefinition" } },
      attributeTrackFilters: { type: "object", additionalProperties: { $ref: "#/definitions/AttributeTrackFilter" } },
      datasetInfo: { type: "object" },
      typeHierarchy: { description: "Parent by child.", type: "object", additionalProperties: { type: "string" } },
      cameraHomographies: {
        description: "By pair of cameras, `left::right`.",
        type: "object",
        additionalProperties: { $ref: "#/definitions/CameraHomography" },
      },
      cameraCorrespondences: {
        description: "By pair of cameras, `left::right`.",
        type: "object",
        additionalProperties: { type: "array", items: { $ref: "#/definitions/CameraCorrespondence" } },
      },
      cameraTransformTypes: {
        description: "By pair of cameras, `left::right`.",
        type: "object",
        additionalProperties: { enum: ["translation", "rigid", "similarity", "affine", "homography"] },
      },
      cameraRegistrationSource: {},
      timeAlignment: { $ref: "#/definitions/TimeAlignment" },
    },
  },
  DatasetFacts: {
    title: "DatasetFacts",
    description:
      "What a folder's metadata say about its dataset, in addition to the configuration. An `ObjectId` names an item or a folder; it is followed only as the server's `services/tree/stored-ids.ts` says.",
    type: "object",
    properties: {
      annotate: { description: "Whether the folder is a dataset." },
      published: { description: "Whether it is listed as published." },
      type: { $ref: "#/definitions/DatasetType" },
      subType: { enum: ["stereo", "multicam"] },
      originalFps: { description: "Frame rate of the media, in pictures per second.", type: "number" },
      originalFpsString: { description: "The same as a fraction: `30000/1001`.", type: "string" },
      ffprobe_info: { description: "The video stream.", type: "object" },
      metadataFileItemId: { $ref: "#/definitions/ObjectId" },
      metadataFileOriginalName: { type: "string" },
      multiCam: { $ref: "#/definitions/MultiCam" },
      MarkForPostProcess: { description: "Waits to be processed." },
      trained_pipeline: { description: "Holds a trained pipeline." },
    },
  },
  DatasetType: { title: "DatasetType", enum: ["image-sequence", "video", "large-image", "multi"] },
  Extent: {
    title: "Extent",
    type: "object",
    required: ["type", "val"],
    properties: { type: { enum: ["px", "%", "auto"] }, val: { type: "number" } },
  },
  Feature: {
    title: "Feature",
    description: "A detection on the wire: the track on one frame.",
    type: "object",
    required: ["frame", "bounds"],
    properties: {
      frame: { type: "integer", minimum: 0 },
      bounds: {
        description: "x1, y1, x2, y2: left, top, right, bottom in image pixels.",
        type: "array",
        items: { type: "number" },
        minItems: 4,
        maxItems: 4,
      },
      flick: { description: "Time in units of 1/705600000 s.", type: "integer" },
      keyframe: { type: "boolean" },
      interpolate: { description: "Frames up to the next keyframe are interpolated.", type: "boolean" },
      attributes: { $ref: "#/definitions/AttributeValues" },
      geometry: {
        title: "FeatureGeometry",
        type: "object",
        required: ["type", "features"],
        properties: {
          type: { enum: ["FeatureCollection"] },
          features: {
            type: "array",
            items: {
              title: "GeometryItem",
              type: "object",
              required: ["type", "properties", "geometry"],
              properties: {
                type: { enum: ["Feature"] },
                properties: { type: "object" },
                geometry: {
                  title: "Geometry",
                  type: "object",
                  required: ["type", "coordinates"],
                  properties: { type: { enum: ["Point", "LineString", "Polygon"] }, coordinates: { type: "array" } },
                },
              },
            },
          },
        },
      },
      head: { type: "array", items: { type: "number" }, minItems: 2, maxItems: 2 },
      tail: { type: "array", items: { type: "number" }, minItems: 2, maxItems: 2 },
      exactBounds: {
        description:
          "The bounds with fractions of pixels, where there are any. They count while each is less than a pixel from `bounds`.",
        type: "array",
        items: { type: "number" },
        minItems: 4,
        maxItems: 4,
      },
      fishLength: { type: "number" },
      notes: { type: "array", items: { type: "string" } },
    },
  },
  Group: {
    title: "Group",
    description: "Tracks that belong together, each for one or more ranges of frames.",
    type: "object",
    required: ["id", "begin", "end", "confidencePairs", "attributes", "members"],
    properties: {
      id: { type: "integer", minimum: 0 },
      begin: { type: "integer", minimum: 0 },
      end: { type: "integer", minimum: 0 },
      confidencePairs: { $ref: "#/definitions/ConfidencePairs" },
      attributes: { $ref: "#/definitions/AttributeValues" },
      meta: { type: "object" },
      members: {
        description: "By track id.",
        type: "object",
        additionalProperties: {
          title: "GroupMember",
          type: "object",
          required: ["ranges"],
          properties: {
            ranges: {
              description: "Inclusive frame ranges [begin, end].",
              type: "array",
              items: { type: "array", items: { type: "integer" }, minItems: 2, maxItems: 2 },
            },
          },
        },
      },
    },
  },
  ModelPack: {
    title: "ModelPack",
    description:
      "The `pack.json` of a model pack: what a model is for, which files it has, how pictures are given to it and how its answers are read.",
    type: "object",
    required: ["format", "version", "kind", "name", "licence", "files", "model", "input"],
    additionalProperties: {},
    properties: {
      format: { enum: ["wakeline-model-pack"], type: "string" },
      version: { enum: [1], type: "number" },
      kind: {
        description: "What it does: finds objects, outlines them, follows them, or reads text.",
        enum: ["detector", "segmenter", "tracker", "text"],
      },
      name: { description: "What people know it by.", type: "string", pattern: "^.{1,80}$" },
      description: { description: "What it finds, in a sentence.", type: "string" },
      licence: { description: "Of the model: its SPDX name, or where its text is.", type: "string", minLength: 1 },
      source: { description: "Where the model comes from.", type: "string" },
      files: { description: "All files but `pack.json`.", type: "array", items: { $ref: "#/definitions/PackFile" } },
      model: {
        description: "Path of the ONNX file; of a segmenter: the encoder; of a text pack: the model that finds lines.",
        type: "string",
      },
      decoder: { $ref: "#/definitions/PackDecoder" },
      lines: { $ref: "#/definitions/PackLines" },
      reader: { $ref: "#/definitions/PackReader" },
      search: { $ref: "#/definitions/PackSearch" },
      input: { $ref: "#/definitions/PackInput" },
      output: { $ref: "#/definitions/PackOutput" },
      classes: {
        description: "What a detector tells apart, in the order of its scores: the types of its boxes.",
        type: "array",
        items: { type: "string", minLength: 1 },
      },
      confidence: {
        description: "Less certain boxes are left out, if nothing else is asked for; default 0.25.",
        type: "number",
        minimum: 0,
        maximum: 1,
      },
      overlap: {
        description:
          "Of boxes of one class that overlap more (shared area by the area of both), the most certain one is kept; default 0.45 for `yolo`, 1 (all are kept) for the others.",
        type: "number",
        minimum: 0,
        maximum: 1,
      },
    },
  },
  MultiCam: {
    title: "MultiCam",
    description: "The cameras of a dataset, and their calibration.",
    type: "object",
    required: ["cameras"],
    properties: {
      defaultDisplay: { description: "The camera that is shown first.", type: "string" },
      cameraOrder: { type: "array", items: { type: "string" } },
      cameras: {
        description: "By name; each is a dataset in the folder.",
        type: "object",
        additionalProperties: {
          title: "MultiCamCamera",
          type: "object",
          required: ["folderId", "type"],
          properties: { folderId: { $ref: "#/definitions/ObjectId" }, type: { $ref: "#/definitions/DatasetType" } },
        },
      },
      calibrationItemId: { $ref: "#/definitions/ObjectId" },
      jsonCalibrationItemId: { $ref: "#/definitions/ObjectId" },
      calibrationOriginalName: { type: "string" },
      calibrationConversionError: { type: "string" },
    },
  },
  ObjectId: { title: "ObjectId", description: "24 lower-case hex digits.", type: "string", pattern: "^[0-9a-f]{24}$" },
  PackChannels: {
    title: "PackChannels",
    description: "A number for each channel, in the order of `colours`.",
    type: "array",
    minItems: 3,
    maxItems: 3,
    items: { type: "number" },
  },
  PackDecoder: {
    title: "PackDecoder",
    description: "A segmenter's second model, which answers clicks and boxes from what the encoder made of a picture.",
    type: "object",
    required: ["model", "layout"],
    additionalProperties: {},
    properties: {
      model: { description: "Path of the ONNX file.", type: "string" },
      layout: {
        description:
          "`sam`: takes `image_embeddings`, `point_coords`, `point_labels`, `mask_input`, `has_mask_input` and `orig_im_size`; answers `masks`, `iou_predictions` and `low_res_masks`.",
        enum: ["sam"],
      },
      embeddings: { description: "Name of the encoder's output; absent where it has one.", type: "string" },
      threshold: { description: "What a number of the mask exceeds on the object; default 0.", type: "number" },
    },
  },
  PackFile: {
    title: "PackFile",
    type: "object",
    required: ["path", "sha256", "bytes"],
    additionalProperties: {},
    properties: {
      path: {
        description: "Next to `pack.json`: letters, digits, `.`, `_` and `-`.",
        type: "string",
        pattern: "^[A-Za-z0-9_][A-Za-z0-9._-]*$",
      },
      sha256: { description: "Lower-case hex digits.", type: "string", pattern: "^[0-9a-f]{64}$" },
      bytes: { type: "integer", minimum: 1 },
    },
  },
  PackInput: {
    title: "PackInput",
    description:
      "How a picture becomes numbers: made as large as this, each channel `(value / 255 - mean) / deviation`.",
    type: "object",
    required: ["width", "height"],
    additionalProperties: {},
    properties: {
      name: { description: "Of the model's input; absent where it has one.", type: "string" },
      width: { description: "Pixels.", type: "integer", minimum: 8, maximum: 4096 },
      height: { description: "Pixels.", type: "integer", minimum: 8, maximum: 4096 },
      resize: {
        description:
          "`fit` (default): as it is shaped, centred, the rest filled with `padding`. `fit-corner`: the same, at the top left. `stretch`: both sides each by itself.",
        enum: ["fit", "fit-corner", "stretch"],
      },
      padding: { description: "Of the rest, 0 to 255; default 114.", type: "number", minimum: 0, maximum: 255 },
      layout: { description: "Order of the axes; default `nchw`.", enum: ["nchw", "nhwc"] },
      colours: { description: "Order of the channels; default `rgb`.", enum: ["rgb", "bgr"] },
      scale: {
        description: "What a channel is divided by; default 255.",
        type: "number",
        minimum: 0,
        exclusiveMinimum: true,
      },
      mean: { $ref: "#/definitions/PackChannels" },
      deviation: { $ref: "#/definitions/PackChannels" },
    },
  },
  PackLines: {
    title: "PackLines",
    description: "How the first model of a text pack says where lines of text are.",
    type: "object",
    required: ["layout"],
    additionalProperties: {},
    properties: {
      layout: {
        description:
          "`db`: a map of the size of its input with how likely each pixel is text, as differentiable binarization answers it.",
        enum: ["db"],
      },
      output: { description: "Name of the output; absent where it has one.", type: "string" },
      threshold: { description: "What a pixel of text exceeds; default 0.3.", type: "number", minimum: 0, maximum: 1 },
      confidence: {
        description: "Lines whose pixels are less certain in the mean are left out; default 0.6.",
        type: "number",
        minimum: 0,
        maximum: 1,
      },
      grow: {
        description:
          "How far a line reaches beyond its pixels on the map: its area by its perimeter, times this; default 1.5.",
        type: "number",
        minimum: 0,
        maximum: 10,
      },
      multiple: {
        description: "Sides of the input are multiples of this; default 32.",
        type: "integer",
        minimum: 1,
        maximum: 256,
      },
    },
  },
  PackOutput: {
    title: "PackOutput",
    description: "How the answers of a detector are read.",
    type: "object",
    required: ["layout"],
    additionalProperties: {},
    properties: {
      layout: {
        description:
          "`yolo`: rows of centre, size and a score for each class, in pixels of the input. `yolo-end-to-end`: rows of two corners, score and class. `detr`: boxes as centre and size, 0 to 1, and scores by themselves.",
        enum: ["yolo", "yolo-end-to-end", "detr"],
      },
      boxes: { description: "Name of the output with boxes; absent where there is one output.", type: "string" },
      scores: { description: "Name of the output with scores: `detr` alone.", type: "string" },
      objectness: {
        description: "`yolo`: a number in front of the scores, by which they are multiplied (version 5 to 7).",
        type: "boolean",
      },
      rows: {
        description:
          "`yolo`: whether boxes are along the last axis (`last`, the default, version 8 and later) or along the one before it (`middle`).",
        enum: ["last", "middle"],
      },
      activation: {
        description:
          "`detr`: what makes scores of numbers; `softmax` has one more class at the end, which is nothing. Default `sigmoid`.",
        enum: ["sigmoid", "softmax", "none"],
      },
    },
  },
  PackReader: {
    title: "PackReader",
    description: "A text pack's second model, which reads the characters of one line.",
    type: "object",
    required: ["model", "layout", "characters", "input"],
    additionalProperties: {},
    properties: {
      model: { description: "Path of the ONNX file.", type: "string" },
      layout: {
        description:
          "`ctc`: for each step along the line a score for each character and for none, as CRNN and SVTR answer.",
        enum: ["ctc"],
      },
      characters: {
        description: "Path of a text file in UTF-8 with one character a line, in the order of the scores.",
        type: "string",
      },
      blank: {
        description:
          "Where the score of no character is: before the others (`first`, the default) or after them (`last`).",
        enum: ["first", "last"],
      },
      space: { description: "Whether the scores have a space after the characters of the file.", type: "boolean" },
      activation: {
        description: "What makes probabilities of scores; default `none`: they are probabilities.",
        enum: ["none", "softmax"],
      },
      output: { description: "Name of the output; absent where it has one.", type: "string" },
      input: { $ref: "#/definitions/PackInput" },
    },
  },
  PackSearch: {
    title: "PackSearch",
    description: "How a tracker finds on the next picture what a template shows. Its template is given as `input`.",
    type: "object",
    required: ["layout", "input", "scores", "sizes", "offsets"],
    additionalProperties: {},
    properties: {
      layout: {
        description:
          "`centre`: for each place of a grid how likely the middle of the object is there, the size of the object (0 to 1 of the searched part), and how far its middle is from the place (0 to 1 of a place), as VitTrack and OSTrack answer.",
        enum: ["centre"],
      },
      input: { $ref: "#/definitions/PackInput" },
      scores: { description: "Name of the output with scores.", type: "string" },
      sizes: { description: "Name of the output with widths and heights.", type: "string" },
      offsets: { description: "Name of the output with offsets across and down.", type: "string" },
      templateScale: {
        description: "Side of the part that the template shows: the root of the object's area, times this; default 2.",
        type: "number",
        minimum: 1,
        maximum: 16,
      },
      searchScale: {
        description: "The same of the part that is searched; default 4.",
        type: "number",
        minimum: 1,
        maximum: 32,
      },
    },
  },
  ProjectConfiguration: {
    title: "ProjectConfiguration",
    description: "`wakeline.config.json`: how `wakeline validate` judges the annotation files of a project.",
    type: "object",
    additionalProperties: {},
    properties: {
      $schema: { description: "The address of this schema, for editors.", type: "string" },
      validate: {
        title: "ValidateSettings",
        type: "object",
        additionalProperties: {},
        properties: {
          files: {
            description:
              "What to check if the command line names no files: files, folders and globs, relative to this file.",
            type: "array",
            items: { type: "string", minLength: 1 },
          },
          all: { description: "Like `--all`.", type: "boolean" },
          strict: { description: "Like `--strict`.", type: "boolean" },
          types: {
            description: "The allowed types; any other type is a finding.",
            type: "array",
            items: { type: "string" },
          },
          rules: { $ref: "#/definitions/RuleLevels" },
          overrides: {
            description: "Rules for some of the files. If several match, the last one counts.",
            type: "array",
            items: {
              title: "RuleOverride",
              type: "object",
              additionalProperties: {},
              required: ["files", "rules"],
              properties: {
                files: {
                  description: "Globs, relative to this file.",
                  type: "array",
                  items: { type: "string", minLength: 1 },
                },
                rules: { $ref: "#/definitions/RuleLevels" },
              },
            },
          },
          baseline: {
            description: "A file with known findings, which are not reported; relative to this file.",
            type: "string",
            minLength: 1,
          },
        },
      },
    },
  },
  ReleaseManifest: {
    title: "ReleaseManifest",
    description:
      "Describes media and annotations, as written by `wakeline release create`, so that a copy can be compared with them.",
    type: "object",
    required: ["version", "created", "media", "annotations"],
    properties: {
      $schema: { description: "The address of this schema, for editors.", type: "string" },
      version: { enum: [1] },
      name: { description: "The display name of the release.", type: "string" },
      created: { description: "When it was created, ISO 8601.", type: "string" },
      media: { type: "array", items: { $ref: "#/definitions/ReleasedMedia" } },
      annotations: { type: "array", items: { $ref: "#/definitions/ReleasedAnnotations" } },
    },
  },
  ReleasedAnnotations: {
    title: "ReleasedAnnotations",
    description: "A file of annotations. Hashes are of its content, independent of the format and the order of rows.",
    type: "object",
    required: ["path", "bytes", "sha256", "format", "counts", "columns", "schema", "ledger", "tracks", "groups"],
    properties: {
      path: { description: "Relative to the manifest, with `/` between the parts.", type: "string" },
      origin: {
        description: "Of a dataset on a server: server, dataset, set (`null`: the default one), revision.",
        type: "object",
      },
      bytes: { type: "integer", minimum: 0 },
      sha256: { description: "Hash of the file.", type: "string", pattern: "^[0-9a-f]{64}$" },
      format: { type: "string" },
      counts: {
        title: "ReleasedCounts",
        type: "object",
        required: ["tracks", "detections", "groups"],
        properties: {
          tracks: { type: "integer", minimum: 0 },
          detections: { type: "integer", minimum: 0 },
          groups: { type: "integer", minimum: 0 },
        },
      },
      columns: {
        description: "SHA-256 of each column over all tracks and groups: `detection.bounds`, `track.confidencePairs`.",
        type: "object",
        additionalProperties: { type: "string", pattern: "^[0-9a-f]{64}$" },
      },
      schema: {
        title: "ReleasedSchema",
        type: "object",
        required: ["types", "attributes"],
        properties: {
          types: { type: "array", items: { type: "string" } },
          attributes: {
            description: "Kind of value by `track_NAME` or `detection_NAME`.",
            type: "object",
            additionalProperties: { type: "string" },
          },
        },
      },
      ledger: {
        title: "ReleasedLedger",
        description: "What the release leaves out of the file.",
        type: "object",
        required: ["skipped", "problems"],
        properties: {
          skipped: { description: "Broken rows or tracks.", type: "integer", minimum: 0 },
          problems: {
            description: "Number by code.",
            type: "object",
            additionalProperties: { type: "integer", minimum: 1 },
          },
        },
      },
      tracks: {
        description: "Short hashes of each track by column, by id.",
        type: "object",
        additionalProperties: { $ref: "#/definitions/ColumnHashes" },
      },
      groups: {
        description: "Short hashes of each group by column, by id.",
        type: "object",
        additionalProperties: { $ref: "#/definitions/ColumnHashes" },
      },
    },
  },
  ReleasedMedia: {
    title: "ReleasedMedia",
    description: "A video, or a folder of pictures. The lists have one entry per frame.",
    type: "object",
    required: ["path", "kind", "content", "looks"],
    properties: {
      path: { description: "Relative to the manifest, with `/` between the parts.", type: "string" },
      origin: { description: "Of a dataset on a server: server, dataset.", type: "object" },
      kind: { enum: ["video", "pictures"] },
      bytes: { description: "Size of the file; absent for a folder.", type: "integer", minimum: 0 },
      sha256: { description: "Hash of the file; absent for a folder.", type: "string", pattern: "^[0-9a-f]{64}$" },
      width: { description: "Width of the first picture in pixels, as stored.", type: "integer", minimum: 1 },
      height: { type: "integer", minimum: 1 },
      turned: {
        description: "Degrees by which players turn the pictures of the video, clockwise; absent: 0.",
        enum: [90, 180, 270],
      },
      seconds: {
        description: "When each frame is shown; absent for a folder.",
        type: "array",
        items: { type: "number" },
      },
      names: { description: "Files of a folder in the order of frames.", type: "array", items: { type: "string" } },
      content: {
        description: "MD5 of each decoded picture; empty where it could not be decoded.",
        type: "array",
        items: { type: "string", pattern: "^([0-9a-f]{32})?$" },
      },
      looks: {
        description: "Perceptual hash of each picture, 64 bits.",
        type: "array",
        items: { type: "string", pattern: "^([0-9a-f]{16})?$" },
      },
    },
  },
  RuleLevels: {
    title: "RuleLevels",
    description: "By code of a problem, or by a pattern such as `csv-*`. `on` keeps the default severity.",
    type: "object",
    additionalProperties: { title: "RuleLevel", enum: ["off", "on", "warning", "error"] },
  },
  StereoCalibration: {
    title: "StereoCalibration",
    description: "A pair of cameras: the optics of each, and the position of the right one relative to the left one.",
    type: "object",
    required: ["R", "T", "calibrations"],
    properties: {
      R: { description: "Rotation, 3 by 3.", type: "array" },
      T: { description: "Translation, in the unit of the squares.", type: "array" },
      calibrations: {
        title: "CameraCalibrations",
        type: "object",
        required: ["left", "right"],
        properties: {
          left: { $ref: "#/definitions/CameraCalibration" },
          right: { $ref: "#/definitions/CameraCalibration" },
        },
      },
      imageWidth: { description: "Pixels.", type: "number" },
      imageHeight: { description: "Pixels.", type: "number" },
      gridWidth: { description: "Corners of the pattern.", type: "number" },
      gridHeight: { description: "Corners of the pattern.", type: "number" },
      squareSize: { description: "Of the pattern, millimetres.", type: "number" },
      rmsErrorStereo: { description: "Pixels.", type: "number" },
    },
  },
  TimeAlignment: {
    title: "TimeAlignment",
    description:
      "How the pictures of cameras with their own clocks and rates meet: each camera shows the one nearest in time. `null` in a change takes it away.",
    type: "object",
    required: ["mode", "cameras"],
    properties: {
      mode: {
        description:
          "Where a picture's own time comes from: its number and the camera's rate, the capture time in its file name, the container's timestamps, or timestamps corrected by an instant that a person found on two cameras.",
        enum: ["frame", "capture-time", "timestamp", "manual"],
      },
      cameras: {
        description: "By camera. A picture with the own time t is of the instant `offset + (1 + drift) * t`.",
        type: "object",
        additionalProperties: { $ref: "#/definitions/CameraClock" },
      },
    },
  },
  Track: {
    title: "Track",
    description: "One object through time: its type, its attributes and its detections, in ascending frame order.",
    type: "object",
    required: ["id", "begin", "end", "confidencePairs", "attributes", "features"],
    properties: {
      id: { type: "integer", minimum: 0 },
      begin: { description: "First frame; equals the first feature's frame.", type: "integer", minimum: 0 },
      end: { description: "Last frame; equals the last feature's frame.", type: "integer", minimum: 0 },
      confidencePairs: { $ref: "#/definitions/ConfidencePairs" },
      attributes: { $ref: "#/definitions/AttributeValues" },
      meta: { type: "object" },
      features: { type: "array", items: { $ref: "#/definitions/Feature" } },
    },
  },
  TypeStyle: {
    title: "TypeStyle",
    type: "object",
    properties: {
      color: { type: "string" },
      colorOnly: {
        description:
          "The color was chosen so that types look different; unless there is more, the type is not defined by it.",
        type: "boolean",
      },
      strokeWidth: { type: "number" },
      opacity: { type: "number" },
      fill: { type: "boolean" },
      showLabel: { type: "boolean" },
      showConfidence: { type: "boolean" },
      frameLabel: { description: "Key, 1 to 9, of a type that labels intervals of the video.", type: "number" },
      suppress: { description: "Boxes of this type are regions in which nothing counts.", type: "boolean" },
    },
  },
} as const;
