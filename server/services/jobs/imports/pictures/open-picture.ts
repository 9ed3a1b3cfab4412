/** The content of a picture as a local file, and its format, which may differ from its name. */
import { isWebSafeImageName } from "../../../../domain/file-kinds.ts";
import { withoutTiles } from "../../../../domain/tile-files.ts";
import { ImageError } from "../../../../ports/image-decoder.ts";
import type { Ports } from "../../../../ports/index.ts";
import type { ItemRecord } from "../../../../ports/records.ts";
import { hasBytes, openContent } from "../../../content/open-content.ts";

/** The format of a picture called `.jpg` or `.png` that is neither: pages of the web often deliver WebP so. */
export async function otherFormatOf(ports: Ports, item: ItemRecord): Promise<string | undefined> {
  if (!isWebSafeImageName(item.name)) return undefined;
  const ending = await withPicture(ports, item, (path) => ports.imageDecoder.endingByContent(path));
  return ending === "png" || ending === "jpg" ? undefined : ending;
}

/** @throws ImageError if there is no content */
export async function withPicture<T>(ports: Ports, item: ItemRecord, work: (path: string) => Promise<T>): Promise<T> {
  const [file] = withoutTiles(await ports.database.files.listInItems([item.id]));
  if (!hasBytes(file) || file.size === 0) throw new ImageError("is empty.");
  return await (await openContent(ports, file)).withLocalFile(work);
}
