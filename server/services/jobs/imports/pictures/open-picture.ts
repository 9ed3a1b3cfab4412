/** The content of a picture as a local file, fetched once for all looks at it, and its format and size. */
import { isWebSafeImageName } from "../../../../domain/file-kinds.ts";
import { withoutTiles } from "../../../../domain/tile-files.ts";
import { ImageError } from "../../../../ports/image-decoder.ts";
import type { Ports } from "../../../../ports/index.ts";
import type { ItemRecord } from "../../../../ports/records.ts";
import type { MeasuredPictures } from "../../../media/picture-sizes.ts";
import { hasBytes, openToRead } from "../../../content/open-content.ts";

/** The format of a picture called `.jpg` or `.png` that is neither: pages of the web often deliver WebP so. */
export async function otherFormatOf({ imageDecoder }: Ports, name: string, path: string): Promise<string | undefined> {
  if (!isWebSafeImageName(name)) return undefined;
  const ending = await imageDecoder.endingByContent(path);
  return ending === "png" || ending === "jpg" ? undefined : ending;
}

/**
 * @param measured receives the size if `work` finds the picture intact
 * @throws ImageError if there is no content
 */
export async function withPicture<T>(
  ports: Ports,
  item: ItemRecord,
  measured: MeasuredPictures,
  work: (path: string) => Promise<T>,
): Promise<T> {
  const [file] = withoutTiles(await ports.database.files.listInItems([item.id]));
  if (!hasBytes(file) || file.size === 0) throw new ImageError("is empty.");
  const { withLocalFile } = await openToRead(ports, file);
  return await withLocalFile(async (path) => {
    const result = await work(path);
    measured.set(file, await ports.imageDecoder.measure(path));
    return result;
  });
}
