/** Files that are neither JSON nor a table: XML, YAML, INI. */
import { foreignText } from "./foreign-format.ts";
import { foreignXml } from "./foreign-xml.ts";
import { translatedText, type RecognizedFile } from "./recognized.ts";

/**
 * @param text the beginning of the file
 * @returns `undefined` when it is something else
 */
export function recognizeMarkup(text: string): RecognizedFile | undefined {
  const trimmed = text.trimStart();
  if (trimmed.startsWith("<")) return recognizeXml(trimmed);
  if (/^\[sequence\]/i.test(trimmed)) return sequenceInfo;
  if (trimmed.startsWith("%YAML") || /^\w+:\s*!!opencv-matrix/m.test(trimmed)) return recognizeYaml(trimmed);
  // KPF is a list of packets, each with one of these keys.
  if (/^\s*-\s*[{[]?\s*["']?(geom|types|act|meta|regions)["']?\s*:/m.test(trimmed) && /^(#|-|%|\s)/.test(trimmed)) {
    return { kind: "kpf", message: "Annotations in KPF." };
  }
  return undefined;
}

function recognizeXml(text: string): RecognizedFile {
  if (/<!doctype html|<html[\s>]/i.test(text)) {
    return {
      kind: "web-page",
      message: "This is a web page and no annotation file: perhaps the download ended at a page to sign in.",
    };
  }
  const foreign = foreignXml.find(({ sign }) => sign.test(text));
  if (foreign?.translated !== undefined) {
    return { kind: "coco", translated: foreign.translated, message: translatedText(foreign.what) };
  }
  if (foreign !== undefined) return { kind: "foreign", message: foreignText(foreign) };
  if (/<annotations[\s>]/.test(text)) return { kind: "cvat-xml", message: "Annotations in CVAT XML." };
  if (/<annotation[\s>]/.test(text) && /<(filename|folder|object|size)>/.test(text)) {
    return { kind: "voc", message: "Annotations in Pascal VOC, an XML file a picture." };
  }
  if (/<num_frames|<fps|<seqLength/i.test(text)) return sequenceInfo;
  const [, code] = /^(?:<\?xml[^>]*>\s*)?<Error>\s*<Code>(\w+)/.exec(text) ?? [];
  if (code !== undefined) {
    const message = `This is an error message of a storage (${code}) and no annotation file: the download failed. Download the file again.`;
    return { kind: "web-page", message };
  }
  const root = /<([\w:.-]+)[\s/>]/.exec(text.replace(/<!--[^]*?-->/g, ""))?.[1];
  const named = root === undefined ? "" : ` (\`<${root.slice(0, 100)}>\`)`;
  return {
    kind: "unknown",
    message: `This is XML of no known kind${named}. Of XML, files of CVAT, Pascal VOC, ViPER, CVML and UA-DETRAC are read.`,
  };
}

function recognizeYaml(text: string): RecognizedFile {
  if (text.includes("!!opencv-matrix")) {
    return {
      kind: "calibration",
      message: "This is a camera calibration of OpenCV and holds no annotations: attach it to a stereo dataset.",
    };
  }
  return { kind: "unknown", message: "This is YAML, but no list of KPF packets (`- {geom: {…}}`)." };
}

const sequenceInfo: RecognizedFile = {
  kind: "sequence-info",
  message:
    "This says length, size and frame rate of a sequence and holds no annotations: import the gt.txt next to it.",
};
