/** XML and zip archives as JavaScript tools read them: with a library, into an object per element or row. */
import { Uint8ArrayReader, Uint8ArrayWriter, ZipReader } from "@zip.js/zip.js";
import { SaxesParser } from "saxes";

interface XmlElement {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: XmlElement[];
}

export function readXmlIntoObjects(bytes: Uint8Array): XmlElement {
  const root: XmlElement = { name: "", attributes: {}, children: [] };
  const open = [root];
  const parser = new SaxesParser();
  parser.on("opentag", ({ name, attributes }) => {
    const element = { name, attributes, children: [] };
    open.at(-1)?.children.push(element);
    open.push(element);
  });
  parser.on("closetag", () => void open.pop());
  parser.write(new TextDecoder().decode(bytes)).close();
  return root;
}

interface YoloRow {
  readonly type: number;
  readonly numbers: readonly number[];
}

export async function readArchiveIntoObjects(bytes: Uint8Array): Promise<ReadonlyMap<string, readonly YoloRow[]>> {
  const archive = new ZipReader(new Uint8ArrayReader(bytes), { useWebWorkers: false, checkSignature: true });
  const files = new Map<string, readonly YoloRow[]>();
  for await (const entry of archive.getEntriesGenerator()) {
    if (entry.directory || !entry.filename.endsWith(".txt")) continue;
    const text = new TextDecoder().decode(await entry.getData(new Uint8ArrayWriter()));
    const rows = text.split("\n").filter((line) => line !== "");
    files.set(
      entry.filename,
      rows.map((line) => {
        const [type = 0, ...numbers] = line.split(" ").map(Number);
        return { type, numbers };
      }),
    );
  }
  await archive.close();
  return files;
}
