/**
 * XML as a stream of elements, for readers that only need names, attributes and texts. Nothing is built for skipped
 * parts, and dangerous features of XML are refused: document types, custom entities, unlimited nesting.
 */
import { SaxesParser } from "saxes";
import { readerRefusal } from "../problems/reader-problems.ts";

/** Line and column, from 1. */
export interface XmlPlace {
  readonly line: number;
  readonly column: number;
}

export interface XmlHandler {
  open(name: string, attributes: Readonly<Record<string, string>>, place: XmlPlace): void;
  /** `text` is that of the element itself, without its children. */
  close(name: string, text: string): void;
}

const maxLevels = 32;
/** Characters parsed at a time, so that the text is never copied as a whole. */
const pieceLength = 1 << 16;

/** @throws CoreError when it is not well-formed XML, or contains more than data */
export function readXml(text: string, handler: XmlHandler): void {
  const parser = new SaxesParser({ position: true, xmlns: false });
  const place = (): XmlPlace => ({ line: parser.line, column: parser.column + 1 });
  const texts: string[] = [];
  let start = place();
  const open: { readonly name: string; readonly place: XmlPlace }[] = [];
  let closed: (typeof open)[number] | undefined;
  parser.on("error", ({ message }) => {
    // Text swallowed by an ampersand is missing where the library notices it; so is the end of an element.
    const ampersand = text.search(/&(?!#?\w+;)/);
    if (ampersand >= 0 && ampersand <= parser.position) {
      throw readerRefusal("xml-syntax", ["`&` stands for itself only as `&amp;`"], placeIn(text, ampersand));
    }
    // The library's message begins with the place.
    const reason = message.replace(/^[\d:]+ /, "").replace(/\.$/, "");
    if (/unexpected close tag/.test(reason) && closed !== undefined) {
      throw readerRefusal("xml-syntax", [`\`${closed.name}\`, which begins here, has no end`], closed.place);
    }
    throw readerRefusal("xml-syntax", [reason], place());
  });
  parser.on("doctype", () => {
    throw readerRefusal("xml-doctype", [], place());
  });
  parser.on("opentagstart", ({ name }) => {
    start = { line: parser.line, column: Math.max(1, parser.column - name.length - 1) };
  });
  parser.on("opentag", ({ name, attributes }) => {
    if (texts.length >= maxLevels) throw readerRefusal("xml-too-deep", [], start);
    texts.push("");
    open.push({ name, place: start });
    handler.open(name, attributes, start);
  });
  const addText = (more: string): void => {
    if (texts.length > 0) texts[texts.length - 1] += more;
  };
  parser.on("text", addText);
  parser.on("cdata", addText);
  parser.on("closetag", ({ name }) => {
    closed = open.pop();
    handler.close(name, texts.pop() ?? "");
  });
  for (let at = 0; at < text.length; at += pieceLength) parser.write(text.slice(at, at + pieceLength));
  parser.close();
}

function placeIn(text: string, at: number): XmlPlace {
  const before = text.slice(0, at);
  return { line: before.split("\n").length, column: at - before.lastIndexOf("\n") };
}
