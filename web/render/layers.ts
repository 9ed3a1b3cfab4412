/** All layers, from the bottom to the top. A new one is a file and a line here. */
import { BoxLayer } from "./box-layer.ts";
import { LabelLayer } from "./label-layer.ts";
import type { LayerKind } from "./layer.ts";
import { LineLayer } from "./line-layer.ts";
import { MediaLayer } from "./media-layer.ts";
import { OverlayLayer } from "./overlay-layer.ts";
import { PointLayer } from "./point-layer.ts";
import { PolygonLayer } from "./polygon-layer.ts";

export const layerKinds: readonly LayerKind[] = [
  { name: "media", create: ({ gl }) => new MediaLayer(gl) },
  { name: "boxes", create: (context) => new BoxLayer(context) },
  { name: "polygons", create: (context) => new PolygonLayer(context) },
  { name: "lines", create: (context) => new LineLayer(context) },
  { name: "points", create: (context) => new PointLayer(context) },
  { name: "labels", create: ({ gl, palette }) => new LabelLayer(gl, palette) },
  { name: "overlay", create: ({ gl }) => new OverlayLayer(gl) },
];
