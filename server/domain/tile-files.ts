/** Tiles of a large image are further files of its item, next to the image: of its pixels, and of it on a web map. */

/** Identifies the file; the bytes are checked before anything is read from them. */
export const tilesMimeType = "application/x-wakeline-tiles";

/** Of the image on a web map. */
export const mapTilesMimeType = "application/x-wakeline-map-tiles";

interface NamedFile {
  readonly mimeType: string;
}

export const isTilesFile = ({ mimeType }: NamedFile): boolean => mimeType === tilesMimeType;

export const isMapTilesFile = ({ mimeType }: NamedFile): boolean => mimeType === mapTilesMimeType;

/** What people have put there: tiles can be made again at any time. */
export const withoutTiles = <F extends NamedFile>(files: readonly F[]): F[] =>
  files.filter((file) => !isTilesFile(file) && !isMapTilesFile(file));
