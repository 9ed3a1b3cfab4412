/** Names of the steps that draw or change one shape of a detection. */
export const shapeSteps = [
  "drawBox",
  "resizeBox",
  "turnBox",
  "drawPolygon",
  "changePolygon",
  "movePolygon",
  "drawHole",
  "deleteHole",
  "drawLine",
  "changeLine",
  "moveLine",
  "addPoint",
  "movePoint",
  "deletePoint",
] as const;

export type ShapeStep = (typeof shapeSteps)[number];
