/** The dataset that an address of the viewer names, and how to show it. */

import type { ReadOnlyReason } from "../../session/workspace.ts";

export interface ViewerAddress {
  readonly datasetId: string;
  readonly setName: string | undefined;
  readonly revision: number | undefined;
  /** A second set, shown for comparison. */
  readonly comparedSet: string | undefined;
  /** The initially active camera; the default one if there is none of that name. */
  readonly camera: string | undefined;
  /** The initial frame of that camera; clamped to the nearest existing one. */
  readonly frame: number | undefined;
  /** Selected initially, if it exists. */
  readonly track: number | undefined;
  /** The comment thread to open initially, if it exists. */
  readonly comment: string | undefined;
  readonly readOnly: ReadOnlyReason | undefined;
}
