/**
 * Loads the pages of api/v1 into the core: each becomes a member of one document, which is read as it arrives. The core
 * keeps only what its columns need from a page, so the loaded text is never in memory as a whole.
 */
import { encodeText, type CoreInstance } from "../../instance.ts";
import { JsonReading } from "./read-json.ts";
import { prepareMode } from "../exchange/reading.ts";
import { CoreError, type ReadReport } from "../../types.ts";

const head = '{"version":2';
const openBracket = 0x5b;
const spaces: readonly (number | undefined)[] = [0x20, 0x0a, 0x0d, 0x09];

export class PageLoad {
  readonly #core: CoreInstance;
  readonly #expectedBytes: number | undefined;
  #reading: JsonReading | undefined;

  /** @param expectedBytes of all pages; `undefined`: the size of the first one; NaN: unknown */
  constructor(core: CoreInstance, expectedBytes: number | undefined) {
    this.#core = core;
    this.#expectedBytes = expectedBytes;
    prepareMode(core, {});
  }

  add(kind: "tracks" | "groups", page: Uint8Array): void {
    if (!isList(page)) throw new CoreError("json-not-a-list", `A list of ${kind} was expected.`);
    const key = encodeText(`${this.#reading === undefined ? head : ""},"${kind}":`);
    // In one piece: from the first bytes with detections the core estimates how many there will be.
    const member = new Uint8Array(key.length + page.length);
    member.set(key);
    member.set(page, key.length);
    this.#reading ??= new JsonReading(this.#core, { totalBytes: this.#expectedBytes ?? member.length });
    this.#reading.push(member);
  }

  finish(): ReadReport {
    // A document must have tracks, even if there are none.
    if (this.#reading === undefined) this.add("tracks", encodeText("[]"));
    const reading = this.#reading!;
    reading.push(encodeText(',"tracks":[]}'));
    return reading.end();
  }
}

function isList(page: Uint8Array): boolean {
  const first = page.findIndex((byte) => !spaces.includes(byte));
  return page[first] === openBracket;
}
