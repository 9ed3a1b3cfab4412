/** The files of a pack in a zip archive, either at its top level or in its only folder. */
import { openZip, type ZipFile, type ZipSource, ZipError } from "../zip/read.ts";
import { manifestName, maxPackBytes, PackError, type PackFiles } from "./pack.ts";

const maxEntries = 1000;

/** @throws PackError */
export async function filesOfZip(source: ZipSource): Promise<PackFiles> {
  const { files } = await openZip(source, maxEntries).catch((error: unknown) => {
    throw error instanceof ZipError
      ? new PackError("It is not a zip archive that can be read.", { cause: error })
      : error;
  });
  const manifest = files.find(({ path }) => path === manifestName || path.endsWith(`/${manifestName}`));
  const folder = manifest === undefined ? "" : manifest.path.slice(0, -manifestName.length);
  const inside = new Map(
    files.filter(({ path }) => path.startsWith(folder)).map((file) => [file.path.slice(folder.length), file]),
  );
  return {
    sizes: new Map([...inside].map(([name, { size }]) => [name, size])),
    async read(name) {
      const file = inside.get(name);
      if (file === undefined) throw new PackError(`The archive has no ${name}.`);
      return await unpacked(file, name);
    },
  };
}

async function unpacked(file: ZipFile, name: string): Promise<Uint8Array<ArrayBuffer>> {
  if (file.size > maxPackBytes)
    throw new PackError(`${name} claims ${file.size} bytes, and a pack may have ${maxPackBytes}.`);
  const bytes = new Uint8Array(file.size);
  let at = 0;
  try {
    await file.unpack((part) => {
      bytes.set(part, at);
      at += part.length;
    });
  } catch (error) {
    throw error instanceof ZipError ? new PackError(error.message, { cause: error }) : error;
  }
  return bytes;
}
