/**
 * Recognizes a file by its content; the name is a hint if the content is not conclusive. Reads only the beginning, so
 * it costs the same for a kilobyte and a gigabyte. For how annotation files are distinguished, see api/v1 section 21.1.
 */
import { decodeHead } from "../text/text-encoding.ts";
import { recognizeBinary } from "./recognize-binary.ts";
import { recognizeJson, recognizeJsonValue } from "./recognize-json.ts";
import { recognizeTable } from "./recognize-table.ts";
import { recognizeMarkup } from "./recognize-markup.ts";
import { judgmentOf, type RecognizedFile } from "./recognized.ts";

/** How much of a text that is not JSON is examined. */
const headBytes = 64 * 1024;
/** How much of a JSON text is examined: its keys may be far apart. */
const jsonHeadBytes = 4 * 1024 * 1024;
const openBrace = 0x7b;
const openBracket = 0x5b;

export function recognizeFile(bytes: Uint8Array, name = ""): RecognizedFile {
  const found = inspectBytes(bytes, name);
  const judgment = judgmentOf(found);
  return judgment === undefined ? found : { ...found, judgment };
}

function inspectBytes(bytes: Uint8Array, name: string): RecognizedFile {
  if (bytes.length === 0) return { kind: "empty", message: "The file is empty (0 bytes)." };
  const byName = recognizeByName(name);
  const binary = recognizeBinary(bytes, name);
  if (binary !== undefined) return binary;
  if (byName !== undefined) return byName;
  const head = headOf(bytes, jsonHeadBytes);
  const first = head.find((byte) => byte > 0x20);
  if (first === undefined) return { kind: "empty", message: "The file holds nothing but white space." };
  const text = decodeHead(head.subarray(0, headBytes));
  const markup = recognizeMarkup(text);
  if (markup !== undefined) return markup;
  if (first === openBrace || first === openBracket) return recognizeJson(head, bytes.length > jsonHeadBytes);
  return recognizeJsonValue(text) ?? recognizeTable(text, name) ?? unknownText(text);
}

/** Reserved names, which take precedence over the content. */
function recognizeByName(name: string): RecognizedFile | undefined {
  if (!/(^|[/\\])frame[-_]metadata\.(csv|json|txt)$/i.test(name)) return undefined;
  return {
    kind: "frame-metadata",
    message:
      "This describes the frames of a dataset and holds no annotations: attach it to the dataset as frame metadata.",
  };
}

function unknownText(text: string): RecognizedFile {
  if (/^\s*\/[/*][^]*\{/.test(text)) {
    return {
      kind: "unknown",
      message: "This looks like JSON below a comment, which JSON does not have: take the comments out.",
    };
  }
  const [line = ""] = text.trimStart().split(/[\r\n]/, 1);
  const shown = line.length > 60 ? `${line.slice(0, 60)}…` : line;
  return {
    kind: "unknown",
    message: `This is a text file of no known format; it begins with "${shown}".`,
  };
}

/**
 * The first bytes as UTF-8 without a byte order mark; anything that is not UTF-8 is kept, since keys and numbers are
 * ASCII.
 */
function headOf(bytes: Uint8Array, length: number): Uint8Array {
  const head = bytes.subarray(0, length);
  const encoding =
    head[0] === 0xff && head[1] === 0xfe ? "utf-16le" : head[0] === 0xfe && head[1] === 0xff ? "utf-16be" : undefined;
  if (encoding !== undefined) return new TextEncoder().encode(new TextDecoder(encoding).decode(head));
  const hasMark = head[0] === 0xef && head[1] === 0xbb && head[2] === 0xbf;
  return hasMark ? head.subarray(3) : head;
}
