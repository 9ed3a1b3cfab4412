/** The English texts of the viewer. */
import { assist } from "./assist.ts";
import { attributes } from "./attributes.ts";
import { cameras } from "./cameras.ts";
import { comments } from "./comments.ts";
import { compare } from "./compare.ts";
import { datasetInfo } from "./dataset-info.ts";
import { filters } from "./filters.ts";
import { frameLabels } from "./frame-labels.ts";
import { history } from "./history.ts";
import { lists } from "./lists.ts";
import { notes } from "./notes.ts";
import { pairs } from "./pairs.ts";
import { picture } from "./picture.ts";
import { problems } from "./problems.ts";
import { timeline } from "./timeline.ts";
import { viewer } from "./viewer.ts";

export const viewerPart = {
  assist,
  attributes,
  cameras,
  comments,
  compare,
  datasetInfo,
  filters,
  frameLabels,
  history,
  lists,
  notes,
  pairs,
  picture,
  problems,
  timeline,
  viewer,
} as const;
