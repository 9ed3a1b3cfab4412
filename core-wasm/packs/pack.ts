/**
 * A model pack: `pack.json` (schemas/json/model-pack.schema.json) and the files named in it. Nothing is trusted: sizes
 * are checked before anything is loaded, checksums before anything is run.
 */
import type { ModelPack } from "#schemas";
import { findViolations } from "#schemas/validators";

/** Access to the files of a pack: a folder, a zip archive, a server. */
export interface PackFiles {
  /** By name; in bytes, as claimed by the source. */
  readonly sizes: ReadonlyMap<string, number>;
  /** @throws PackError when it cannot be read */
  read(name: string): Promise<Uint8Array<ArrayBuffer>>;
}

export interface Pack {
  readonly manifest: ModelPack;
  /** Loads a file of the manifest and verifies its checksum. @throws PackError */
  load(name: string): Promise<Uint8Array<ArrayBuffer>>;
}

/** A problem of a pack, as a sentence for the user who chose it. */
export class PackError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "PackError";
  }
}

export const manifestName = "pack.json";
/** Total of all files: WebAssembly has 4 GiB, of which a model takes several times its size. */
export const maxPackBytes = 1024 ** 3;
const maxManifestBytes = 1024 ** 2;
const maxFiles = 100;

/** Reads the manifest and checks it against the files. @throws PackError */
export async function readPack(files: PackFiles): Promise<Pack> {
  const manifest = await readManifest(files);
  let total = 0;
  for (const { path, bytes } of manifest.files) {
    total += bytes;
    if (total > maxPackBytes) {
      throw new PackError(
        `The files of the pack claim ${total} bytes, and a pack may have ${maxPackBytes}: choose a smaller model.`,
      );
    }
    const found = files.sizes.get(path);
    if (found === undefined) throw new PackError(`${path} is listed in ${manifestName} and is not in the pack.`);
    if (found !== bytes) throw isOther(path, `has ${found} bytes, and ${manifestName} says ${bytes}`);
  }
  return {
    manifest,
    async load(name) {
      const file = requireFile(manifest, name);
      const bytes = await files.read(name);
      await compare(file, bytes);
      return bytes;
    },
  };
}

/** @throws PackError */
export function parseManifest(text: string): ModelPack {
  let document: unknown;
  try {
    document = JSON.parse(text);
  } catch (error) {
    throw new PackError(`${manifestName} is not JSON: ${messageOf(error)}`, { cause: error });
  }
  const [wrong] = findViolations("model-pack", document);
  if (wrong !== undefined) {
    const where = wrong.pointer === "" ? "the document" : wrong.pointer;
    throw new PackError(`${manifestName}: ${where} ${wrong.message}.`);
  }
  const manifest = document as ModelPack;
  if (manifest.files.length > maxFiles) throw new PackError(`${manifestName} lists more than ${maxFiles} files.`);
  requireFile(manifest, manifest.model);
  if (manifest.kind === "segmenter") {
    if (manifest.decoder === undefined) throw lacks("decoder", "the model that answers clicks");
    requireFile(manifest, manifest.decoder.model);
    if (manifest.input.resize === "fit") {
      throw new PackError(
        `${manifestName}: a segmenter in the layout sam takes pictures at the top left: set input.resize to fit-corner or stretch.`,
      );
    }
  }
  if (manifest.kind === "tracker") {
    const { search, input } = manifest;
    if (search === undefined) throw lacks("search", "how the object is found on the next picture");
    if (input.name === undefined || search.input.name === undefined || input.name === search.input.name) {
      throw lacks("input.name and search.input.name", "the two inputs of the model");
    }
  }
  if (manifest.kind === "text") {
    if (manifest.lines === undefined) throw lacks("lines", "how the first model says where text is");
    if (manifest.reader === undefined) throw lacks("reader", "the model that reads characters");
    requireFile(manifest, manifest.reader.model);
    requireFile(manifest, manifest.reader.characters);
  }
  if (manifest.kind === "detector") {
    if (manifest.output === undefined) throw lacks("output", "how the answers of the model are read");
    if ((manifest.classes ?? []).length === 0) throw lacks("classes", "what the model tells apart");
    const { layout, boxes, scores } = manifest.output;
    if (layout === "detr" && (boxes === undefined || scores === undefined)) {
      throw lacks("output.boxes and output.scores", "the two outputs of a model in the layout detr");
    }
  }
  return manifest;
}

async function readManifest(files: PackFiles): Promise<ModelPack> {
  const size = files.sizes.get(manifestName);
  if (size === undefined) throw new PackError(`It has no ${manifestName}.`);
  if (size > maxManifestBytes) throw new PackError(`${manifestName} is larger than ${maxManifestBytes} bytes.`);
  return parseManifest(new TextDecoder().decode(await files.read(manifestName)));
}

async function compare({ path, bytes, sha256 }: ModelPack["files"][number], found: Uint8Array<ArrayBuffer>) {
  if (found.length !== bytes) throw isOther(path, `has ${found.length} bytes, and ${manifestName} says ${bytes}`);
  const checksum = await sha256Of(found);
  if (checksum !== undefined && checksum !== sha256) {
    throw isOther(path, `has the checksum ${checksum}, and ${manifestName} says ${sha256}`);
  }
}

/** `undefined` on pages loaded without encryption, where browsers do not compute hashes. */
async function sha256Of(bytes: Uint8Array<ArrayBuffer>): Promise<string | undefined> {
  const { subtle } = globalThis.crypto as { readonly subtle?: SubtleCrypto };
  if (subtle === undefined) return undefined;
  const digest = new Uint8Array(await subtle.digest("SHA-256", bytes));
  return [...digest].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

function requireFile({ files }: ModelPack, name: string): ModelPack["files"][number] {
  const found = files.find(({ path }) => path === name);
  if (found === undefined) throw new PackError(`${manifestName} names ${name}, which is not among its files.`);
  return found;
}

const lacks = (member: string, what: string): PackError => new PackError(`${manifestName} lacks ${member}: ${what}.`);

const isOther = (path: string, why: string): PackError =>
  new PackError(`${path} ${why}: it is damaged, or another file. Get the pack again.`);

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
