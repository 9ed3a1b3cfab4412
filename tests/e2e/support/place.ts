/** The arguments of the checks of every page and dialog. */
import type { Page } from "@playwright/test";

export interface Places {
  readonly page: Page;
  readonly url: string;
  readonly userId: string;
  readonly folderId: string;
  readonly datasetId: string;
  /** Called in each place. */
  look(where: string): Promise<void>;
}
