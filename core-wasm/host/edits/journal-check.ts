/**
 * Checks that ops of a journal are complete before the core replays them: the core copies as many bytes as an image
 * claims to have. A journal is kept in a browser's storage, where it may have been damaged.
 *
 * The layout of ops is that of assembly/edit/op-log.ts, the layout of images that of assembly/edit/images.ts. The
 * before image needs no check: it is compared with the core's state (same-image.ts).
 */
import { allBitsOf, Entity, RowFlag } from "../border.ts";
import { maxFrame, maxId } from "./arguments.ts";

const headerBytes = 24;
const footerBytes = 4;
const boundsBytes = 32;
const allFlags = allBitsOf(RowFlag);

const utf8 = new TextDecoder();

/** Thrown inside, caught by `areOpsComplete`. */
class Damage extends Error {}

export function areOpsComplete(ops: Uint8Array): boolean {
  try {
    const view = new DataView(ops.buffer, ops.byteOffset, ops.byteLength);
    for (let op = 0; op < ops.length;) op += checkOp(view, op);
    return true;
  } catch (error) {
    // Past the end of the ops, or invalid JSON.
    if (error instanceof Damage || error instanceof RangeError || error instanceof SyntaxError) return false;
    throw error;
  }
}

/** Returns the size of the op. */
function checkOp(view: DataView, op: number): number {
  const field = (index: number): number => view.getUint32(op + index * 4, true);
  const [size, entity, id, frame, before, after] = [field(0), field(1), field(2), field(3), field(4), field(5)];
  require(size === headerBytes + before + after + footerBytes);
  require(view.getUint32(op + size - footerBytes, true) === size);
  require(id <= maxId && frame <= maxFrame);
  const start = op + headerBytes + before;
  const image = new Image(new DataView(view.buffer, view.byteOffset + start, after));
  const check = checks[entity];
  require(check !== undefined);
  check?.(image, new DataView(view.buffer, view.byteOffset + op + headerBytes, before));
  require(image.isAtEnd);
  return size;
}

/** By entity number. An empty image means that there is no such entity. */
const checks: Readonly<Record<number, (image: Image, before: DataView) => void>> = {
  [Entity.track]: (image) => {
    if (!image.isAtEnd) checkTrack(image);
  },
  [Entity.pairs]: checkPairs,
  [Entity.keyframe]: (image, before) => {
    require(!image.isAtEnd || before.byteLength > 0);
    if (!image.isAtEnd) checkKeyframe(image);
  },
  [Entity.group]: (image) => {
    if (!image.isAtEnd) checkGroup(image);
  },
  [Entity.texts]: checkTexts,
  [Entity.flags]: checkFlags,
};

function checkTrack(image: Image): void {
  const [begin, end] = [image.frame(), image.frame()];
  require(begin <= end);
  checkPairs(image.part(image.u32()));
  checkTexts(image);
  const rows = image.u32();
  let last = -1;
  for (let row = 0; row < rows; row++) {
    const frame = image.frame();
    require(row === 0 ? frame === begin : frame > last);
    last = frame;
    checkKeyframe(image);
  }
  require(rows === 0 || last === end);
}

function checkPairs(image: Image): void {
  while (!image.isAtEnd) {
    require(Number.isFinite(image.f64()));
    image.text();
  }
}

function checkKeyframe(image: Image): void {
  for (let i = 0; i < boundsBytes; i += 8) require(Number.isFinite(image.f64()));
  const length = image.f64();
  // NaN: none.
  require(Number.isNaN(length) || Number.isFinite(length));
  const flags = image.u32();
  require(flags <= allFlags);
  const members = image.text();
  const { geometry } = objectOf(`{${members}}`);
  require((flags & RowFlag.hasGeometry) === 0 || (geometry !== undefined && members.includes('"geometry":')));
}

/** Attributes and further members. */
function checkTexts(image: Image): void {
  const attributes = image.text();
  if (attributes !== "") objectOf(attributes);
  objectOf(`{${image.text()}}`);
}

/** The same rows as before, and their geometry flags are unchanged. */
function checkFlags(image: Image, before: DataView): void {
  require(image.length === before.byteLength);
  for (let row = 0; row < before.byteLength; row++) {
    const flags = image.u8();
    require(flags <= allFlags && ((flags ^ before.getUint8(row)) & RowFlag.hasGeometry) === 0);
  }
}

function checkGroup(image: Image): void {
  require(image.frame() <= image.frame());
  const text = image.rest();
  require(text.startsWith("{"));
  objectOf(text);
}

export function objectOf(text: string): Readonly<Record<string, unknown>> {
  const value: unknown = JSON.parse(text);
  require(typeof value === "object" && value !== null && !Array.isArray(value));
  return value as Readonly<Record<string, unknown>>;
}

/** Reads the bytes of an image from its start; throws past its end. */
export class Image {
  readonly #view: DataView;
  #at = 0;

  constructor(view: DataView) {
    this.#view = view;
  }

  get length(): number {
    return this.#view.byteLength;
  }

  get isAtEnd(): boolean {
    return this.#at === this.length;
  }

  u8(): number {
    return this.#view.getUint8(this.#move(1));
  }

  u32(): number {
    return this.#view.getUint32(this.#move(4), true);
  }

  f64(): number {
    return this.#view.getFloat64(this.#move(8), true);
  }

  frame(): number {
    const frame = this.u32();
    require(frame <= maxFrame);
    return frame;
  }

  text(): string {
    const length = this.u32();
    return this.#decode(this.#move(length), length);
  }

  rest(): string {
    const length = this.length - this.#at;
    return this.#decode(this.#move(length), length);
  }

  part(length: number): Image {
    return new Image(new DataView(this.#view.buffer, this.#view.byteOffset + this.#move(length), length));
  }

  /** Returns where the bytes begin. */
  #move(bytes: number): number {
    const start = this.#at;
    require(start + bytes <= this.length);
    this.#at += bytes;
    return start;
  }

  #decode(start: number, length: number): string {
    return utf8.decode(new Uint8Array(this.#view.buffer, this.#view.byteOffset + start, length));
  }
}

function require(isWhole: boolean): void {
  if (!isWhole) throw new Damage();
}
