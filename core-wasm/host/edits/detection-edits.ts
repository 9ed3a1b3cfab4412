/** Edits of a track on frames: bounds and keyframes, geometry, attributes and other data of a detection. */
import { sliceLength } from "../instance.ts";
import { parseJson } from "../json.ts";
import type { Bounds, DetectionEdits, FrameNumber, GeometryKind, JsonValue, Point, TrackId } from "../types.ts";
import { CoreError } from "../types.ts";
import { requireFrame, requireName } from "./arguments.ts";
import { attributePath } from "./attribute-path.ts";
import { noDetection, throwEditError } from "./edit-errors.ts";
import {
  boundsOf,
  line,
  moveGeometry,
  point,
  polygon,
  putGeometry,
  removeGeometry,
  type Geometry,
} from "./geometry.ts";
import { encodeValue, memberText, setMember, type MemberPath } from "./members-text.ts";
import type { OpenCore } from "./open-core.ts";

/** Members that have their own columns or methods. */
const knownMembers: ReadonlySet<string> = new Set([
  "frame",
  "bounds",
  "keyframe",
  "interpolate",
  "fishLength",
  "attributes",
  "geometry",
]);
/** The attribute in which other tools store the rotation of a box, in radians. */
const rotation = "rotation";

export class CoreDetectionEdits implements DetectionEdits {
  readonly #open: OpenCore;

  constructor(open: OpenCore) {
    this.#open = open;
  }

  setBounds(id: TrackId, frame: FrameNumber, bounds: Bounds): void {
    requireFrame(frame);
    throwEditError(this.#open.core.exports.edit_set_bounds(id, frame, ...bounds), id, frame);
  }

  toggleKeyframe(id: TrackId, frame: FrameNumber): void {
    requireFrame(frame);
    throwEditError(this.#open.core.exports.edit_toggle_keyframe(id, frame), id, frame);
  }

  setInterpolate(id: TrackId, frame: FrameNumber, on: boolean): void {
    requireFrame(frame);
    throwEditError(this.#open.core.exports.edit_set_interpolate(id, frame, Number(on)), id, frame);
  }

  setInterpolateAll(id: TrackId, on: boolean): void {
    throwEditError(this.#open.core.exports.edit_set_interpolate_all(id, Number(on)), id, 0);
  }

  delete(id: TrackId, begin: FrameNumber, end: FrameNumber): void {
    requireFrame(begin);
    requireFrame(end);
    if (begin > end) throw new CoreError("bad-argument", `The stretch from ${begin} to ${end} ends before it begins.`);
    throwEditError(this.#open.core.exports.edit_delete_detections(id, begin, end), id, begin);
  }

  // ------------------------------------------------------------------------------------------------------- geometry

  setPolygon(
    id: TrackId,
    frame: FrameNumber,
    rings: readonly (readonly Point[])[],
    key?: string,
    rotation?: number,
  ): void {
    this.#setGeometry(id, frame, polygon(rings, key, rotation));
  }

  setLine(id: TrackId, frame: FrameNumber, points: readonly Point[], key?: string): void {
    this.#setGeometry(id, frame, line(points, key));
  }

  setPoint(id: TrackId, frame: FrameNumber, position: Point, key: string): void {
    this.#setGeometry(id, frame, point(position, key));
  }

  setHeadTail(id: TrackId, frame: FrameNumber, head: Point, tail: Point): void {
    this.setLine(id, frame, [head, tail], "HeadTails");
    this.setPoint(id, frame, head, "head");
    this.setPoint(id, frame, tail, "tail");
  }

  removeGeometry(id: TrackId, frame: FrameNumber, kind: GeometryKind, key?: string): void {
    this.#changeGeometry(id, frame, (old) => removeGeometry(old, kind, key));
  }

  moveGeometry(id: TrackId, frame: FrameNumber, offset: Point): void {
    if (!offset.every(Number.isFinite)) throw new CoreError("bad-geometry", "An offset must be two finite numbers.");
    this.#changeGeometry(id, frame, (old) => (old === undefined ? undefined : moveGeometry(old, offset)));
  }

  // ------------------------------------------------------------------------------------------------------ all others

  setAttribute(id: TrackId, frame: FrameNumber, name: string, value: JsonValue | undefined, user?: string): void {
    this.#setMember(id, frame, ["attributes", ...attributePath(name, user)], value);
  }

  setMember(id: TrackId, frame: FrameNumber, name: string, value: JsonValue | undefined): void {
    requireName("bad-argument", name);
    if (knownMembers.has(name)) throw new CoreError("bad-argument", `The member ${name} has its own method.`);
    this.#setMember(id, frame, [name], value);
  }

  setNotes(id: TrackId, frame: FrameNumber, notes: readonly string[]): void {
    this.#setMember(id, frame, ["notes"], notes.length === 0 ? undefined : notes);
  }

  setRotation(id: TrackId, frame: FrameNumber, radians: number | undefined): void {
    this.setAttribute(id, frame, rotation, radians === 0 ? undefined : radians);
  }

  setLength(id: TrackId, frame: FrameNumber, length = NaN): void {
    if (Math.abs(length) === Infinity) throw new CoreError("bad-argument", "A length must be finite.");
    this.#store(id, frame);
    this.#open.core.exports.edit_set_length(id, frame, length);
  }

  // ----------------------------------------------------------------------------------------------------------------

  #setGeometry(id: TrackId, frame: FrameNumber, geometry: Geometry): void {
    if (!this.#canStore(id, frame)) this.setBounds(id, frame, boundsOf(geometry));
    this.#changeGeometry(id, frame, (old) => putGeometry(old, geometry));
  }

  #changeGeometry(
    id: TrackId,
    frame: FrameNumber,
    change: (old: JsonValue | undefined) => JsonValue | undefined,
  ): void {
    this.#store(id, frame);
    const members = this.#members(id, frame);
    const old = memberText(members, "geometry");
    const changed = change(old === undefined ? undefined : (parseJson(old) as JsonValue));
    const text = changed === undefined ? undefined : encodeValue(changed);
    this.#putMembers(id, frame, setMember(members, ["geometry"], text), text !== undefined);
  }

  #setMember(id: TrackId, frame: FrameNumber, path: MemberPath, value: JsonValue | undefined): void {
    const text = value === undefined ? undefined : encodeValue(value);
    this.#store(id, frame);
    const members = this.#members(id, frame);
    this.#putMembers(id, frame, setMember(members, path, text), memberText(members, "geometry") !== undefined);
  }

  /** The kept members of a stored detection, as text. */
  #members(id: TrackId, frame: FrameNumber): string {
    const { track_find, track_row_up_to, row_extra } = this.#open.core.exports;
    const extra = row_extra(track_row_up_to(track_find(id), frame));
    return sliceLength(extra) === 0 ? "" : this.#open.core.sliceText(extra);
  }

  #putMembers(id: TrackId, frame: FrameNumber, members: string, hasGeometry: boolean): void {
    this.#open.core.exports.edit_set_extra(id, frame, ...this.#open.transferText(members), Number(hasGeometry));
  }

  /** Makes sure that the detection is stored. Throws if none exists. */
  #store(id: TrackId, frame: FrameNumber): void {
    if (!this.#canStore(id, frame)) throwEditError(noDetection, id, frame);
  }

  #canStore(id: TrackId, frame: FrameNumber): boolean {
    requireFrame(frame);
    const answer = this.#open.core.exports.edit_store_detection(id, frame);
    if (answer !== noDetection) throwEditError(answer, id, frame);
    return answer === 0;
  }
}
