/**
 * Arrays of numbers as NumPy stores them (`numpy.lib.format`, versions 1 to 3). Arrays of objects are pickles, that is
 * programs written by the file's author: they are refused, like everything that is not a small array of numbers.
 */
import { CalibrationError } from "./calibration-error.ts";
import type { Matrix } from "./matrix.ts";

const magic = [0x93, ...Buffer.from("NUMPY")];
/** The largest array of a calibration has a few numbers; lens maps and images are not read. */
const maxNumbers = 10_000;
const maxHeaderBytes = 65_536;

export function readNpy(name: string, bytes: Uint8Array): Matrix {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.length < 12 || magic.some((byte, at) => bytes[at] !== byte)) {
    throw new CalibrationError(`${name} is not an array of NumPy`);
  }
  const isFirst = view.getUint8(6) === 1;
  const headerStart = isFirst ? 10 : 12;
  const headerBytes = isFirst ? view.getUint16(8, true) : view.getUint32(8, true);
  const start = headerStart + headerBytes;
  if (headerBytes > maxHeaderBytes || start > bytes.length) throw new CalibrationError(`${name} is cut off`);
  const header = Buffer.from(bytes.subarray(headerStart, start)).toString("latin1");
  const { descr, isColumnMajor, shape } = parseHeader(name, header);
  const { size, read } = requireReader(name, descr, view);
  const count = shape.reduce((product, length) => product * length, 1);
  if (count > maxNumbers || shape.length > 2) throw new CalibrationError(`${name} is too large for a calibration`);
  if (start + count * size > bytes.length) throw new CalibrationError(`${name} is cut off`);
  const [rows, columns] = shape.length === 2 ? (shape as [number, number]) : [1, count];
  const values = Array.from({ length: count }, (_, index) => {
    const place = isColumnMajor ? (index % columns) * rows + Math.floor(index / columns) : index;
    return read(start + place * size);
  });
  return { rows, columns, values };
}

/** A Python literal; Python 2 writes lengths as `3L`. */
function parseHeader(name: string, text: string): { descr: string; isColumnMajor: boolean; shape: number[] } {
  const descr = /'descr':\s*'([^']*)'/.exec(text)?.[1];
  const order = /'fortran_order':\s*(True|False)/.exec(text)?.[1];
  const lengths = /'shape':\s*\(([\d\sL,]*)\)/.exec(text)?.[1];
  if (descr === undefined || order === undefined || lengths === undefined) {
    throw new CalibrationError(`${name} is not a plain array of numbers`);
  }
  const shape = lengths
    .split(",")
    .map((length) => length.replace("L", "").trim())
    .filter((length) => length !== "")
    .map(Number);
  return { descr, isColumnMajor: order === "True", shape };
}

function requireReader(name: string, descr: string, view: DataView) {
  const [, order, type = "", bytes] = /^([<>|=])([fiu])([1248])$/.exec(descr) ?? [];
  const isLittle = order !== ">";
  const size = Number(bytes);
  const readers: Readonly<Record<string, (at: number) => number>> = {
    f4: (at) => view.getFloat32(at, isLittle),
    f8: (at) => view.getFloat64(at, isLittle),
    i1: (at) => view.getInt8(at),
    i2: (at) => view.getInt16(at, isLittle),
    i4: (at) => view.getInt32(at, isLittle),
    i8: (at) => Number(view.getBigInt64(at, isLittle)),
    u1: (at) => view.getUint8(at),
    u2: (at) => view.getUint16(at, isLittle),
    u4: (at) => view.getUint32(at, isLittle),
    u8: (at) => Number(view.getBigUint64(at, isLittle)),
  };
  const read = readers[`${type}${bytes}`];
  if (read === undefined) {
    const what = descr.includes("O")
      ? "holds pickled objects, which are never run"
      : `holds values of the type ${descr}`;
    throw new CalibrationError(`${name} ${what}`);
  }
  return { size, read };
}
