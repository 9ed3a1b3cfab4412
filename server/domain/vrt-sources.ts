/**
 * Which files a virtual raster (GDAL's VRT) consists of. The uploader chooses the names, so it is read before any
 * program that would follow them: only pictures next to it, and only sources that copy pixels.
 */
import { SaxesParser } from "saxes";

/** Why a VRT is not read; continues a sentence about it. */
export class VrtError extends Error {
  constructor(message: string) {
    super(message);
    this.name = "VrtError";
  }
}

/** Size limit of a VRT file. */
export const maxVrtBytes = 16 * 1024 * 1024;
const maxSources = 1000;

const bandKinds: ReadonlySet<string> = new Set(["vrtsourcedrasterband"]);
/** Elements whose text or attributes name files or contain code. */
const refused: ReadonlySet<string> = new Set(
  ["PixelFunctionCode", "PixelFunctionType", "SourceDataset", "GDALWarpOptions", "PansharpeningOptions"]
    .concat(["ProcessingSteps", "Input", "Group", "OGRVRTDataSource", "Overview"])
    .map((name) => name.toLowerCase()),
);

/**
 * Names of its parts, relative to the VRT, without duplicates.
 * @throws VrtError
 */
export function vrtSources(text: string): string[] {
  const names = new Set<string>();
  const parser = new SaxesParser();
  let open = "";
  let name = "";
  let isVrt = false;
  parser.on("doctype", () => {
    throw new VrtError("has a document type, which is not allowed.");
  });
  // GDAL ignores the case of element and attribute names.
  parser.on("opentag", ({ name: written, attributes }) => {
    const element = written.toLowerCase();
    if (!isVrt && element !== "vrtdataset") throw new VrtError("is not a VRT.");
    isVrt = true;
    const kind = Object.entries(attributes).find(([key]) => key.toLowerCase() === "subclass")?.[1];
    if (refused.has(element)) throw unreadable(written);
    if (kind !== undefined && !(element === "vrtrasterband" && bandKinds.has(kind.toLowerCase()))) {
      throw unreadable(kind);
    }
    open = element;
    name = "";
  });
  const onText = (part: string): void => {
    if (open === "sourcefilename") name += part;
  };
  parser.on("text", onText);
  parser.on("cdata", onText);
  parser.on("closetag", ({ name: element }) => {
    if (element.toLowerCase() === "sourcefilename") names.add(checked(name.trim()));
    open = "";
    if (names.size > maxSources) throw new VrtError(`consists of more than ${maxSources} files.`);
  });
  parser.on("error", (error) => {
    throw new VrtError(`is not valid XML: ${error.message.replace(/\.+$/, "")}.`);
  });
  parser.write(text).close();
  if (!isVrt) throw new VrtError("is not a VRT.");
  if (names.size === 0) throw new VrtError("refers to no pictures.");
  return [...names];
}

const unreadable = (what: string): VrtError =>
  new VrtError(`cannot be read: it has ${what}. Convert it to GeoTIFF first, for example with gdal_translate.`);

/** @throws VrtError for anything but a path inside the VRT's folder */
function checked(name: string): string {
  const parts = name.split("/");
  const isInside =
    name !== "" &&
    // Schemes, drives and driver prefixes; backslashes; XML instead of a name.
    !/[:\\<>"\0?*|]/.test(name) &&
    parts.every((part) => part !== "" && part !== "..") &&
    !/\.vrt$/i.test(name);
  if (isInside) return parts.filter((part) => part !== ".").join("/");
  const shown = name.length > 100 ? `${name.slice(0, 100)}...` : name;
  throw new VrtError(
    `cannot be read: it names "${shown}". Only pictures that you upload with it, named by a relative path, can be part of it.`,
  );
}
