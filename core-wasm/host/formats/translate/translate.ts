/**
 * Which documents of other tools are translated into COCO, and the translation. To add one, write a file and add a row
 * here.
 */
import { encodeText } from "../../instance.ts";
import { type AnnotationFormat, isAnnotationFormat } from "../format-table.ts";
import { parsePythonJson } from "../../json.ts";
import { readerProblem } from "../problems/reader-problems.ts";
import { isHidden } from "../recognize/recognize-names.ts";
import { recognizeFile } from "../recognize/recognize.ts";
import { fileAPicture, listInParts, type TranslatedTool, withMediaTable } from "../recognize/recognized.ts";
import type { AnnotationSource, SourceFile } from "../sources/source.ts";
import { parseLabelList } from "../text/label-list.ts";
import { decodeWhole } from "../text/text-encoding.ts";
import { matchPictures } from "../pictures/match-pictures.ts";
import type { Problem, ReadOptions } from "../../types.ts";
import { translateBiigleVideo } from "./biigle.ts";
import { translateCamtrap } from "./camtrap.ts";
import { translateDarwin } from "./darwin.ts";
import { translateDatumaro } from "./datumaro.ts";
import {
  translateBdd,
  translateCocoResults,
  translateCreateMl,
  translateFathomNet,
  translateSam,
} from "./picture-lists.ts";
import { readBitmaps } from "./bitmaps.ts";
import {
  type Bitmaps,
  cocoOf,
  type Known,
  SkipCounter,
  type TranslatedPicture,
  type Translation,
  untypedCount,
} from "./translation.ts";
import { translateDota, translateIcdar, translateSupervisely, translateSuperviselyVideo } from "./files-of-pictures.ts";
import { translateMegaDetector, translateSpeciesNet } from "./megadetector.ts";
import { joinParts, type ListPart } from "./join-parts.ts";
import { translateEncord } from "./encord.ts";
import { translateFiftyOneSamples } from "./fiftyone-samples.ts";
import { translateHuggingFace } from "./hugging-face.ts";
import { translateKerasYolo } from "./keras-yolo.ts";
import { translateKili } from "./kili.ts";
import { translateLabelbox } from "./labelbox.ts";
import { translateDataloop, translateHasty, translateScale } from "./labeling-services.ts";
import { translateAde20k, translateCityscapes, translateIsat } from "./polygon-files.ts";
import { translateDarknet, translateFiftyOne, translateUltralytics, translateVertex } from "./relative-boxes.ts";
import { translateOpenLabel } from "./openlabel.ts";
import { translateOneObject } from "./one-object.ts";
import { translateSama } from "./sama.ts";
import { translateSegmentsAi } from "./segments-ai.ts";
import { translateSageMaker, translateSageMakerTracks } from "./sagemaker.ts";
import { translateCoralNet, translateSquidle } from "./sea-floor-points.ts";
import { translateSuperAnnotate } from "./superannotate.ts";
import { translateBurst, translateYouTubeVis } from "./video-lists.ts";
import { translateHabcam } from "./habcam.ts";
import { translateTagLab } from "./taglab.ts";
import { translateWiderFace } from "./wider-face.ts";
import { translateKitti, translateKittiTracking, translateMots, translateVatic } from "./track-rows.ts";
import { translateCvml, translateUaDetrac } from "./tracks-xml.ts";
import { framesOfOneVideo } from "./video-frames.ts";
import { translateUavdt, translateVisDrone, translateVisDroneVideo } from "./visdrone.ts";
import { translateViper } from "./viper.ts";
import { translateYouTubeBb } from "./youtube-bb.ts";
import { translateVott } from "./vott.ts";
import { translateVia2, translateViaCsv } from "./via.ts";
import { translateVia3, translateVia3Csv } from "./via3.ts";

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
  supervisely: { tool: "Supervisely", translate: translateSupervisely },
  dota: { tool: "DOTA", isText: true, translate: translateDota },
  icdar: { tool: "ICDAR", isText: true, translate: translateIcdar },
  kitti: { tool: "KITTI", isText: true, translate: translateKitti },
  "supervisely-video": { tool: "Supervisely", translate: translateSuperviselyVideo },
  "via3-csv": { tool: "VIA 3", isText: true, translate: translateVia3Csv },
  "biigle-video": { tool: "BIIGLE", isText: true, translate: translateBiigleVideo },
  vott: { tool: "VoTT", translate: translateVott },
  sam: { tool: "Segment Anything", translate: translateSam },
  fathomnet: { tool: "FathomNet", translate: translateFathomNet },
  labelbox: { tool: "Labelbox", isText: true, translate: translateLabelbox },
  fiftyone: { tool: "FiftyOne", translate: translateFiftyOne },
  vertex: { tool: "Google Vertex AI", isText: true, translate: translateVertex },
  ultralytics: { tool: "Ultralytics", isText: true, translate: translateUltralytics },
  vatic: { tool: "VATIC", isText: true, translate: translateVatic },
  "wider-face": { tool: "WIDER FACE", isText: true, translate: translateWiderFace },
  "youtube-vis": { tool: "YouTube-VIS", translate: translateYouTubeVis },
  burst: { tool: "BURST", translate: translateBurst },
  "ua-detrac": { tool: "UA-DETRAC", isText: true, translate: translateUaDetrac },
  cvml: { tool: "CVML", isText: true, translate: translateCvml },
  habcam: { tool: "HabCam", isText: true, translate: translateHabcam },
  sagemaker: { tool: "SageMaker Ground Truth", isText: true, translate: translateSageMaker },
  "sagemaker-tracks": { tool: "SageMaker Ground Truth", translate: translateSageMakerTracks },
  "fiftyone-samples": { tool: "FiftyOne", translate: translateFiftyOneSamples },
  "hugging-face": { tool: "Hugging Face", isText: true, translate: translateHuggingFace },
  "keras-yolo": { tool: "Keras YOLO", isText: true, translate: translateKerasYolo },
  visdrone: { tool: "VisDrone", isText: true, translate: translateVisDrone },
  "visdrone-video": { tool: "VisDrone", isText: true, translate: translateVisDroneVideo },
  uavdt: { tool: "UAVDT", isText: true, translate: translateUavdt },
  "one-object": { tool: "LaSOT, GOT-10k, OTB or VOT", isText: true, translate: translateOneObject },
  superannotate: { tool: "SuperAnnotate", translate: translateSuperAnnotate },
  cityscapes: { tool: "Cityscapes", translate: translateCityscapes },
  ade20k: { tool: "ADE20K", translate: translateAde20k },
  isat: { tool: "ISAT", translate: translateIsat },
  hasty: { tool: "Hasty", translate: translateHasty },
  scale: { tool: "Scale AI", translate: translateScale },
  dataloop: { tool: "Dataloop", translate: translateDataloop },
  taglab: { tool: "TagLab", translate: translateTagLab },
  coralnet: { tool: "CoralNet", isText: true, translate: translateCoralNet },
  squidle: { tool: "Squidle+", isText: true, translate: translateSquidle },
  darknet: { tool: "Darknet", translate: translateDarknet },
  speciesnet: { tool: "SpeciesNet", translate: translateSpeciesNet },
  megadetector: { tool: "MegaDetector", translate: translateMegaDetector },
  segments: { tool: "Segments.ai", translate: translateSegmentsAi },
  sama: { tool: "Sama", translate: translateSama },
  kili: { tool: "Kili", translate: translateKili },
  encord: { tool: "Encord", translate: translateEncord },
  openlabel: { tool: "OpenLABEL", translate: translateOpenLabel },
  viper: { tool: "ViPER", isText: true, translate: translateViper },
  "youtube-bb": { tool: "YouTube-BoundingBoxes", isText: true, translate: translateYouTubeBb },
  camtrap: { tool: "Camtrap DP", isText: true, translate: translateCamtrap },
  "coco-results": { tool: "results of COCO", translate: translateCocoResults },
};

/** `undefined`: it is broken. */
function parse(text: string): unknown {
  try {
    return parsePythonJson(text);
  } catch {
    return undefined;
  }
}

export interface TranslatedFile {
  /** As which it was read, for users; absent: as the reader of COCO says. */
  readonly format?: AnnotationFormat;
  /** The translation, as COCO. */
  readonly bytes: Uint8Array;
  readonly problems: readonly Problem[];
}

/** Facts of the dataset. */
type DatasetFacts = Pick<
  ReadOptions,
  "fps" | "imageNames" | "imageSize" | "imageSizes" | "labels" | "videoNames" | "askedVideo"
> & {
  /** The table of media next to the file. */
  readonly media?: string | undefined;
};

/** `undefined`: it is broken, or not what it looked like; the COCO reader reports more. */
export async function translate(
  bytes: Uint8Array,
  tool: TranslatedTool,
  name = "",
  facts: DatasetFacts = {},
): Promise<TranslatedFile | undefined> {
  const leftOut = new SkipCounter();
  const { pictures, problems } = await picturesOf({ bytes, name }, tool, facts, leftOut);
  return pictures && translatedFile(framesOfOneVideo(pictures, leftOut, facts), tool, leftOut, problems);
}

/**
 * Translates a set of files of one tool: of one that has one file per picture, or lists of pictures in parts.
 * @returns `undefined` for any other set
 */
export async function translateSet(
  source: AnnotationSource,
  facts: ReadOptions = {},
): Promise<TranslatedFile | undefined> {
  const leftOut = new SkipCounter();
  const parts: ListPart[] = [];
  const problems: Problem[] = [];
  let tool: TranslatedTool | undefined;
  const files = [...source.files()];
  for (const { name, read } of files) {
    if (isHidden(name) || !/\.(json|txt|csv|jsonl|ndjson|manifest)$/i.test(name)) continue;
    const bytes = await read();
    const { translated } = recognizeFile(bytes, name);
    const isOfSet =
      translated !== undefined &&
      (fileAPicture.has(translated) || listInParts.has(translated) || withMediaTable.has(translated));
    if (!isOfSet || (tool !== undefined && translated !== tool)) continue;
    tool = translated;
    const found = await picturesOf(
      { bytes, name },
      tool,
      { ...facts, labels: await classesBeside(name, files), media: await mediaBeside(name, files) },
      leftOut,
    );
    problems.push(...found.problems.map((problem) => ({ ...problem, member: name })));
    if (found.pictures === undefined) problems.push(readerProblem("translated-broken", [name], { member: name }));
    else parts.push({ name, pictures: found.pictures });
  }
  if (tool === undefined) return undefined;
  const isOfParts = listInParts.has(tool);
  const pictures = isOfParts ? joinParts(parts) : parts.flatMap((part) => part.pictures);
  if (pictures === undefined) return undefined;
  if (isOfParts && parts.length > 1 && parts.some((part) => part.pictures.length > 1))
    problems.push(joinedProblem(parts, tool));
  return translatedFile(framesOfOneVideo(pictures, leftOut, facts), tool, leftOut, problems);
}

/** The names of its classes, one a line, if the same folder has a list of them. */
async function classesBeside(name: string, files: readonly SourceFile[]): Promise<readonly string[]> {
  const folder = name.slice(0, name.lastIndexOf("/") + 1);
  const list = files.find((file) => file.name.startsWith(folder) && classList.test(file.name.slice(folder.length)));
  return list === undefined ? [] : parseLabelList(await list.read());
}

async function mediaBeside(name: string, files: readonly SourceFile[]): Promise<string | undefined> {
  const folder = name.slice(0, name.lastIndexOf("/") + 1);
  const table = files.find((file) => file.name.toLowerCase() === `${folder}media.csv`.toLowerCase());
  return table && decodeWhole(await table.read()).text;
}

const classList = /^_?classes\.txt$/i;

function joinedProblem(parts: readonly ListPart[], tool: TranslatedTool): Problem {
  const shown = parts.slice(0, 3).map(({ name }) => name);
  const others = parts.length > shown.length ? ` and ${parts.length - shown.length} more` : "";
  return readerProblem("coco-splits-joined", [`${parts.length}`, shown.join(", ") + others, translations[tool].tool]);
}

interface NamedBytes {
  readonly bytes: Uint8Array;
  readonly name: string;
}

async function picturesOf(
  { bytes, name }: NamedBytes,
  tool: TranslatedTool,
  facts: DatasetFacts,
  leftOut: SkipCounter,
) {
  const { fps, imageNames: pictures = [], imageSize, imageSizes = [], labels: classNames = [], media } = facts;
  const { videoNames = [], askedVideo } = facts;
  const { text, problems } = decodeWhole(bytes);
  const { isText, translate: read } = translations[tool];
  const fileName = name.slice(name.lastIndexOf("/") + 1);
  const document = isText ? text : parse(text);
  const bitmaps: Bitmaps = text.includes('"bitmap"') ? await readBitmaps(document) : new Map();
  const sizesOf: Known["sizesOf"] = (names) => {
    const matches = imageSizes.length === 0 ? [] : matchPictures(names, pictures);
    return names.map((_, at) => imageSizes[matches[at]?.frame ?? -1] ?? imageSize);
  };
  return {
    pictures: read(document, leftOut, {
      fileName,
      fps,
      bitmaps,
      classNames,
      media,
      pictures,
      videoNames,
      askedVideo,
      sizesOf,
    }),
    problems,
  };
}

/** Pictures without names are placed by their order. */
function howPlaced(pictures: readonly TranslatedPicture[]): string {
  return pictures.every(({ fileName }) => fileName !== "")
    ? "found by their ids or names"
    : "in the order of their ids";
}

/** Nothing about a tool whose files are written, too. */
function howRead(tool: TranslatedTool, pictures: readonly TranslatedPicture[]): readonly Problem[] {
  if (isAnnotationFormat(tool)) return [];
  return tool === "coco-results"
    ? [readerProblem("translated-results", [howPlaced(pictures)])]
    : [readerProblem("translated", [translations[tool].tool])];
}

function translatedFile(
  pictures: readonly TranslatedPicture[],
  tool: TranslatedTool,
  leftOut: SkipCounter,
  problems: readonly Problem[],
): TranslatedFile {
  const untyped = untypedCount(pictures);
  const lost = leftOut.list().reduce((sum, [, count]) => sum + count, 0);
  const isNothing = lost > 0 && pictures.every(({ objects }) => objects.length === 0);
  return {
    format: isAnnotationFormat(tool) ? tool : "coco",
    bytes: encodeText(JSON.stringify(cocoOf(pictures))),
    problems: [
      ...problems,
      ...howRead(tool, pictures),
      ...(isNothing ? [readerProblem("translated-nothing", [translations[tool].tool])] : []),
      ...leftOut.problems,
      ...(untyped > 0 ? [readerProblem("translated-type-missing", [String(untyped)])] : []),
      ...leftOut.list().map(([what, count]) => readerProblem("translated-left-out", [String(count), what])),
    ],
  };
}
