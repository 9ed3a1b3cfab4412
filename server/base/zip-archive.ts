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
    throw refusalOf(error);
  }
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
