/** The rules of `wakeline validate`, by format: each with an example and instructions for fixing it. */

import { cocoJson, diveJson } from "./json.ts";
import { otherTools } from "./other-tools.ts";
import { labelStudio } from "./label-studio.ts";
import { cvat, kpf, labelme, voc, yolo } from "./pictures.ts";
import { anyFormat, mot, viameCsv } from "./rows.ts";
import type { RuleGroup } from "./rule.ts";
import { archivesAndDatasets, configurations } from "./sets.ts";
import { texts } from "./texts.ts";

export const ruleTable: readonly RuleGroup[] = [
  anyFormat,
  texts,
  viameCsv,
  mot,
  diveJson,
  cocoJson,
  cvat,
  voc,
  labelme,
  labelStudio,
  kpf,
  yolo,
  otherTools,
  configurations,
  archivesAndDatasets,
];
