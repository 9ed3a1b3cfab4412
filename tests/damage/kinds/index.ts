/**
 * Kinds of damage, one at a time in a clean file: what users and programs do to rows, members and elements. Each
 * reports the damaged lines, so that the place of a finding can be judged.
 */
import type { DamagedFormat } from "../clean.ts";
import type { Damage } from "./damage.ts";
import { jsonKinds } from "./json.ts";
import { kpfKinds } from "./kpf.ts";
import { rowKinds } from "./rows.ts";
import { xmlKinds } from "./xml.ts";
import { yoloKinds } from "./yolo.ts";

export const damages: Readonly<Record<DamagedFormat, Readonly<Record<string, Damage>>>> = {
  "viame-csv": rowKinds("viame-csv"),
  mot: rowKinds("mot"),
  "dive-json": jsonKinds("dive-json"),
  coco: jsonKinds("coco"),
  kwcoco: jsonKinds("kwcoco"),
  "cvat-xml": xmlKinds("cvat-xml"),
  voc: xmlKinds("voc"),
  yolo: yoloKinds(),
  kpf: kpfKinds(),
};
