/** Opens a zip archive stored elsewhere (`zip/read.ts`); a bad archive is reported as the caller's mistake. */
import { openZip, type OpenZip, type ReadRange, ZipError, type ZipFile } from "../../core-wasm/zip/read.ts";
import { RequestError } from "./errors.ts";

/** `read` throws RequestError if the bytes differ from what the directory announced. */
export type ArchivedFile = Omit<ZipFile, "unpack">;

export interface ReadArchive extends Omit<OpenZip, "files"> {
  readonly files: readonly ArchivedFile[];
}

/** @throws RequestError if it is not an archive, or has more than `maxEntries` entries */
export async function openArchive(size: number, read: ReadRange, maxEntries: number): Promise<ReadArchive> {
  try {
    const archive = await openZip({ size, read }, maxEntries);
    return { ...archive, files: archive.files.map(refusing) };
  } catch (error) {
    const other = error instanceof ZipError && error.fault === "broken" ? await otherArchive(size, read) : undefined;
    if (other === undefined) throw refusalOf(error);
    const text = `The file is ${other} by its content, whatever its name: unpack it, and make a zip archive of it.`;
    throw Object.assign(new RequestError(text), { cause: error });
  }
}

/** Archives of other programs, by their first bytes in hexadecimal. */
const otherArchives: readonly (readonly [bytes: string, what: string])[] = [
  ["1f8b", "a gzip archive"],
  ["28b52ffd", "a Zstandard archive"],
  ["377abcaf271c", "a 7-Zip archive"],
  ["425a68", "a bzip2 archive"],
  ["526172211a07", "a RAR archive"],
  ["fd377a585a00", "an xz archive"],
];

async function otherArchive(size: number, read: ReadRange): Promise<string | undefined> {
  const pieces: Uint8Array[] = [];
  for await (const piece of read(0, Math.min(size, 6))) pieces.push(piece);
  const head = Buffer.concat(pieces).toString("hex");
  return otherArchives.find(([bytes]) => head.startsWith(bytes))?.[1];
}

function refusing(file: ZipFile): ArchivedFile {
  return {
    ...file,
    async *read() {
      try {
        yield* file.read();
      } catch (error) {
        throw refusalOf(error);
      }
    },
  };
}

function refusalOf(error: unknown): unknown {
  if (!(error instanceof ZipError)) return error;
  const text = {
    broken: "The archive cannot be read: it is damaged, or no zip archive.",
    many: `The archive ${error.message}.`,
    packed: `The archive ${error.message}.`,
    damaged: error.message,
  }[error.fault];
  return Object.assign(new RequestError(text), { cause: error });
}
