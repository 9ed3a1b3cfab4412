/**
 * Matches picture names in a file with the pictures of a dataset. The exact name is tried first, then its Unicode
 * normal form, its last part, the name without extension, the name ignoring case, and finally the name without what a
 * tool added; folders decide between similar pictures. A name that matches several pictures matches none, and neither
 * does a picture that matches several names, unless one of them is its own name.
 */
export type PictureMatch =
  | { readonly frame: number }
  /** `others`: the pictures that it cannot be distinguished from; empty if the dataset has no similar one. */
  | { readonly frame: undefined; readonly others: readonly string[] };

/** The strictest first. The first two are the picture's own name. */
const forms: readonly ((name: string) => string)[] = [
  (name) => name,
  (name) => name.normalize("NFC"),
  (name) => lastPart(name.normalize("NFC")),
  (name) => stem(name.normalize("NFC")),
  (name) => lastPart(name.normalize("NFC")).toLowerCase(),
  (name) => stem(lastPart(name.normalize("NFC"))),
  (name) => stem(lastPart(name.normalize("NFC"))).toLowerCase(),
  (name) => stem(nameBeforeTools(lastPart(name.normalize("NFC")))).toLowerCase(),
  (name) => stem(nameBeforeRoboflow(lastPart(name.normalize("NFC")))).toLowerCase(),
];
const exactForms = 2;
/** From here on, what tools add is taken away. */
const toolForms = forms.length - 2;

interface Found {
  readonly frame: number;
  readonly form: number;
}

/**
 * @param pictures in frame order
 * @returns matches in the order of `names`
 */
export function matchPictures(names: readonly string[], pictures: readonly string[]): readonly PictureMatch[] {
  const index = new PictureIndex(pictures);
  const found = names.map((name) => index.find(name));
  const claims = new Map<number, { readonly name: string; readonly form: number }[]>();
  for (const [place, one] of found.entries()) {
    if (!("form" in one)) continue;
    const name = names[place] ?? "";
    const others = claims.get(one.frame) ?? [];
    claims.set(one.frame, others);
    if (others.every((other) => other.name !== name)) others.push({ name, form: one.form });
  }
  return found.map((one, place): PictureMatch => {
    if (!("form" in one)) return { frame: undefined, others: one.others };
    const rivals = claims.get(one.frame) ?? [];
    const isOwn = one.form < exactForms;
    const owners = rivals.filter(({ form }) => form < exactForms);
    if (rivals.length < 2 || (isOwn && owners.length === 1)) return { frame: one.frame };
    return { frame: undefined, others: rivals.flatMap(({ name }) => (name === names[place] ? [] : [name])) };
  });
}

/** The pictures of a dataset by all the forms of their names. */
class PictureIndex {
  readonly #pictures: readonly string[];
  /** Each is built when a name first needs that form: usually the names themselves are enough. */
  readonly #byForm: ReadonlyMap<string, readonly number[]>[] = [];

  constructor(pictures: readonly string[]) {
    this.#pictures = pictures.map(plainPath);
  }

  #of(form: (name: string) => string): ReadonlyMap<string, readonly number[]> {
    const frames = new Map<string, number[]>();
    for (const [frame, picture] of this.#pictures.entries()) {
      if (picture === "") continue;
      const key = form(picture);
      const same = frames.get(key);
      if (same === undefined) frames.set(key, [frame]);
      else same.push(frame);
    }
    return frames;
  }

  find(named: string): Found | { readonly others: readonly string[] } {
    const name = plainPath(named);
    if (name === "") return { others: [] };
    for (const [place, form] of forms.entries()) {
      // Only addresses have queries: in the name of a picture `#` and `?` are letters as others.
      const given = place >= toolForms ? withoutQuery(name) : name;
      const frames = (this.#byForm[place] ??= this.#of(form)).get(form(given));
      if (frames === undefined) continue;
      const [only, ...others] = frames.length === 1 ? frames : this.#nearest(name, frames);
      if (only !== undefined && others.length === 0) return { frame: only, form: place };
      return { others: frames.map((frame) => this.#pictures[frame] ?? "") };
    }
    return { others: [] };
  }

  /** The frames whose paths share the most folders with a name. */
  #nearest(name: string, frames: readonly number[]): readonly number[] {
    const common = frames.map((frame) => commonFolders(name, this.#pictures[frame] ?? ""));
    const max = Math.max(...common);
    return frames.filter((_, place) => common[place] === max);
  }
}

/** Counted upwards from the picture. */
function commonFolders(a: string, b: string): number {
  const [left, right] = [a, b].map((name) => name.normalize("NFC").split("/").slice(0, -1).toReversed()) as [
    string[],
    string[],
  ];
  let count = 0;
  while (count < left.length && left[count] === right[count]) count++;
  return count;
}

const plainPath = (name: string): string => name.replaceAll("\\", "/").replace(/^(\.?\/)+/, "");
const lastPart = (name: string): string => name.slice(name.lastIndexOf("/") + 1);
/** Without the extension; the folders stay. */
const stem = (name: string): string => name.replace(/(?<=[^/])\.[^./]*$/, "");

/** Label Studio serves pictures of its own computer at `/data/local-files/?d=folder/name.jpg`. */
function withoutQuery(name: string): string {
  const local = /(?:^|\/)local-files\/\?d=([^&]*)/.exec(name)?.[1];
  return local === undefined ? name.replace(/(?<=.)[?#].*$/s, "") : decodePercents(local);
}

/**
 * Without what tools add to names: percent signs of addresses, `_jpg.rf.` and a hash (Roboflow), or eight
 * letters and a hyphen (Label Studio).
 */
function nameBeforeTools(name: string): string {
  const decoded = decodePercents(name);
  const original = /^(.+)_(jpe?g|png|bmp|webp|tiff?|gif)\.rf\.[0-9a-z]{16,64}\.\w+$/i.exec(decoded);
  if (original !== null) return `${original[1]}.${original[2]}`;
  return decoded.replace(/^[0-9a-f]{8}-(?=.)/, "");
}

/** Roboflow keeps the extension of an uploaded file in its name, possibly before that of its own: `a_jpeg_jpg.rf.`. */
function nameBeforeRoboflow(name: string): string {
  const before = nameBeforeTools(name);
  return before === name ? name : before.replace(/_(jpe?g|png|bmp|webp|tiff?|gif)(?=\.jpg$)/i, "");
}

function decodePercents(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    // A percent sign of the name itself.
    return name;
  }
}

/** For a message about a name that matches no picture. */
export function unmatchedText(name: string, { others }: { readonly others: readonly string[] }): readonly string[] {
  return [
    JSON.stringify(name),
    others
      .slice(0, 3)
      .map((other) => JSON.stringify(other))
      .join(", "),
  ];
}
