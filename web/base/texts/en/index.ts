/**
 * The English texts, one file per area; parts are loaded together. English defines which keys and placeholders exist.
 * Only types and tests use all of it.
 */
import { accountPart } from "./account.part.ts";
import { adminPart } from "./admin.part.ts";
import { commandsPart } from "./commands.part.ts";
import { multicamPart } from "./multicam.part.ts";
import { pages } from "./pages.part.ts";
import { pipesPart } from "./pipes.part.ts";
import { renderPart } from "./render.part.ts";
import { reviewPart } from "./review.part.ts";
import { scoringPart } from "./scoring.part.ts";
import { start } from "./start.part.ts";
import { storagePart } from "./storage.part.ts";
import { summaryPart } from "./summary.part.ts";
import { tasksPart } from "./tasks.part.ts";
import { teamPart } from "./team.part.ts";
import { assistantsPart } from "./assistants.part.ts";
import { tourPart } from "./tour.part.ts";
import { uploadPart } from "./upload.part.ts";
import { viewerPart } from "./viewer.part.ts";
import { webhooksPart } from "./webhooks.part.ts";

export const en = {
  ...start,
  ...pages,
  ...commandsPart,
  ...accountPart,
  ...multicamPart,
  ...adminPart,
  ...pipesPart,
  ...renderPart,
  ...reviewPart,
  ...scoringPart,
  ...storagePart,
  ...summaryPart,
  ...tasksPart,
  ...teamPart,
  ...assistantsPart,
  ...tourPart,
  ...uploadPart,
  ...viewerPart,
  ...webhooksPart,
} as const;
