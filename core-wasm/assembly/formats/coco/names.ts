/**
 * The keys of COCO documents and kept members, by number: one table instead of a comparison in code for each, which
 * keeps the core small. The keys of nearly every annotation come first.
 *
 * While an object is read, the address of each wanted value is stored in a second table, by the same numbers.
 */
import { putText } from "../../memory/bytes";
import { stringEnd, stringStart } from "../json/scan";
import { isPython, putComma } from "../json/style";
import { Char } from "../characters";

const NAMES: StaticArray<string> = [
  "id",
  "image_id",
  "category_id",
  "bbox",
  "area",
  "iscrowd",
  "segmentation",
  "track_id",
  "score",
  "prob",
  "keypoints",
  "num_keypoints",
  "dive_confidence_pairs",
  "dive_detection_attributes",
  "attributes",
  "dive_track_attributes",
  "track_attributes",
  "dive_notes",
  "notes",
  "geometry",
  "frame",
  "bounds",
  "keyframe",
  "interpolate",
  "fishLength",
  "file_name",
  "frame_index",
  "info",
  "categories",
  "videos",
  "images",
  "annotations",
  "keypoint_categories",
  "size",
  "counts",
  "exterior",
  "interiors",
  "type",
  "key",
  "properties",
  "coordinates",
  "features",
  "visibility",
  "length",
  "xy",
  "keypoint_category_id",
  "keypoint_category",
  "visible",
  "coco_url",
  "rotation",
  "occluded",
];

/** Positions in NAMES. */
export namespace Name {
  export const ID: u32 = 0;
  export const IMAGE_ID: u32 = 1;
  export const CATEGORY_ID: u32 = 2;
  export const BBOX: u32 = 3;
  export const AREA: u32 = 4;
  export const ISCROWD: u32 = 5;
  export const SEGMENTATION: u32 = 6;
  export const TRACK_ID: u32 = 7;
  export const SCORE: u32 = 8;
  export const PROB: u32 = 9;
  export const KEYPOINTS: u32 = 10;
  export const NUM_KEYPOINTS: u32 = 11;
  export const PAIRS: u32 = 12;
  // This and the next one are two names for the same thing; the first one counts.
  export const DIVE_ATTRIBUTES: u32 = 13;
  export const ATTRIBUTES: u32 = 14;
  export const DIVE_TRACK_ATTRIBUTES: u32 = 15;
  export const TRACK_ATTRIBUTES: u32 = 16;
  export const DIVE_NOTES: u32 = 17;
  export const NOTES: u32 = 18;
  /** The last member of an annotation that has a meaning. */
  export const LAST_MEMBER: u32 = 18;
  // Members of a detection that an annotation cannot set.
  export const GEOMETRY: u32 = 19;
  export const LAST_RESERVED: u32 = 24;
  export const FILE_NAME: u32 = 25;
  export const FRAME_INDEX: u32 = 26;
  // In the order of sections.
  export const INFO: u32 = 27;
  export const IMAGES: u32 = 30;
  export const ANNOTATIONS: u32 = 31;
  export const KEYPOINT_CATEGORIES: u32 = 32;
  export const SIZE: u32 = 33;
  export const COUNTS: u32 = 34;
  export const EXTERIOR: u32 = 35;
  export const INTERIORS: u32 = 36;
  export const TYPE: u32 = 37;
  export const KEY: u32 = 38;
  export const PROPERTIES: u32 = 39;
  export const COORDINATES: u32 = 40;
  export const FEATURES: u32 = 41;
  export const VISIBILITY: u32 = 42;
  export const LENGTH: u32 = 43;
  export const XY: u32 = 44;
  export const KEYPOINT_CATEGORY_ID: u32 = 45;
  export const KEYPOINT_CATEGORY: u32 = 46;
  export const VISIBLE: u32 = 47;
  export const COCO_URL: u32 = 48;
  export const ROTATION: u32 = 49;
  export const OCCLUDED: u32 = 50;
  export const OTHER: u32 = 51;
}

/** The number of the key that was read last. */
export function nameOfKey(): u32 {
  const length = <u32>(stringEnd - stringStart);
  for (let name: u32 = 0; name < Name.OTHER; name++) {
    const text = load<usize>(changetype<usize>(NAMES) + ((<usize>name) << 2));
    // The size before a string's characters is in bytes, two per character.
    if (load<u32>(text - 4) != length << 1) continue;
    let i: u32 = 0;
    while (i < length && <u32>load<u8>(stringStart + i) == <u32>load<u16>(text + ((<usize>i) << 1))) i++;
    if (i == length) return name;
  }
  return Name.OTHER;
}

/** A comma, a key and its colon. */
export function putNextKey(p: usize, name: u32): usize {
  return putName(putComma(p), name);
}

/** A key and its colon. */
export function putName(p: usize, name: u32): usize {
  store<u8>(p, Char.QUOTE);
  p = putText(p + 1, unchecked(NAMES[name]));
  // `": `
  store<u32>(p, 0x203a22);
  return p + (isPython ? 3 : 2);
}

const values: usize = memory.data(<i32>Name.OTHER << 2);

export function clearValues(): void {
  memory.fill(values, 0, (<usize>Name.OTHER) << 2);
}

/** 0: absent. */
export function valueAt(name: u32): usize {
  return load<u32>(values + ((<usize>name) << 2));
}

export function setValueAt(name: u32, address: usize): void {
  store<u32>(values + ((<usize>name) << 2), <u32>address);
}

/** The value of a member that has two names. */
export function valueOfEitherName(name: u32): usize {
  const first = valueAt(name);
  return first != 0 ? first : valueAt(name + 1);
}
