/**
 * Pascal VOC: one XML file per picture, one `object` per box. Each object becomes a track of one detection. Numbers are
 * used unchanged: programs disagree on whether the first pixel is 0 or 1, and most write positions from 0.
 */
import { cornersOf, extentOf } from "../exchange/shapes.ts";
import { documentOf, readAsDocument, trackMember, type FoundProblems } from "../exchange/read-as-document.ts";
import { readerProblem, readerRefusal, type ReaderProblemCode } from "../problems/reader-problems.ts";
import { factsOf, placeFiles, type PictureFile, type PlacedFile } from "../pictures/file-per-picture.ts";
import { unmatchedText } from "../pictures/match-pictures.ts";
import { isHidden } from "../recognize/recognize-names.ts";
import type { AnnotationSource } from "../sources/source.ts";
import { readXml, type XmlHandler, type XmlPlace } from "../text/xml-elements.ts";
import type { AnnotationCore, Bounds, ImageSize, ReadOptions, ReadReport } from "../../types.ts";
import { unknownType } from "../../types.ts";

const decimal = /^\s*[-+]?(\d+\.?\d*|\.\d+)([eE][-+]?\d+)?\s*$/;

export async function readVoc(
  core: AnnotationCore,
  source: AnnotationSource,
  options: ReadOptions,
): Promise<ReadReport> {
  return await readAsDocument(core, "voc", options, async (problems) => {
    const all = [...source.files()];
    const files = all.filter(({ name }) => all.length === 1 || (/\.xml$/i.test(name) && !isHidden(name)));
    const pages: VocPage[] = [];
    for (const { name, read } of files) {
      const page = new VocPage(name);
      readXml(problems.decode(await read(), name), page);
      if (page.isVoc) pages.push(page);
      else if (all.length === 1) throw readerRefusal("voc-not-voc", [page.root]);
    }
    if (pages.length === 0) throw readerRefusal("voc-no-annotations");
    const placed = placeFiles(pages, options.imageNames ?? []);
    const reader = new VocReader(problems);
    reader.place(placed);
    return { text: reader.document(), facts: factsOf(placed) };
  });
}

interface VocObject {
  readonly place: XmlPlace;
  readonly texts: Map<string, string>;
  readonly attributes: Map<string, unknown>;
  hasParts: boolean;
  /** Names of elements that are not read. */
  readonly ignored: Set<string>;
  /** Names of elements of which there should be only one. */
  readonly repeated: Set<string>;
}

/** Elements of objects that are read, with `type`, which only says which of the shapes there is. */
const objectElements: ReadonlySet<string> = new Set(
  "name pose truncated occluded difficult confidence score trackid track_id bndbox robndbox polygon attributes part type".split(
    " ",
  ),
);

const isLength = (pixels: number): boolean => Number.isSafeInteger(pixels) && pixels > 0;

/** The content of one file. */
class VocPage implements XmlHandler, PictureFile {
  readonly file: string;
  readonly objects: VocObject[] = [];
  root = "";
  fileName = "";
  /** The first side of the picture that is not a length. */
  wrongSide: { readonly name: string; readonly text: string; readonly place: XmlPlace } | undefined;
  /** The first object within another element. */
  elsewhere: XmlPlace | undefined;
  #width = NaN;
  #height = NaN;
  #place: XmlPlace | undefined;
  readonly #path: string[] = [];
  #object: VocObject | undefined;
  #attributeName = "";

  constructor(file: string) {
    this.file = file;
  }

  get isVoc(): boolean {
    return this.root === "annotation";
  }

  get size(): ImageSize | undefined {
    const [width, height] = [this.#width, this.#height];
    return isLength(width) && isLength(height) ? { width, height } : undefined;
  }

  open(name: string, _attributes: Readonly<Record<string, string>>, place: XmlPlace): void {
    if (this.#path.length === 0) this.root = name;
    this.#path.push(name);
    this.#place = place;
    if (name === "object" && this.#path.length === 2) {
      const [ignored, repeated] = [new Set<string>(), new Set<string>()];
      this.#object = { place, texts: new Map(), attributes: new Map(), hasParts: false, ignored, repeated };
      this.objects.push(this.#object);
    } else if (name === "object" && this.#object === undefined) this.elsewhere ??= place;
    else if (name === "part" && this.#object !== undefined) this.#object.hasParts = true;
    else if (name === "bndbox" && this.#path.length === 3) {
      // Of several boxes the last one counts, as a whole.
      for (const key of this.#object?.texts.keys() ?? [])
        if (key.startsWith("bndbox/")) this.#object?.texts.delete(key);
    }
  }

  close(name: string, text: string): void {
    this.#path.pop();
    const path = this.#path.slice(1).join("/");
    if (path === "" && name === "filename") this.fileName = text.trim();
    else if (path === "" && name === "object") this.#object = undefined;
    else if (path === "size" && name === "width") this.#width = this.#side(name, text);
    else if (path === "size" && name === "height") this.#height = this.#side(name, text);
    else if (this.#object !== undefined) this.#closeInObject(path.slice("object".length + 1), name, text, this.#object);
  }

  #side(name: string, text: string): number {
    const side = Number(text);
    if (!isLength(side) && this.#place !== undefined)
      this.wrongSide ??= { name, text: text.trim().slice(0, 100), place: this.#place };
    return side;
  }

  #closeInObject(path: string, name: string, text: string, object: VocObject): void {
    const { texts, attributes, ignored, repeated } = object;
    if (path === "") {
      if (!objectElements.has(name)) ignored.add(name);
      else if (texts.has(name) && name !== "part") repeated.add(name);
      texts.set(name, text);
    } else if (path === "bndbox" || path === "robndbox" || path === "polygon") {
      const key = `${path}/${name}`;
      if (texts.has(key)) repeated.add(name);
      texts.set(key, text);
    } else if (path === "attributes/attribute" && name === "name") this.#attributeName = text;
    else if (path === "attributes/attribute" && name === "value") attributes.set(this.#attributeName, valueOf(text));
  }
}

interface FoundTrack {
  /** As given in the files. */
  readonly id: number | undefined;
  readonly pairs: readonly (readonly [string, number])[];
  readonly features: { readonly frame: number }[];
}

const maxId = 4294967294;

class VocReader {
  readonly #problems: FoundProblems;
  readonly #tracks: FoundTrack[] = [];
  /** By folder, id and type: each folder may be a video of its own. */
  readonly #byId = new Map<string, FoundTrack>();

  constructor(problems: FoundProblems) {
    this.#problems = problems;
  }

  /** Assigns each file its frame, and its objects their tracks. */
  place(placed: readonly PlacedFile<VocPage>[]): void {
    for (const { page, name, match } of placed) {
      if (match.frame === undefined) {
        const code = match.others.length === 0 ? "voc-picture-unknown" : "picture-ambiguous";
        this.#fail(code, page.file, undefined, ...unmatchedText(name, match));
        continue;
      }
      const { file, wrongSide: side } = page;
      if (side !== undefined) this.#warn("voc-size-malformed", file, side.place, side.name, side.text);
      if (page.elsewhere !== undefined) this.#fail("voc-objects-elsewhere", file, page.elsewhere);
      for (const object of page.objects) this.#put(object, match.frame, file);
    }
  }

  #put(object: VocObject, frame: number, file: string): void {
    const { place, texts, attributes: given, hasParts, ignored, repeated } = object;
    const shape = shapeOf(texts);
    if (typeof shape === "string") return this.#fail("voc-object-malformed", file, place, shape);
    if (hasParts) this.#warn("voc-parts-ignored", file, place);
    for (const name of ignored)
      this.#problems.reportOnce(readerProblem("voc-element-ignored", [name], placeIn(file, place)));
    for (const name of repeated) this.#warn("voc-element-repeated", file, place, name);
    const attributes = new Map<string, unknown>();
    const pose = texts.get("pose") ?? "";
    if (pose !== "" && pose !== "Unspecified") attributes.set("pose", pose);
    for (const flag of ["truncated", "occluded", "difficult"]) {
      const text = texts.get(flag)?.trim() ?? "";
      if (/^(1|true)$/i.test(text)) attributes.set(flag, true);
      else if (!/^(0|false|unspecified)?$/i.test(text)) this.#warn("voc-flag-malformed", file, place, flag, text);
    }
    const id = trackIdOf(texts.get("trackid") ?? texts.get("track_id") ?? given.get("track_id"));
    for (const [name, value] of given) if (name !== "track_id" || id === undefined) attributes.set(name, value);
    const confidence = Number(texts.get("confidence") ?? texts.get("score") ?? 1);
    const feature = {
      frame,
      bounds: shape.bounds,
      keyframe: true,
      ...(attributes.size > 0 && { attributes: Object.fromEntries(attributes) }),
      ...(shape.feature !== undefined && { geometry: { type: "FeatureCollection", features: [shape.feature] } }),
    };
    const type = typeOf(texts.get("name"));
    if (type === undefined) this.#warn("voc-name-missing", file, place);
    const key = `${file.replace(/[^/\\]*$/, "")} ${id} ${type}`;
    const known = id === undefined ? undefined : this.#byId.get(key);
    // Files come by frame.
    if (known !== undefined && known.features.at(-1)?.frame !== frame) return void known.features.push(feature);
    const pairs = [[type ?? unknownType, Number.isFinite(confidence) ? confidence : 1] as const];
    const track: FoundTrack = { id, pairs, features: [feature] };
    this.#tracks.push(track);
    if (id !== undefined && known === undefined) this.#byId.set(key, track);
  }

  document(): string {
    const given = new Set(this.#tracks.flatMap(({ id }) => id ?? []));
    const taken = new Set<number>();
    let next = 0;
    const tracks = this.#tracks.map(({ id: own, pairs, features }) => {
      while (given.has(next)) next++;
      const id = own !== undefined && !taken.has(own) ? own : next++;
      taken.add(id);
      const [begin, end] = [features[0]?.frame, features.at(-1)?.frame];
      return trackMember({ id, begin, end, confidencePairs: pairs, attributes: {}, features });
    });
    return documentOf(tracks);
  }

  #fail(code: ReaderProblemCode, file: string, place: XmlPlace | undefined, ...words: readonly string[]): void {
    this.#problems.skip(readerProblem(code, [...words, ...(file === "" ? [] : [file])], placeIn(file, place)));
  }

  /** Each warning is given once. */
  #warn(code: ReaderProblemCode, file: string, place: XmlPlace, ...words: readonly string[]): void {
    this.#problems.reportOnce(
      readerProblem(code, [...words, ...(file === "" ? [] : [file])], placeIn(file, place)),
      code,
    );
  }
}

const placeIn = (file: string, place: XmlPlace | undefined) => ({ ...(file !== "" && { member: file }), ...place });

interface VocShape {
  readonly bounds: Bounds;
  readonly feature?: object;
}

/** @returns the shape, or the problem */
function shapeOf(texts: ReadonlyMap<string, string>): VocShape | string {
  const number = (key: string): number => {
    const text = texts.get(key) ?? "";
    return decimal.test(text) ? Number(text) : NaN;
  };
  const turned = ["cx", "cy", "w", "h"].map((key) => number(`robndbox/${key}`));
  if (turned.every(Number.isFinite)) {
    const [x = 0, y = 0, width = 0, height = 0] = turned;
    const angle = number("robndbox/angle");
    const box: Bounds = [x - width / 2, y - height / 2, x + width / 2, y + height / 2];
    const corners = cornersOf(box, Number.isFinite(angle) ? angle : 0);
    return { bounds: extentOf(corners), feature: polygon(corners, { rotation: angle || 0 }) };
  }
  const bounds = ["xmin", "ymin", "xmax", "ymax"].map((key) => number(`bndbox/${key}`));
  const points: (readonly [number, number])[] = [];
  for (let index = 1; texts.has(`polygon/x${index}`); index++) {
    points.push([number(`polygon/x${index}`), number(`polygon/y${index}`)]);
  }
  const isPolygon = points.length >= 3 && points.flat().every(Number.isFinite);
  if (!bounds.every(Number.isFinite)) {
    if (!isPolygon) return "`bndbox` needs the numbers xmin, ymin, xmax and ymax";
    return { bounds: extentOf(points), feature: polygon(points) };
  }
  return { bounds: bounds as unknown as Bounds, ...(isPolygon && { feature: polygon(points) }) };
}

function polygon(points: readonly (readonly [number, number])[], more: object = {}): object {
  const coordinates = [[...points, ...points.slice(0, 1)]];
  return { type: "Feature", properties: { key: "", ...more }, geometry: { type: "Polygon", coordinates } };
}

/** A value of CVAT's attributes, whose types are not in the file. */
function valueOf(text: string): unknown {
  if (/^(true|false)$/i.test(text)) return text.toLowerCase() === "true";
  return decimal.test(text) && Number.isFinite(Number(text)) ? Number(text) : text;
}

/** ImageNet VID has an element, CVAT an attribute. */
function trackIdOf(value: unknown): number | undefined {
  const text = typeof value === "string" ? value.trim() : value;
  const id = typeof text === "number" || (typeof text === "string" && /^\d+$/.test(text)) ? Number(text) : NaN;
  return Number.isInteger(id) && id >= 0 && id <= maxId ? id : undefined;
}

/** Some programs put the name on a line of its own; blanks within a line belong to it. @returns `undefined`: none */
function typeOf(name: string | undefined): string | undefined {
  return name !== undefined && /[\r\n]/.test(name) ? name.trim() || undefined : name;
}
