/** The German texts of the pages of signed-in people, and of what they share with the viewer. */
import { access } from "./access.ts";
import { browse } from "./browse.ts";
import { clone } from "./clone.ts";
import { commands } from "./commands.ts";
import { importing } from "./importing.ts";
import { jobs } from "./jobs.ts";
import { keys } from "./keys.ts";
import { media } from "./media.ts";
import { models } from "./models.ts";
import { multicam } from "./multicam.ts";
import { profile } from "./profile.ts";
import { refusals } from "./refusals.ts";
import { run } from "./run.ts";
import { sessions } from "./sessions.ts";
import { upload } from "./upload.ts";

export const pages = {
  access,
  browse,
  clone,
  commands,
  importing,
  jobs,
  keys,
  media,
  models,
  multicam,
  profile,
  refusals,
  run,
  sessions,
  upload,
} as const;
