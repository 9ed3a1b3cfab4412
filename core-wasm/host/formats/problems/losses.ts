/** The catalog of losses. The core uses numbers, the positions here, which `npm run generate` copies to its code. */
import type { CoreInstance } from "../../instance.ts";
import type { Loss } from "../../types.ts";

interface LossEntry {
  readonly kind: string;
  /** One sentence about the first example. */
  readonly text: string;
  /** The example is a track as a whole. */
  readonly wholeTrack?: true;
}

export const lossKinds: readonly LossEntry[] = [
  { kind: "groups", text: "Groups are not written." },
  { kind: "track-without-pairs", text: "The track has no type and is not written.", wholeTrack: true },
  { kind: "track-without-detections", text: "The track has no detections and no rows.", wholeTrack: true },
  { kind: "track-member", text: "A member of the track is not written.", wholeTrack: true },
  { kind: "detection-member", text: "A member of the detection is not written." },
  {
    kind: "interpolation",
    text: "The interpolation that begins here is not read back: in-between detections are rows like any other.",
  },
  { kind: "fractional-bounds", text: "Bounds are rounded to whole pixels." },
  { kind: "fractional-coordinates", text: "A coordinate is rounded to a whole pixel." },
  { kind: "line-string-geometry", text: "A line is not written." },
  { kind: "structured-attribute", text: "An attribute that is a list, an object or null becomes text." },
  { kind: "attribute-name", text: "An attribute whose name has a blank, or none, is read back differently." },
  { kind: "malformed-geometry", text: "A geometry is not a GeoJSON feature of a known kind and is not written." },
  { kind: "not-a-keyframe", text: "A detection that is not a keyframe becomes one." },
  { kind: "type-without-class", text: "The type has no class number and becomes unknown.", wholeTrack: true },
  { kind: "further-pair", text: "Only the most confident of several types is written.", wholeTrack: true },
  { kind: "track-identity", text: "Every detection becomes a separate track.", wholeTrack: true },
  {
    kind: "confidence-sentinel",
    text: "A confidence is lost: its value is reserved in this format, or its cell is already used.",
    wholeTrack: true,
  },
  { kind: "track-attributes", text: "The attributes of the track are not written.", wholeTrack: true },
  { kind: "length", text: "The length of the detection is not written." },
  { kind: "detection-attribute", text: "An attribute of the detection is not written." },
  { kind: "geometry", text: "Polygons, lines and points are not written." },
  {
    kind: "bounds-digits",
    text: "Bounds written as corner and size are read back differently: in their last digit, or without a size below 0.",
  },
  { kind: "notes", text: "Notes are not written." },
  { kind: "holes", text: "A polygon is written without its holes." },
  { kind: "point-name", text: "A point that is not a keypoint of its category is not written." },
  { kind: "interpolated-detections", text: "Detections between this keyframe and the next are not written." },
  {
    kind: "frame-without-image",
    text: "The frame is beyond the pictures of the dataset; the detection is not written.",
  },
  {
    kind: "token-text",
    text: "A text that is empty, begins or ends with a blank, or reads like another value, is read back differently.",
  },
  {
    kind: "type-name",
    text: "A type whose name is empty, or begins or ends with a blank, is read back differently.",
    wholeTrack: true,
  },
  { kind: "point-key", text: "A point without a name is not written; blanks around a name are lost." },
  { kind: "polygon-key", text: "The key of a polygon is not written: polygons are numbered." },
  { kind: "head-tail-line", text: "Head and tail are read back with a line between them." },
  { kind: "length-attribute", text: "The length is read back as an attribute as well, when it is positive." },
  { kind: "zero-character", text: "A text has the character U+0000, which becomes a question mark." },
  {
    kind: "confidence-pairs",
    text: "Types without a name or named twice, or confidences outside 0 to 1: the pairs are read back differently.",
    wholeTrack: true,
  },
  {
    kind: "track-id",
    text: "The track gets another id: the file numbers its annotations or rows itself.",
    wholeTrack: true,
  },
  { kind: "mask-as-polygons", text: "A mask is written, and comes back as polygons." },
];

/** Losses counted by the host, in parts that it writes itself; their examples are more detailed. */
export const hostLossKinds: readonly LossEntry[] = [
  { kind: "frame-rate", text: "The frame rate is not written." },
  { kind: "document-member", text: "A member of the document is not written." },
  { kind: "picture-name", text: "The name of a picture is not written." },
  { kind: "image-folder", text: "A file name that leads out of its folder is written without folders." },
  { kind: "interpolation-off", text: "The format always interpolates between adjacent keyframes." },
  {
    kind: "group-member",
    text: "Attributes and further members of a group are not written, nor are members that are not tracks.",
  },
  { kind: "confidence", text: "The confidence is not written.", wholeTrack: true },
  { kind: "shape-bounds", text: "The box is written as the extent of its polygon." },
  {
    kind: "attribute-type",
    text: "A number or boolean is read back as text: other values of the attribute have another type.",
  },
  {
    kind: "track-attribute",
    text: "A track attribute has the same name as a detection attribute, and is not written.",
    wholeTrack: true,
  },
  { kind: "control-character", text: "A text has a character that XML cannot hold, which becomes a question mark." },
  {
    kind: "frame-by-name",
    text: "Frames are identified by the names of their pictures, which must be known where the file is read.",
  },
  { kind: "clipped", text: "What is outside the picture is cut off." },
  { kind: "image-size-unknown", text: "The size of the picture is not known; the row is not written." },
  { kind: "outside-picture", text: "Nothing of the box is within the picture; it is not written." },
  { kind: "box-as-polygon", text: "A box is written as a polygon of four corners." },
  {
    kind: "type-not-listed",
    text: "The type is not in the list of classes; the track is not written.",
    wholeTrack: true,
  },
];

const entryBytes = 16;
/** Used instead of a frame: the track as a whole. */
const noFrame = 0xffffffff;

/** The losses of the last write. */
export function lossesOf(core: CoreInstance): readonly Loss[] {
  const view = core.view();
  const start = core.exports.loss_entries() >>> 0;
  return lossKinds.flatMap(({ kind, text, wholeTrack }, index) => {
    const entry = start + index * entryBytes;
    const count = view.getUint32(entry, true);
    if (count === 0) return [];
    const trackId = view.getUint32(entry + 4, true);
    const frame = view.getUint32(entry + 8, true);
    const place = wholeTrack || frame === noFrame ? { trackId } : { trackId, frame };
    return [{ kind, count, example: kind === "groups" ? { text } : { ...place, text } }];
  });
}

/** The losses of a format that also has no place for groups and members of the document. */
export function lossesWithGroups(core: CoreInstance, writtenFps: number | undefined): readonly Loss[] {
  return [
    ...groupLoss(core),
    ...documentLoss(documentMembers(core)),
    ...frameRateLoss(core, writtenFps),
    ...lossesOf(core),
  ];
}

/** The frame rate of the document, if none is written. */
export function frameRateLoss({ exports }: CoreInstance, written: number | undefined): readonly Loss[] {
  const fps = exports.document_fps.value;
  const isLost = fps > 0 && written === undefined;
  const text = `The frame rate, ${fps} frames a second, is not written.`;
  return isLost ? [{ kind: "frame-rate", count: 1, example: { text } }] : [];
}

/** For a format without groups. */
export function groupLoss({ exports }: CoreInstance): readonly Loss[] {
  const count = exports.group_count.value;
  return count === 0 ? [] : [{ kind: "groups", count, example: { text: lossText("groups") } }];
}

type DocumentMember = readonly [name: string, value: unknown];

/** Members of the document other than tracks and groups. */
export function documentMembers(core: CoreInstance): readonly DocumentMember[] {
  return Object.entries(JSON.parse(`{${core.sliceText(core.exports.document_extra.value)}}`) as object);
}

/** Members of the document that are not written. */
export function documentLoss(members: readonly DocumentMember[]): readonly Loss[] {
  const [[name] = [""]] = members;
  const text = `The member "${name}" of the document is not written.`;
  return members.length === 0 ? [] : [{ kind: "document-member", count: members.length, example: { text } }];
}

/** The message for a kind, for writers outside the core. */
export function lossText(kind: string): string {
  return lossKinds.find((entry) => entry.kind === kind)?.text ?? kind;
}
