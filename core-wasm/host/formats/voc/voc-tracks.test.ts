/** Objects of Pascal VOC with the number of a track: ImageNet VID has it as an element, CVAT as an attribute. */
import { expect, test } from "vitest";
import { createCores, utf8 } from "../../testing/cores.ts";
import { sourceOfFiles } from "../sources/source.ts";
import { readVoc } from "./voc-reader.ts";

const cores = await createCores(1);

const object = (track: string, type = "fish", left = 1): string =>
  `<object>${track}<name>${type}</name><bndbox><xmin>${left}</xmin><ymin>2</ymin><xmax>30</xmax><ymax>40</ymax></bndbox></object>`;
const element = (id: number): string => `<trackid>${id}</trackid>`;
const attribute = (id: number): string =>
  `<attributes><attribute><name>track_id</name><value>${id}</value></attribute></attributes>`;

/** Ids of tracks with their types and frames, of files by name. */
async function tracksOf(files: Readonly<Record<string, string>>): Promise<readonly string[]> {
  const core = cores();
  const source = sourceOfFiles(
    Object.entries(files).map(([name, objects]) => ({
      name,
      bytes: utf8(`<annotation><filename>${name.replace(/xml$/, "jpg")}</filename>${objects}</annotation>`),
    })),
  );
  await readVoc(core, source, {});
  return [...core.writer.trackRows({ bounds: "exact" })].map(({ json }) => {
    const { id, confidencePairs, features } = JSON.parse(json as string) as {
      id: number;
      confidencePairs: [[string, number]];
      features: { frame: number }[];
    };
    return `${id} ${confidencePairs[0][0]}: ${features.map(({ frame }) => frame).join(" ")}`;
  });
}

test.each([
  ["an element", element],
  ["an attribute", attribute],
])("objects with the same number in %s are one track", async (_name, track) => {
  const files = { "000000.xml": object(track(7)) + object(track(2)), "000001.xml": object(track(7), "fish", 3) };
  expect(await tracksOf(files)).toEqual(["2 fish: 0", "7 fish: 0 1"]);
});

test("numbers count within a folder, as each is a video", async () => {
  const files = { "a/000000.xml": object(element(0)), "b/000001.xml": object(element(0)) };
  expect(await tracksOf(files)).toEqual(["0 fish: 0", "1 fish: 1"]);
});

test("two objects of one number on a picture, or of different types, are not joined", async () => {
  const files = {
    "000000.xml": object(element(4)) + object(element(4)),
    "000001.xml": object(element(4), "crab"),
  };
  expect(await tracksOf(files)).toEqual(["0 fish: 0", "1 crab: 1", "4 fish: 0"]);
});
