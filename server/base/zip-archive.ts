/** Reads a zip archive that is kept elsewhere (`zip/read.ts`), and refuses a bad one as what the caller has sent. */
import { openZip, type OpenZip, type ReadRange, ZipError, type ZipFile } from "../../core-wasm/zip/read.ts";
import { RequestError } from "./errors.ts";

/** `read` throws RequestError when there are other bytes than announced. */
export type ArchivedFile = Omit<ZipFile, "unpack">;

export interface ReadArchive extends Omit<OpenZip, "files"> {
  readonly files: readonly ArchivedFile[];
}

/** @throws RequestError for what is no archive, and for one with more than `mostEntries` */
export async function openArchive(size: number, read: ReadRange, mostEntries: number): Promise<ReadArchive> {
  try {
    const archive = await openZip({ size, read }, mostEntries);
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
    damaged: error.message,
  }[error.fault];
  return Object.assign(new RequestError(text), { cause: error });
}
