/** Recognizes files that are not text by their first bytes: media, archives, arrays. */
import type { FileKind, RecognizedFile } from "./recognized.ts";
import { recognizeNames } from "./recognize-names.ts";
import { zipNames } from "../../../zip/head-names.ts";

interface Signature {
  readonly kind: FileKind;
  readonly what: string;
  /** Hexadecimal; `..` stands for any byte. */
  readonly bytes: string;
  readonly offset?: number;
}

const signatures: readonly Signature[] = [
  { kind: "video", what: "an MP4 or QuickTime video", bytes: "66747970", offset: 4 },
  { kind: "video", what: "a QuickTime video", bytes: "6d6f6f76", offset: 4 },
  { kind: "video", what: "a QuickTime video", bytes: "6d646174", offset: 4 },
  { kind: "video", what: "a Matroska or WebM video", bytes: "1a45dfa3" },
  { kind: "video", what: "an AVI video", bytes: "52494646........415649" },
  { kind: "video", what: "an MPEG video", bytes: "000001ba" },
  { kind: "video", what: "an MPEG video", bytes: "000001b3" },
  { kind: "video", what: "a Windows Media video", bytes: "3026b2758e66cf11" },
  { kind: "video", what: "an Ogg video", bytes: "4f676753" },
  { kind: "video", what: "a Flash video", bytes: "464c5601" },
  { kind: "image", what: "a PNG picture", bytes: "89504e470d0a1a0a" },
  { kind: "image", what: "a JPEG picture", bytes: "ffd8ff" },
  { kind: "image", what: "a GIF picture", bytes: "47494638" },
  { kind: "image", what: "a WebP picture", bytes: "52494646........57454250" },
  { kind: "image", what: "a TIFF picture", bytes: "49492a00" },
  { kind: "image", what: "a TIFF picture", bytes: "4d4d002a" },
  { kind: "image", what: "a BigTIFF picture", bytes: "49492b00" },
  { kind: "image", what: "a BigTIFF picture", bytes: "4d4d002b" },
  { kind: "image", what: "an SGI picture", bytes: "01da" },
  { kind: "image", what: "a NITF picture", bytes: "4e49544630" },
  { kind: "image", what: "a BMP picture", bytes: "424d............0000" },
  { kind: "image", what: "a PGM picture", bytes: "50350a" },
  { kind: "image", what: "a PGM picture", bytes: "503520" },
  { kind: "foreign", what: "HDF5, as DeepLabCut and SLEAP write", bytes: "894844460d0a1a0a" },
  { kind: "foreign", what: "a region of interest of ImageJ", bytes: "496f7574" },
  { kind: "foreign", what: "a SQLite database", bytes: "53514c69746520666f726d617420" },
  { kind: "foreign", what: "an old Excel workbook", bytes: "d0cf11e0a1b11ae1" },
  { kind: "foreign", what: "a Parquet table", bytes: "50415231" },
  { kind: "foreign", what: "a Feather table of Arrow", bytes: "4152524f5731" },
  { kind: "foreign", what: "a file of MATLAB", bytes: "4d41544c4142" },
  { kind: "foreign", what: "an array of NumPy", bytes: "934e554d5059" },
  { kind: "foreign", what: "a pickle of Python", bytes: "800395" },
  { kind: "foreign", what: "a pickle of Python", bytes: "800495" },
  { kind: "foreign", what: "a pickle of Python", bytes: "800595" },
  { kind: "foreign", what: "a pickle of Python", bytes: "80027d" },
  { kind: "foreign", what: "a pickle of Python", bytes: "80025d" },
  { kind: "foreign", what: "a PDF document", bytes: "255044462d" },
  { kind: "foreign", what: "a document in RTF", bytes: "7b5c727466" },
  { kind: "foreign", what: "a medical picture in DICOM", bytes: "4449434d", offset: 128 },
  { kind: "foreign", what: "a medical volume in NIfTI", bytes: "6e2b3100", offset: 344 },
  { kind: "archive", what: "a gzip archive", bytes: "1f8b" },
  { kind: "archive", what: "a 7-Zip archive", bytes: "377abcaf271c" },
  { kind: "archive", what: "a RAR archive", bytes: "526172211a07" },
  { kind: "archive", what: "an xz archive", bytes: "fd377a585a00" },
  { kind: "archive", what: "a Zstandard archive", bytes: "28b52ffd" },
  { kind: "archive", what: "a bzip2 archive", bytes: "425a68" },
  { kind: "archive", what: "a tar archive", bytes: "7573746172", offset: 257 },
];

/** How far to look for a NUL, which marks binary data; the same as in git and grep. */
const probeBytes = 8000;

/** `undefined`: it is text. */
export function recognizeBinary(bytes: Uint8Array, name: string): RecognizedFile | undefined {
  const hex = hexText(bytes.subarray(0, 400));
  const wide = /^fffe0000|^0000feff/.test(hex);
  if (wide) return { kind: "unknown", message: "This text is UTF-32, which is not read: save it as UTF-8." };
  if (hex.startsWith("504b0304") || hex.startsWith("504b0506")) return recognizeZip(bytes);
  const found = signatures.find((signature) => matches(hex, signature));
  if (found !== undefined) return { kind: found.kind, message: messageOf(found) };
  if (/\.cam$/i.test(name)) return calibration;
  const isMarkedUtf16 = hex.startsWith("fffe") || hex.startsWith("feff");
  if (isMarkedUtf16 || !bytes.subarray(0, probeBytes).includes(0)) return undefined;
  if (/^(..00){4}|^(00..){4}/.test(hex)) {
    return { kind: "unknown", message: "This text is UTF-16 without a byte order mark: save it as UTF-8." };
  }
  const nul = findNul(bytes);
  if (nul !== undefined) return { kind: "unknown", message: nulText(nul), place: nul };
  return { kind: "unknown", message: "This is not text: it holds binary data of an unknown kind." };
}

/** The place of the first NUL in an otherwise textual file. */
function findNul(bytes: Uint8Array): { readonly line: number; readonly column: number } | undefined {
  const head = bytes.subarray(0, probeBytes);
  const odd = head.filter((byte) => byte < 0x20 && byte !== 0x0a && byte !== 0x0d && byte !== 0x09).length;
  if (odd > Math.max(3, head.length / 100)) return undefined;
  const before = head.subarray(0, head.indexOf(0));
  return {
    line: before.filter((byte) => byte === 0x0a).length + 1,
    column: before.length - before.lastIndexOf(0x0a),
  };
}

/** Includes the place, since pages show only the message. */
function nulText({ line, column }: { readonly line: number; readonly column: number }): string {
  return (
    `Line ${line}, column ${column}, holds a NUL byte, which no text has: ` +
    "the file was damaged, or a program wrote it so. Take the byte out, or write the file again."
  );
}

function hexText(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

function matches(hex: string, { bytes, offset = 0 }: Signature): boolean {
  const found = hex.slice(offset * 2, offset * 2 + bytes.length);
  return found.length === bytes.length && [...bytes].every((digit, index) => digit === "." || digit === found[index]);
}

function messageOf({ kind, what }: Signature): string {
  if (kind === "foreign")
    return `This is ${what}, which Wakeline cannot read. Export a CSV or COCO from the program that made it and import that.`;
  if (kind !== "archive") return `This is ${what} and holds no annotations: it belongs to a dataset as its media.`;
  return `This is ${what}: unpack it, and use the files in it.`;
}

const calibration: RecognizedFile = {
  kind: "calibration",
  message: "This is the calibration of a pair of cameras and holds no annotations: attach it to a stereo dataset.",
};

const numpyArchive: Signature = { kind: "foreign", what: "an archive of arrays of NumPy", bytes: "" };

const imagejArchive: Signature = { kind: "foreign", what: "an archive of regions of interest of ImageJ", bytes: "" };

/** Documents of office programs are zip archives with these parts. */
const officeFiles = [
  {
    part: "xl/workbook.xml",
    what: "an Excel workbook",
    importAdvice: "Save the sheet as CSV (UTF-8) and import that.",
  },
  {
    part: "word/document.xml",
    what: "a Word document",
    importAdvice: "Import the file that the annotations come from.",
  },
  {
    part: "content.xml",
    what: "a spreadsheet or text of OpenDocument",
    importAdvice: "Save the sheet as CSV (UTF-8) and import that.",
  },
];

/** An archive of NumPy arrays is a zip whose files end in .npy. */
function recognizeZip(bytes: Uint8Array): RecognizedFile {
  const names = zipNames(bytes);
  // Those that OpenCV's scripts save have the matrices of cameras.
  if (names[0]?.endsWith(".npy") === true) {
    const isOfCameras = names.some((one) =>
      /camera|intrinsic|distor|^(k|d|r|t|m|mtx|dist)[lr12_]?\w?\.npy$/i.test(one),
    );
    return isOfCameras ? calibration : { kind: "foreign", message: messageOf(numpyArchive) };
  }
  const office = officeFiles.find(({ part }) => names.includes(part));
  if (office !== undefined) {
    return { kind: "foreign", message: `This is ${office.what}, which Wakeline cannot read. ${office.importAdvice}` };
  }
  if (names.some((one) => /(^|\/)data\.pkl$/.test(one))) {
    return { kind: "foreign", message: "This is a model of PyTorch and holds no annotations." };
  }
  if (names.length > 0 && names.every((one) => /\.roi$/i.test(one))) {
    return { kind: "foreign", message: messageOf(imagejArchive) };
  }
  const byName = recognizeNames(names);
  if (byName !== undefined) return byName;
  return {
    kind: "archive",
    message: "This is a zip archive: upload it as a whole as a dataset, or unpack it and use the files in it.",
  };
}
