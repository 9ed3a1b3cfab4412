/** Annotations as Pascal VOC: an archive with one XML file per picture, in which every detection is a box. */
import { isEqual } from "../../json.ts";
import {
  emptyGeometry,
  writePerPicture,
  type PerPictureFormat,
  type PerPictureOptions,
} from "../exchange/per-picture-writer.ts";
import { xmlText } from "../text/xml-text.ts";
import type { AnnotationCore, WritingPieces } from "../../types.ts";

export function writeVoc(core: AnnotationCore, options: PerPictureOptions): WritingPieces {
  return writePerPicture(core, options, vocFiles);
}

/** Flags of an object, 0 or 1. */
const flags: readonly string[] = ["truncated", "occluded", "difficult"];

const vocFiles: PerPictureFormat = {
  losses: { geometry: "Polygons, lines and points are not written: an object of Pascal VOC is a box." },
  hasEmptyFiles: true,
  objectsOf(type, loseOfTrack) {
    const name = xmlText(type, () => loseOfTrack("control-character"));
    return ({ bounds: [x1, y1, x2, y2], attributes, geometry }, lose) => {
      if (!isEqual(geometry, emptyGeometry)) lose("geometry");
      for (const [key, value] of Object.entries(attributes)) {
        if (!(flags.includes(key) && value === true)) lose("detection-attribute");
      }
      return [
        "  <object>\n",
        `    <name>${name}</name>\n`,
        "    <pose>Unspecified</pose>\n",
        ...flags.map((key) => `    <${key}>${Number(attributes[key] === true)}</${key}>\n`),
        `    <bndbox><xmin>${x1}</xmin><ymin>${y1}</ymin><xmax>${x2}</xmax><ymax>${y2}</ymax></bndbox>\n`,
        "  </object>\n",
      ].join("");
    };
  },
  fileName: (stem) => `Annotations/${stem}.xml`,
  fileText: (picture, size, objects) =>
    [
      "<annotation>\n",
      `  <filename>${xmlText(picture)}</filename>\n`,
      ...(size === undefined
        ? []
        : [`  <size><width>${size.width}</width><height>${size.height}</height><depth>3</depth></size>\n`]),
      "  <segmented>0</segmented>\n",
      ...objects,
      "</annotation>\n",
    ].join(""),
};
