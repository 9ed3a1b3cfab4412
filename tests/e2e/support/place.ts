/** What the looks at every page and dialog are given. */
import type { Page } from "@playwright/test";

export interface Places {
  readonly page: Page;
  readonly url: string;
  readonly userId: string;
  readonly folderId: string;
  readonly datasetId: string;
  /** What is done in each place. */
  look(where: string): Promise<void>;
}
