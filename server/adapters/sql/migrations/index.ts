/** All migrations of the schema, in order. A migration that has shipped is never changed; the next one corrects it. */
import { documents } from "./0001-documents.ts";
import { annotations } from "./0002-annotations.ts";
import { finishedUploads } from "./0003-finished-uploads.ts";
import { groupsAndKeys } from "./0004-groups-and-keys.ts";
import { jobsAndNotifications } from "./0005-jobs-and-notifications.ts";
import { oneTimePasswords } from "./0006-one-time-passwords.ts";
import { jobQueue } from "./0007-job-queue.ts";
import { sessionsAndAudit } from "./0008-sessions-and-audit.ts";
import { preferences } from "./0009-preferences.ts";
import { largeFolders } from "./0010-large-folders.ts";
import { workerOffers } from "./0011-worker-offers.ts";
import { folderAccess } from "./0012-folder-access.ts";
import { firstFrames } from "./0013-first-frames.ts";
import { pictureFacts } from "./0014-picture-facts.ts";
import { clones } from "./0015-clones.ts";
import { jobTurns } from "./0016-job-turns.ts";
import { stagedAnnotations } from "./0017-staged-annotations.ts";
import { treeSizes } from "./0018-tree-sizes.ts";
import { mediaSources } from "./0019-media-sources.ts";
import { sortNames } from "./0020-sort-names.ts";
import { trash } from "./0021-trash.ts";
import { comments } from "./0022-comments.ts";
import { identities } from "./0023-identities.ts";
import { featureChunks } from "./0024-feature-chunks.ts";
import { tasks } from "./0025-tasks.ts";
import { webhooks } from "./0026-webhooks.ts";
import { trashedFiles } from "./0027-trashed-files.ts";
import { workTimes } from "./0028-work-times.ts";
import { sizesInPlace } from "./0029-sizes-in-place.ts";
import { trackRanks } from "./0030-track-ranks.ts";
import type { Migration } from "./migration.ts";

export const migrations: readonly Migration[] = [
  documents,
  annotations,
  finishedUploads,
  groupsAndKeys,
  jobsAndNotifications,
  oneTimePasswords,
  jobQueue,
  sessionsAndAudit,
  preferences,
  largeFolders,
  workerOffers,
  folderAccess,
  firstFrames,
  pictureFacts,
  clones,
  jobTurns,
  stagedAnnotations,
  treeSizes,
  mediaSources,
  sortNames,
  trash,
  comments,
  identities,
  featureChunks,
  tasks,
  webhooks,
  trashedFiles,
  workTimes,
  sizesInPlace,
  trackRanks,
];
