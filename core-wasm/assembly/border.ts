/**
 * The bits and numbers that the host knows too. Generated from host/border.ts and the host's catalogs by
 * `npm run generate`: do not edit.
 */

/** Bits of the column of flags (host/border.ts). */
export namespace RowFlag {
  export const INTERPOLATES: u32 = 1;
  export const INTERPOLATE_GIVEN: u32 = 2;
  export const HAS_GEOMETRY: u32 = 4;
  export const NOT_KEYFRAME: u32 = 8;
  export const ALL: u32 = 15;
}

/** Bits of the draw list's flags (host/border.ts). */
export namespace DrawFlag {
  export const KEYFRAME: u32 = 1;
  export const GEOMETRY: u32 = 2;
}

/** Bits of the answer of a frame query (host/border.ts). */
export namespace DrawAnswer {
  export const GEOMETRY: u32 = 1073741824;
  export const MOVED: u32 = 2147483648;
}

/** Kinds of shapes other than the box (host/border.ts). */
export namespace ShapeKind {
  export const POLYGON: u32 = 0;
  export const LINE: u32 = 1;
  export const POINT: u32 = 2;
  export const HEAD: u32 = 3;
  export const TAIL: u32 = 4;
  export const ROTATED_BOX: u32 = 5;
}

/** Subjects of an op or an image (host/border.ts). */
export namespace Entity {
  export const TRACK: u32 = 1;
  export const PAIRS: u32 = 2;
  export const KEYFRAME: u32 = 3;
  export const GROUP: u32 = 4;
  export const TEXTS: u32 = 5;
  export const FLAGS: u32 = 6;
}

/** host/edits/edit-errors.ts */
export namespace EditError {
  export const NONE: u32 = 0;
  export const NO_SUCH_TRACK: u32 = 1;
  export const TRACK_ID_TAKEN: u32 = 2;
  export const ONLY_KEYFRAME: u32 = 3;
  export const NO_DETECTION: u32 = 4;
  export const BOUNDS_NOT_FINITE: u32 = 5;
  export const CANNOT_SPLIT: u32 = 6;
}

/** host/integrity.ts */
export namespace Broken {
  export const NOTHING: u32 = 0;
  export const TRACK_COUNT: u32 = 1;
  export const DETECTION_COUNT: u32 = 2;
  export const ID_MAP: u32 = 3;
  export const ORDER: u32 = 4;
  export const ROW_RANGE: u32 = 5;
  export const ROWS_OVERLAP: u32 = 6;
  export const FRAME_ORDER: u32 = 7;
  export const FRAME_RANGE: u32 = 8;
  export const PAIRS: u32 = 9;
  export const PAIR_ORDER: u32 = 10;
  export const SLICE: u32 = 11;
  export const SHOWN_TYPE: u32 = 12;
  export const FRAME_INDEX: u32 = 13;
  export const LARGEST_ID: u32 = 14;
  export const GROUP_COUNT: u32 = 15;
  export const GROUP: u32 = 16;
  export const FLAGS: u32 = 17;
}

/** host/formats/problems/problems.ts. Up to LAST_FATAL a problem ends the read, up to LAST_SKIPPING something is left out. */
export namespace ProblemCode {
  export const JSON_SYNTAX: u32 = 0;
  export const JSON_ENDS_EARLY: u32 = 1;
  export const JSON_TOO_DEEP: u32 = 2;
  export const JSON_NOT_A_LIST: u32 = 3;
  export const JSON_NOT_AN_OBJECT: u32 = 4;
  export const JSON_VERSION_UNKNOWN: u32 = 5;
  export const JSON_NO_TRACKS: u32 = 6;
  export const JSON_TEXT_AFTER_END: u32 = 7;
  export const JSON_TRACK_NOT_AN_OBJECT: u32 = 8;
  export const JSON_TRACK_WITHOUT_ID: u32 = 9;
  export const TRACK_ID_OUT_OF_RANGE: u32 = 10;
  export const DUPLICATE_TRACK_ID: u32 = 11;
  export const JSON_FRAME_MISSING: u32 = 12;
  export const FRAME_OUT_OF_RANGE: u32 = 13;
  export const JSON_BOUNDS_MISSING: u32 = 14;
  export const JSON_BOUNDS_MALFORMED: u32 = 15;
  export const JSON_PAIRS_MALFORMED: u32 = 16;
  export const JSON_FEATURES_MALFORMED: u32 = 17;
  export const JSON_NUMBER_NOT_FINITE: u32 = 18;
  export const JSON_ATTRIBUTES_MALFORMED: u32 = 19;
  export const JSON_GROUP_MALFORMED: u32 = 20;
  export const DUPLICATE_GROUP_ID: u32 = 21;
  export const CSV_TOO_FEW_CELLS: u32 = 22;
  export const CSV_ID_MALFORMED: u32 = 23;
  export const CSV_FRAME_MALFORMED: u32 = 24;
  export const CSV_BOUNDS_NOT_A_NUMBER: u32 = 25;
  export const CSV_CONFIDENCE_NOT_A_NUMBER: u32 = 26;
  export const CSV_QUOTE_OPEN: u32 = 27;
  export const CSV_IMAGE_UNKNOWN: u32 = 28;
  export const CSV_IMAGE_AMBIGUOUS: u32 = 29;
  export const MOT_CELL_NOT_A_NUMBER: u32 = 30;
  export const MOT_TOO_FEW_CELLS: u32 = 31;
  export const MOT_FRAME_MALFORMED: u32 = 32;
  export const MOT_SIZE_NEGATIVE: u32 = 33;
  export const COCO_ANNOTATION_MALFORMED: u32 = 34;
  export const COCO_IMAGE_MALFORMED: u32 = 35;
  export const COCO_IMAGE_UNKNOWN: u32 = 36;
  export const COCO_IMAGE_NOT_IN_DATASET: u32 = 37;
  export const COCO_TRACK_ID_MALFORMED: u32 = 38;
  export const COCO_NO_BOUNDS: u32 = 39;
  export const COCO_KEYPOINTS_AMBIGUOUS: u32 = 40;
  export const JSON_KEY_IS_NOT_ID: u32 = 41;
  export const JSON_RANGE_CORRECTED: u32 = 42;
  export const DETECTIONS_UNSORTED: u32 = 43;
  export const DUPLICATE_DETECTION: u32 = 44;
  export const TRACK_WITHOUT_KEYFRAME: u32 = 45;
  export const JSON_FLAG_NOT_BOOLEAN: u32 = 46;
  export const JSON_LENGTH_IGNORED: u32 = 47;
  export const CSV_LENGTH_NOT_A_NUMBER: u32 = 48;
  export const CSV_CONFIDENCE_IGNORED: u32 = 49;
  export const CSV_PAIR_INCOMPLETE: u32 = 50;
  export const CSV_TOKEN_UNKNOWN: u32 = 51;
  export const CSV_POINT_MALFORMED: u32 = 52;
  export const CSV_POLYGON_MALFORMED: u32 = 53;
  export const CSV_HOLE_WITHOUT_POLYGON: u32 = 54;
  export const CSV_ATTRIBUTE_MALFORMED: u32 = 55;
  export const CSV_DIFFERENT_IMAGES_ONE_FRAME: u32 = 56;
  export const MOT_CLASS_UNKNOWN: u32 = 57;
  export const MOT_WORLD_IGNORED: u32 = 58;
  export const MOT_CONFIDENCE_OUTSIDE: u32 = 59;
  export const CSV_TYPE_OVERRULED: u32 = 60;
  export const CSV_CONFIDENCE_OVERRULED: u32 = 61;
  export const COCO_TYPE_OVERRULED: u32 = 62;
  export const MOT_FRAMES_FROM_ZERO: u32 = 63;
  export const CSV_MASK_MALFORMED: u32 = 64;
  export const JSON_MEMBER_IGNORED: u32 = 65;
  export const COCO_MASKS_SKIPPED: u32 = 66;
  export const COCO_PROB_LENGTH: u32 = 67;
  export const COCO_PROB_NAMES: u32 = 68;
  export const COCO_PAIRS_MALFORMED: u32 = 69;
  export const COCO_ID_REPLACED: u32 = 70;
  export const COCO_ID_REPEATED: u32 = 71;
  export const COCO_CATEGORY_UNKNOWN: u32 = 72;
  export const COCO_MEMBER_IGNORED: u32 = 73;
  export const COCO_POLYGON_MALFORMED: u32 = 74;
  export const COCO_SCORE_OUTSIDE: u32 = 75;
  export const LAST_FATAL: u32 = 7;
  export const LAST_SKIPPING: u32 = 40;
}

/** host/formats/problems/losses.ts */
export namespace LossKind {
  export const GROUPS: u32 = 0;
  export const TRACK_WITHOUT_PAIRS: u32 = 1;
  export const TRACK_WITHOUT_DETECTIONS: u32 = 2;
  export const TRACK_MEMBER: u32 = 3;
  export const DETECTION_MEMBER: u32 = 4;
  export const INTERPOLATION: u32 = 5;
  export const FRACTIONAL_BOUNDS: u32 = 6;
  export const FRACTIONAL_COORDINATES: u32 = 7;
  export const LINE_STRING_GEOMETRY: u32 = 8;
  export const STRUCTURED_ATTRIBUTE: u32 = 9;
  export const ATTRIBUTE_NAME: u32 = 10;
  export const MALFORMED_GEOMETRY: u32 = 11;
  export const NOT_A_KEYFRAME: u32 = 12;
  export const TYPE_WITHOUT_CLASS: u32 = 13;
  export const FURTHER_PAIR: u32 = 14;
  export const TRACK_IDENTITY: u32 = 15;
  export const CONFIDENCE_SENTINEL: u32 = 16;
  export const TRACK_ATTRIBUTES: u32 = 17;
  export const LENGTH: u32 = 18;
  export const DETECTION_ATTRIBUTE: u32 = 19;
  export const GEOMETRY: u32 = 20;
  export const BOUNDS_DIGITS: u32 = 21;
  export const NOTES: u32 = 22;
  export const HOLES: u32 = 23;
  export const POINT_NAME: u32 = 24;
  export const INTERPOLATED_DETECTIONS: u32 = 25;
  export const FRAME_WITHOUT_IMAGE: u32 = 26;
  export const TOKEN_TEXT: u32 = 27;
  export const TYPE_NAME: u32 = 28;
  export const POINT_KEY: u32 = 29;
  export const POLYGON_KEY: u32 = 30;
  export const HEAD_TAIL_LINE: u32 = 31;
  export const LENGTH_ATTRIBUTE: u32 = 32;
  export const ZERO_CHARACTER: u32 = 33;
  export const CONFIDENCE_PAIRS: u32 = 34;
  export const TRACK_ID: u32 = 35;
  export const MASK_AS_POLYGONS: u32 = 36;
  export const COUNT: u32 = 37;
}
