/**
 * Tiles of a large image are additional files of its item: tiles of its pixels, and of the image in web map projection.
 */

/** Marks the file; its bytes are checked before anything is read from them. */
export const tilesMimeType = "application/x-wakeline-tiles";

/** Tiles of the image in web map projection. */
export const mapTilesMimeType = "application/x-wakeline-map-tiles";

interface NamedFile {
  readonly mimeType: string;
}

export const isTilesFile = ({ mimeType }: NamedFile): boolean => mimeType === tilesMimeType;

export const isMapTilesFile = ({ mimeType }: NamedFile): boolean => mimeType === mapTilesMimeType;

/** Only the files that users uploaded: tiles can be made again at any time. */
export const withoutTiles = <F extends NamedFile>(files: readonly F[]): F[] =>
  files.filter((file) => !isTilesFile(file) && !isMapTilesFile(file));
