/** All panels of the viewer. A new one needs its folder and a line here. */

import { attributesTimelinePanel } from "./bottom/attribute-timeline/attributes-timeline-panel.ts";
import { attributeDetailsPanel } from "./right/attribute-details/attribute-details-panel.ts";
import { attributesPanel } from "./left/attributes/attributes-panel.ts";
import { comparePanel } from "./right/compare/compare-panel.ts";
import { frameLabelsPanel } from "./right/frame-labels/frame-labels-panel.ts";
import { frameLabelsTimelinePanel } from "./right/frame-labels/frame-labels-timeline-panel.ts";
import { imageEnhancementsPanel } from "./right/image-enhancements/image-enhancements-panel.ts";
import type { Panel } from "./docks/panel.ts";
import { jobsPanel } from "./right/jobs/jobs-panel.ts";
import { datasetInfoPanel } from "./right/dataset-info/dataset-info-panel.ts";
import { revisionsPanel } from "./right/revisions/revisions-panel.ts";
import { commentsPanel } from "./right/comments/comments-panel.ts";
import { notesPanel } from "./right/notes/notes-panel.ts";
import { problemsPanel } from "./right/problems/problems-panel.ts";
import { setsPanel } from "./right/sets/sets-panel.ts";
import { multiCameraPanel } from "./picture/cameras/multi-camera-panel.ts";
import { groupManagerPanel } from "./right/groups/group-manager-panel.ts";
import { historyPanel } from "./right/history/history-panel.ts";
import { thresholdControlsPanel } from "./right/threshold-controls/threshold-controls-panel.ts";
import { detectionsPanel } from "./bottom/timeline/detections-panel.ts";
import { eventsPanel } from "./bottom/timeline/events-panel.ts";
import { groupsTimelinePanel } from "./bottom/timeline/groups-panel.ts";
import { trackFiltersPanel } from "./right/track-filters/track-filters-panel.ts";
import { tracksPanel } from "./left/tracks/tracks-panel.ts";

export const panels: readonly Panel[] = [
  tracksPanel,
  attributesPanel,
  thresholdControlsPanel,
  imageEnhancementsPanel,
  revisionsPanel,
  setsPanel,
  comparePanel,
  jobsPanel,
  problemsPanel,
  groupManagerPanel,
  multiCameraPanel,
  frameLabelsPanel,
  notesPanel,
  commentsPanel,
  datasetInfoPanel,
  historyPanel,
  attributeDetailsPanel,
  trackFiltersPanel,
  detectionsPanel,
  eventsPanel,
  groupsTimelinePanel,
  attributesTimelinePanel,
  frameLabelsTimelinePanel,
];
