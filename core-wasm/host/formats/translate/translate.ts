/** Which documents of other tools are translated into COCO, and doing so. A new one is a file and a row here. */
import { encodeText } from "../../instance.ts";
import { hostProblem } from "../problems/host-problems.ts";
import type { TranslatedTool } from "../recognise/recognised.ts";
import { decodeWhole } from "../text/text-encoding.ts";
import type { Problem } from "../../types.ts";
import { translateDatumaro } from "./datumaro.ts";
import { translateBdd, translateCocoResults, translateCreateMl, translateDarwin } from "./picture-lists.ts";
import { cocoOf, LeftOut, type Translation } from "./translation.ts";
import { translateKittiTracking, translateMots } from "./track-rows.ts";
import { translateVia2, translateVia3, translateViaCsv } from "./via.ts";

const translations: Readonly<Record<TranslatedTool, Translation>> = {
  via2: { tool: "VIA", translate: translateVia2 },
  via3: { tool: "VIA 3", translate: translateVia3 },
  datumaro: { tool: "Datumaro", translate: translateDatumaro },
  createml: { tool: "CreateML", translate: translateCreateMl },
  bdd: { tool: "BDD100K", translate: translateBdd },
  darwin: { tool: "V7 Darwin", translate: translateDarwin },
  "via-csv": { tool: "VIA", isText: true, translate: translateViaCsv },
  "kitti-tracking": { tool: "KITTI", isText: true, translate: translateKittiTracking },
  mots: { tool: "MOTS", isText: true, translate: translateMots },
  "coco-results": { tool: "results of COCO", translate: translateCocoResults },
};

/** `undefined`: it is broken. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export interface TranslatedFile {
  /** As COCO. */
  readonly bytes: Uint8Array;
  readonly problems: readonly Problem[];
}

/** `undefined`: it is broken, or not what it looked like; the reader of COCO says more. */
export function translate(bytes: Uint8Array, tool: TranslatedTool): TranslatedFile | undefined {
  const { text, problems } = decodeWhole(bytes);
  const { tool: title, isText, translate: read } = translations[tool];
  const document = isText ? text : parse(text);
  const leftOut = new LeftOut();
  const pictures = read(document, leftOut);
  if (pictures === undefined) return undefined;
  return {
    bytes: encodeText(JSON.stringify(cocoOf(pictures))),
    problems: [
      ...problems,
      hostProblem(tool === "coco-results" ? "translated-results" : "translated", [title]),
      ...leftOut.list().map(([what, count]) => hostProblem("translated-left-out", [String(count), what])),
    ],
  };
}
