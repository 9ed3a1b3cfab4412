/**
 * Texts that are loaded together: those of the log-in page, those of the other pages, and those that only some pages
 * show. Each language has a file per part, so that a page loads only the texts it shows, in one language.
 */
import type { Translation } from "./catalog.ts";
import type { accountPart } from "./en/account.part.ts";
import type { adminPart } from "./en/admin.part.ts";
import type { commandsPart } from "./en/commands.part.ts";
import type { multicamPart } from "./en/multicam.part.ts";
import type { assistantsPart } from "./en/assistants.part.ts";
import type { pages } from "./en/pages.part.ts";
import type { pipesPart } from "./en/pipes.part.ts";
import type { renderPart } from "./en/render.part.ts";
import type { reviewPart } from "./en/review.part.ts";
import type { scoringPart } from "./en/scoring.part.ts";
import type { start } from "./en/start.part.ts";
import type { storagePart } from "./en/storage.part.ts";
import type { summaryPart } from "./en/summary.part.ts";
import type { tasksPart } from "./en/tasks.part.ts";
import type { teamPart } from "./en/team.part.ts";
import type { tourPart } from "./en/tour.part.ts";
import type { uploadPart } from "./en/upload.part.ts";
import type { viewerPart } from "./en/viewer.part.ts";
import type { webhooksPart } from "./en/webhooks.part.ts";

export interface Parts {
  readonly start: Translation<typeof start>;
  readonly pages: Translation<typeof pages>;
  readonly commands: Translation<typeof commandsPart>;
  readonly account: Translation<typeof accountPart>;
  readonly multicam: Translation<typeof multicamPart>;
  readonly admin: Translation<typeof adminPart>;
  readonly assistants: Translation<typeof assistantsPart>;
  readonly pipes: Translation<typeof pipesPart>;
  readonly render: Translation<typeof renderPart>;
  readonly review: Translation<typeof reviewPart>;
  readonly scoring: Translation<typeof scoringPart>;
  readonly storage: Translation<typeof storagePart>;
  readonly summary: Translation<typeof summaryPart>;
  readonly tasks: Translation<typeof tasksPart>;
  readonly team: Translation<typeof teamPart>;
  readonly tour: Translation<typeof tourPart>;
  readonly upload: Translation<typeof uploadPart>;
  readonly viewer: Translation<typeof viewerPart>;
  readonly webhooks: Translation<typeof webhooksPart>;
}

export type Part = keyof Parts;
