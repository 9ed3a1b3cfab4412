/** Which annotations are drawn on the picture, by the names in the UI. */

export interface Visibility {
  readonly rectangle: boolean;
  readonly polygon: boolean;
  /** Lines, and points such as heads and tails. */
  readonly lineString: boolean;
  /** Labels at the annotations. */
  readonly text: boolean;
  /** The tooltip next to the pointer, for the track under it. */
  readonly tooltip: boolean;
  readonly trackTails: boolean;
  /** The last boxes of tracks that have not been ended and are not selected. */
  readonly ghosts: boolean;
}

export type VisiblePart = keyof Visibility;
