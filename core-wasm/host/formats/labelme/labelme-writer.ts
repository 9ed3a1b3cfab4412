/** Annotations as LabelMe: an archive with one JSON file for each picture that has objects. A detection is a shape. */
import { isEqual } from "../../json.ts";
import {
  emptyGeometry,
  writePerPicture,
  type PerPictureFormat,
  type PerPictureOptions,
} from "../exchange/per-picture-writer.ts";
import { shapeToWrite } from "./labelme-shapes.ts";
import type { AnnotationCore, WritingPieces } from "../../types.ts";

export function writeLabelme(core: AnnotationCore, options: PerPictureOptions): WritingPieces {
  return writePerPicture(core, options, labelmeFiles);
}

/** The first LabelMe whose files have these members. */
const version = "5.5.0";

const labelmeFiles: PerPictureFormat = {
  losses: {
    geometry:
      "A shape of LabelMe is one polygon without holes, one line or points without names; the rest is not written.",
    "shape-bounds": "The box is read back as the extent of the shape that is written.",
  },
  hasEmptyFiles: false,
  objectsOf:
    (label) =>
    ({ bounds, attributes, geometry }, lose) => {
      const { kind, points, read } = shapeToWrite(bounds, geometry);
      if (!isEqual(geometry, { ...emptyGeometry, features: read.features })) lose("geometry");
      if (!isEqual(read.bounds, bounds)) lose("shape-bounds");
      const { group_id: group, description } = attributes;
      const flags = Object.entries(attributes).filter(([, value]) => value === true);
      const hasGroup = Number.isSafeInteger(group);
      const hasDescription = typeof description === "string" && description !== "";
      const keptCount = flags.length + Number(hasGroup) + Number(hasDescription);
      for (let count = keptCount; count < Object.keys(attributes).length; count++) lose("detection-attribute");
      return JSON.stringify(
        {
          label,
          points,
          group_id: hasGroup ? group : null,
          description: hasDescription ? description : "",
          shape_type: kind,
          flags: Object.fromEntries(flags),
          mask: null,
        },
        undefined,
        2,
      );
    },
  fileName: (stem) => `${stem}.json`,
  fileText(picture, size, objects) {
    // Next to the picture, in the same folder.
    const imagePath = JSON.stringify(picture.replace(/^.*[/\\]/, ""));
    const shapes = objects.map((text) => `    ${text.replaceAll("\n", "\n    ")}`).join(",\n");
    return [
      "{",
      `  "version": "${version}",`,
      '  "flags": {},',
      `  "shapes": [\n${shapes}\n  ],`,
      `  "imagePath": ${imagePath},`,
      '  "imageData": null,',
      `  "imageHeight": ${size?.height ?? null},`,
      `  "imageWidth": ${size?.width ?? null}`,
      "}\n",
    ].join("\n");
  },
};
