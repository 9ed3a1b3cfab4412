/**
 * Writes small ONNX models for tests: the few messages of onnx.proto that a graph of float operators needs, as protobuf
 * (a tag and a length per member; varints for integers).
 */

export interface Node {
  readonly op: string;
  readonly inputs: readonly string[];
  readonly outputs: readonly string[];
  readonly attributes?: Readonly<Record<string, number | string | readonly number[]>>;
}

export interface Constant {
  readonly name: string;
  readonly shape: readonly number[];
  /** Integers are `int64`, as for shapes. */
  readonly values: Float32Array | readonly bigint[];
}

export interface Value {
  readonly name: string;
  /** A name where any size will do. */
  readonly shape: readonly (number | string)[];
}

export interface Graph {
  readonly nodes: readonly Node[];
  readonly constants: readonly Constant[];
  readonly inputs: readonly Value[];
  readonly outputs: readonly Value[];
}

const float = 1;
const int64 = 7;
const opsetVersion = 17;

export function onnxModel({ nodes, constants, inputs, outputs }: Graph): Uint8Array {
  const graph = message(
    ...nodes.map((node) => nested(1, nodeOf(node))),
    text(2, "test"),
    ...constants.map((constant) => nested(5, constantOf(constant))),
    ...inputs.map((value) => nested(11, valueOf(value))),
    ...outputs.map((value) => nested(12, valueOf(value))),
  );
  return message(whole(1, 8), nested(7, graph), nested(8, whole(2, opsetVersion)));
}

const nodeOf = ({ op, inputs, outputs, attributes = {} }: Node): Uint8Array =>
  message(
    ...inputs.map((name) => text(1, name)),
    ...outputs.map((name) => text(2, name)),
    text(4, op),
    ...Object.entries(attributes).map(([name, value]) => nested(5, attributeOf(name, value))),
  );

function attributeOf(name: string, value: number | string | readonly number[]): Uint8Array {
  if (typeof value === "number") return message(text(1, name), whole(3, value), whole(20, 2));
  if (typeof value === "string") return message(text(1, name), text(4, value), whole(20, 3));
  return message(text(1, name), ...value.map((one) => whole(8, one)), whole(20, 7));
}

function constantOf({ name, shape, values }: Constant): Uint8Array {
  const isFloat = values instanceof Float32Array;
  const raw = isFloat ? values : BigInt64Array.from(values);
  const bytes = new Uint8Array(raw.buffer, raw.byteOffset, raw.byteLength);
  return message(
    ...shape.map((size) => whole(1, size)),
    whole(2, isFloat ? float : int64),
    text(8, name),
    nested(9, bytes),
  );
}

function valueOf({ name, shape }: Value): Uint8Array {
  const dimensions = message(
    ...shape.map((size) => nested(1, typeof size === "number" ? whole(1, size) : text(2, size))),
  );
  return message(text(1, name), nested(2, nested(1, message(whole(1, float), nested(2, dimensions)))));
}

function message(...members: readonly Uint8Array[]): Uint8Array {
  return Uint8Array.from(Buffer.concat(members));
}

const whole = (member: number, value: number): Uint8Array => message(varint(member * 8), varint(value));
const nested = (member: number, bytes: Uint8Array): Uint8Array =>
  message(varint(member * 8 + 2), varint(bytes.length), bytes);
const text = (member: number, value: string): Uint8Array => nested(member, Buffer.from(value));

function varint(value: number): Uint8Array {
  const bytes: number[] = [];
  let rest = value;
  for (; rest > 127; rest = Math.floor(rest / 128)) bytes.push((rest % 128) + 128);
  return Uint8Array.from([...bytes, rest]);
}
