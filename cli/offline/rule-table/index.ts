/** The rules of `wakeline validate`, by format: each with an example and instructions for fixing it. */

import { cocoJson, diveJson } from "./json.ts";
import { otherTools } from "./other-tools.ts";
import { archivesAndDatasets, configurations, cvat, kpf, labelme, labelStudio, voc, yolo } from "./pictures.ts";
import { anyFormat, mot, viameCsv } from "./rows.ts";
import type { RuleGroup } from "./rule.ts";
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
