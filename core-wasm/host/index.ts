/** The annotation core for everybody: its vocabulary and how to make one. */
export * from "./types.ts";
export { createCore, setCoreUrl } from "./create-core.ts";
export type { CreateCoreOptions } from "./create-core.ts";
export { boundsIou } from "./queries/iou.ts";
export { attributeFilterOf, listedAttributes } from "./queries/filter-config.ts";
export type { AttributeTrackFilter, PanelFilter } from "./queries/filter-config.ts";
