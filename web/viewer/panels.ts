/** Every panel of the viewer. A new one is its folder and a line here. */

import { attributesTimelinePanel } from "./attribute-timeline/attributes-timeline-panel.ts";
import { attributeDetailsPanel } from "./attribute-details/attribute-details-panel.ts";
import { attributesPanel } from "./attributes/attributes-panel.ts";
import { comparePanel } from "./compare/compare-panel.ts";
import { frameLabelsPanel } from "./frame-labels/frame-labels-panel.ts";
import { frameLabelsTimelinePanel } from "./frame-labels/frame-labels-timeline-panel.ts";
import { imageEnhancementsPanel } from "./image-enhancements/image-enhancements-panel.ts";
import type { Panel } from "./docks/panel.ts";
import { jobsPanel } from "./jobs/jobs-panel.ts";
import { datasetInfoPanel } from "./dataset-info/dataset-info-panel.ts";
import { revisionsPanel } from "./revisions/revisions-panel.ts";
import { notesPanel } from "./notes/notes-panel.ts";
import { problemsPanel } from "./problems/problems-panel.ts";
import { setsPanel } from "./sets/sets-panel.ts";
import { multiCameraPanel } from "./cameras/multi-camera-panel.ts";
import { groupManagerPanel } from "./groups/group-manager-panel.ts";
import { historyPanel } from "./history/history-panel.ts";
import { thresholdControlsPanel } from "./threshold-controls/threshold-controls-panel.ts";
import { detectionsPanel } from "./timeline/detections-panel.ts";
import { eventsPanel } from "./timeline/events-panel.ts";
import { groupsTimelinePanel } from "./timeline/groups-panel.ts";
import { trackFiltersPanel } from "./track-filters/track-filters-panel.ts";
import { tracksPanel } from "./tracks/tracks-panel.ts";

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
