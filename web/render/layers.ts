/** All layers, bottom to top. A new one needs a file and a line here. */
import { AttributeLayer } from "./attribute-layer.ts";
import { BoxLayer } from "./box-layer.ts";
import { LabelLayer } from "./label-layer.ts";
import type { LayerKind } from "./layer.ts";
import { LineLayer } from "./line-layer.ts";
import { MediaLayer } from "./media-layer.ts";
import { OtherCameraLayer } from "./other-camera-layer.ts";
import { OverlayLayer } from "./overlay-layer.ts";
import { PointLayer } from "./point-layer.ts";
import { TailLayer } from "./tail-layer.ts";
import { TileLayer } from "./tile-layer.ts";
import { PolygonLayer } from "./polygon-layer.ts";

export const layerKinds = [
  { name: "media", isPicture: true, create: ({ gl }) => new MediaLayer(gl) },
  { name: "tiles", isPicture: true, create: ({ gl }) => new TileLayer(gl) },
  { name: "other camera", create: ({ gl }) => new OtherCameraLayer(gl) },
  { name: "tails", create: (context) => new TailLayer(context) },
  { name: "boxes", part: "rectangle", create: (context) => new BoxLayer(context) },
  { name: "rotated boxes", part: "rectangle", create: (context) => new PolygonLayer(context, "rotatedBoxes") },
  { name: "polygons", part: "polygon", create: (context) => new PolygonLayer(context, "polygons") },
  { name: "lines", part: "lineString", create: (context) => new LineLayer(context) },
  { name: "points", part: "lineString", create: (context) => new PointLayer(context) },
  { name: "marks", create: ({ gl }) => new OverlayLayer(gl, "marks") },
  { name: "attributes", part: "text", create: ({ gl }) => new AttributeLayer(gl) },
  { name: "labels", part: "text", create: ({ gl, palette }) => new LabelLayer(gl, palette) },
  { name: "overlay", create: ({ gl }) => new OverlayLayer(gl, "overlay") },
] as const satisfies readonly LayerKind[];

export type LayerName = (typeof layerKinds)[number]["name"];
