/** The English texts of the pages of signed-in users, and those they share with the viewer. */
import { access } from "./access.ts";
import { browse } from "./browse.ts";
import { clone } from "./clone.ts";
import { importing } from "./importing.ts";
import { jobs } from "./jobs.ts";
import { media } from "./media.ts";
import { models } from "./models.ts";
import { palette } from "./palette.ts";
import { run } from "./run.ts";
import { trash } from "./trash.ts";
import { upload } from "./upload.ts";

export const pages = {
  access,
  browse,
  clone,
  importing,
  jobs,
  media,
  models,
  palette,
  run,
  trash,
  upload,
} as const;
