/** Tiles of a large image are a second file of its item, beside the image itself. */

/** What the file is told by; the bytes are looked at before anything is read from them. */
export const tilesMimeType = "application/x-wakeline-tiles";

interface NamedFile {
  readonly mimeType: string;
}

export const isTilesFile = ({ mimeType }: NamedFile): boolean => mimeType === tilesMimeType;

/** What people have put there: tiles can be made again at any time. */
export const withoutTiles = <F extends NamedFile>(files: readonly F[]): F[] =>
  files.filter((file) => !isTilesFile(file));
