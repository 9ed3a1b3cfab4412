/**
 * Lists of pictures that a tool wrote in parts, such as one each for training and validation: the pictures of all of them,
 * with tracks of their own. Names that several parts have get their folders in front.
 */
import type { TranslatedPicture } from "./translation.ts";

export interface ListPart {
  /** Of the file, with its folder. */
  readonly name: string;
  readonly pictures: readonly TranslatedPicture[];
}

/** @returns `undefined`: parts are about the same pictures, or about frames */
export function joinParts(parts: readonly ListPart[]): readonly TranslatedPicture[] | undefined {
  const pictures = parts.flatMap((part) => part.pictures);
  if (pictures.some(({ fileName, frame }) => fileName === "" || frame !== undefined)) return undefined;
  const counts = Map.groupBy(
    parts.flatMap((part) => [...new Set(part.pictures.map(({ fileName }) => fileName))]),
    (name) => name,
  );
  const isShared = ({ fileName }: TranslatedPicture): boolean => (counts.get(fileName)?.length ?? 0) > 1;
  const folders = new Set(parts.map(({ name }) => folderOf(name)));
  if (folders.size < parts.length && pictures.some(isShared)) return undefined;
  let tracks = 0;
  return parts.flatMap((part) => {
    const first = tracks;
    return part.pictures.map((picture) => ({
      ...picture,
      fileName: isShared(picture) ? `${folderOf(part.name)}${picture.fileName}` : picture.fileName,
      objects: picture.objects.map((object) => {
        if (object.track === undefined) return object;
        tracks = Math.max(tracks, first + object.track + 1);
        return { ...object, track: first + object.track };
      }),
    }));
  });
}

const folderOf = (name: string): string => name.slice(0, name.lastIndexOf("/") + 1);
