/** The English texts, one file an area. English defines which keys and placeholders exist. */
import { access } from "./access.ts";
import { account } from "./account.ts";
import { admin } from "./admin.ts";
import { attributes } from "./attributes.ts";
import { browse } from "./browse.ts";
import { cameras } from "./cameras.ts";
import { clone } from "./clone.ts";
import { commands } from "./commands.ts";
import { common } from "./common.ts";
import { compare } from "./compare.ts";
import { filters } from "./filters.ts";
import { history } from "./history.ts";
import { importing } from "./importing.ts";
import { jobs } from "./jobs.ts";
import { lists } from "./lists.ts";
import { keys } from "./keys.ts";
import { media } from "./media.ts";
import { models } from "./models.ts";
import { multicam } from "./multicam.ts";
import { picture } from "./picture.ts";
import { problems } from "./problems.ts";
import { profile } from "./profile.ts";
import { refusals } from "./refusals.ts";
import { run } from "./run.ts";
import { shell } from "./shell.ts";
import { timeline } from "./timeline.ts";
import { upload } from "./upload.ts";
import { viewer } from "./viewer.ts";

export const en = {
  access,
  account,
  admin,
  attributes,
  browse,
  cameras,
  clone,
  commands,
  common,
  compare,
  filters,
  history,
  importing,
  jobs,
  lists,
  keys,
  media,
  models,
  multicam,
  picture,
  problems,
  profile,
  refusals,
  run,
  shell,
  timeline,
  upload,
  viewer,
} as const;
