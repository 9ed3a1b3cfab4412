/** XML of tools that is not read here. */
import type { ForeignFormat } from "./foreign-format.ts";

interface ForeignXml extends ForeignFormat {
  readonly sign: RegExp;
}

/** XML, recognized by its first elements. */
export const foreignXml: readonly ForeignXml[] = [
  {
    what: "a file of ELAN, which has events in time",
    importAdvice: "Events have no boxes and cannot be imported.",
    sign: /<ANNOTATION_DOCUMENT[\s>]/,
  },
  {
    what: "a file of ViPER",
    translated: "viper",
    importAdvice: "Convert it to MOT rows or COCO and import that.",
    sign: /<viper[\s>]/i,
  },
  {
    what: "a file of LabelMe's web tool",
    importAdvice: "Convert the folder to COCO and import that.",
    sign: /<annotation>[\s\S]*<(sourceImage|pt)>/,
  },
  {
    what: "a file of FAIR1M, with rotated boxes on one picture",
    importAdvice: "Convert the folder to COCO or DOTA and import that.",
    sign: /<annotation>[\s\S]*<possibleresult>/,
  },
  {
    what: "a file with several pictures of Pascal VOC",
    importAdvice: "Save each `annotation` as a file of its own, and import their folder or a zip of it.",
    sign: /<annotations[\s>][^]*?<annotation[\s>][^]*<bndbox>/,
  },
  {
    what: "a file of HRSC2016, with ships on one picture",
    importAdvice: "Convert the folder to COCO or DOTA and import that.",
    sign: /<HRSC_Image[\s>]/,
  },
  {
    what: "a file of ASAP, with regions of one picture",
    importAdvice: "Save each region as an annotation of COCO: its coordinates are pixels of the picture.",
    sign: /<ASAP_Annotations[\s>]/,
  },
  {
    what: "a file of Aperio ImageScope, with regions of one picture",
    importAdvice: "Save each region as an annotation of COCO: its coordinates are pixels of the picture.",
    sign: /<Annotations[\s>][^]*<(Regions|Vertices|RegionAttributeHeaders)[\s>/]/,
  },
  {
    what: "a file of CVML, as the tracks of PETS and CAVIAR",
    translated: "cvml",
    importAdvice: "Convert it to MOT rows or COCO and import that.",
    sign: /<dataset[\s>][^]*<objectlist[\s>/]/,
  },
  {
    what: "a file of UA-DETRAC",
    translated: "ua-detrac",
    importAdvice: "Convert it to MOT rows and import that.",
    sign: /<sequence[\s>][\s\S]*<(ignored_region|target_list)[\s/>]/,
  },
  {
    what: "a file of imglab (dlib)",
    importAdvice: "Convert it to COCO (imglab's web tool exports that) and import it.",
    sign: /<dataset[\s>][\s\S]*<images?[\s>]/,
  },
  {
    what: "a file of TrackMate, with spots and tracks of them",
    importAdvice:
      "Spots are points with a radius. Convert each to a box, one row per box, and import that CSV with `--columns`.",
    sign: /<TrackMate[\s>]|<Tracks[\s>][^>]*\bnTracks=/,
  },
  {
    what: "a file of Kinovea",
    importAdvice: "Its points and angles have no boxes and cannot be imported.",
    sign: /<KinoveaVideoAnalysis[\s>]/,
  },
  {
    what: "a track of GPX, with places on the earth",
    importAdvice: "Positions are not boxes. Convert them to a frame-metadata.csv to see them with the pictures.",
    sign: /<gpx[\s>]/i,
  },
  {
    what: "a map in KML or GML, with places on the earth",
    importAdvice: "Its coordinates are not pixels. Convert them to pixels, save them as COCO, and import that.",
    sign: /<(kml|gml:|wfs:)/i,
  },
];
