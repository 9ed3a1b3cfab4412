/** Which files of a virtual raster are followed, and which never. */
import { expect, test } from "vitest";

import { vrtSources } from "./vrt-sources.ts";

const source = (name: string, relative = 1): string =>
  `<SimpleSource><SourceFilename relativeToVRT="${relative}">${name}</SourceFilename><SourceBand>1</SourceBand></SimpleSource>`;
const vrt = (inside: string, band = ""): string =>
  `<VRTDataset rasterXSize="8" rasterYSize="8"><VRTRasterBand dataType="Byte" band="1"${band}>${inside}</VRTRasterBand></VRTDataset>`;

test("the parts of a VRT, each once", () => {
  const text = vrt(source("a.tif") + source("parts/b &amp; c.tif") + source("./a.tif", 0));
  expect(vrtSources(text)).toEqual(["a.tif", "parts/b & c.tif"]);
});

test.for([
  "/etc/passwd",
  "../a.tif",
  "parts/../../a.tif",
  "C:\\a.tif",
  "..\\a.tif",
  "/vsicurl/http://example.org/a.tif",
  "//vsizip/a.zip/a.tif",
  "http://example.org/a.tif",
  "GTIFF_DIR:1:a.tif",
  "vrt://a.tif",
  "&lt;VRTDataset/&gt;",
  "other.vrt",
  "",
])("a VRT that names %j is refused", (name) => {
  expect(() => vrtSources(vrt(source(name)))).toThrow("cannot be read: it names");
});

test("GDAL reads names in any letter case, and so they are checked", () => {
  const lower = (text: string): string => text.replaceAll(/<\/?\w+|\ssubClass/g, (name) => name.toLowerCase());
  expect(vrtSources(lower(vrt(source("a.tif"))))).toEqual(["a.tif"]);
  expect(() => vrtSources(lower(vrt(source("/etc/passwd"))))).toThrow("cannot be read: it names");
  for (const inside of ["<SourceDataset>a</SourceDataset>", "<PixelFunctionCode>b</PixelFunctionCode>"]) {
    expect(() => vrtSources(vrt(source("a.tif") + lower(inside)))).toThrow("cannot be read: it has");
  }
  const derived = vrt(source("a.tif"), ' subClass="vrtderivedrasterband"');
  for (const text of [derived, lower(derived)]) expect(() => vrtSources(text)).toThrow("cannot be read: it has");
});

test.for([
  vrt(source("a.tif"), ' subClass="VRTDerivedRasterBand"'),
  vrt(source("a.tif"), ' subClass="VRTRawRasterBand"'),
  vrt(`${source("a.tif")}<PixelFunctionCode>import os</PixelFunctionCode>`),
  vrt(source("a.tif")).replace("<VRTDataset", '<VRTDataset subClass="VRTWarpedDataset"'),
  vrt(`${source("a.tif")}<Overview><SourceFilename>a.tif</SourceFilename></Overview>`),
])("VRTs that compute, warp or read raw bytes are refused: %#", (text) => {
  expect(() => vrtSources(text)).toThrow("cannot be read: it has");
});

test.for(["", "<html></html>", "<VRTDataset>", '<!DOCTYPE a [<!ENTITY b "c">]><VRTDataset/>', vrt("")])(
  "what is not a VRT says so: %j",
  (text) => {
    expect(() => vrtSources(text)).toThrow(/is no|is not valid XML|has a document type|refers to no pictures/);
  },
);
