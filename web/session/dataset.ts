/**
 * What the viewer reads of a dataset's metadata and media, checked and in the viewer's own terms.
 *
 * Multi-camera datasets carry their media by camera and are opened by another path; here they are refused with the
 * message for camera data that are missing.
 */

import type { TypeStyle } from "./type-styles.ts";

export interface ImageItem {
  readonly id: string;
  readonly url: string;
  readonly filename: string;
}

export type DatasetMedia =
  | { readonly kind: "video"; readonly url: string; readonly filename: string }
  | { readonly kind: "image-sequence"; readonly images: readonly ImageItem[] };

export interface DatasetInfo {
  readonly id: string;
  readonly name: string;
  /** Annotation frames per second. */
  readonly fps: number;
  /** The video's own rate, when the dataset names it. */
  readonly originalFps: number | undefined;
  readonly media: DatasetMedia;
  readonly confidenceFilters: Readonly<Record<string, number>> | undefined;
  readonly customTypeStyling: Readonly<Record<string, Partial<TypeStyle>>>;
}
