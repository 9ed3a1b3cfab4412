import { expect, test } from "vitest";
import { openSource } from "#core/formats/sources/source";
import { packPictureSet } from "./picture-set.ts";

const labelMe = (picture: string, imageData: string | null = null): string =>
  JSON.stringify({ version: "5.0.1", flags: {}, shapes: [], imagePath: picture, imageData }, null, 2);
const voc = (picture: string): string =>
  `<annotation><filename>${picture}</filename><size><width>9</width><height>9</height></size><object><name>fish</name><bndbox><xmin>1</xmin><ymin>1</ymin><xmax>4</xmax><ymax>4</ymax></bndbox></object></annotation>`;

async function unpack(file: File | undefined): Promise<Record<string, string>> {
  const bytes = new Uint8Array((await file?.arrayBuffer()) ?? []);
  const found: Record<string, string> = {};
  for (const one of (await openSource(bytes)).files()) found[one.name] = new TextDecoder().decode(await one.read());
  return found;
}

test("LabelMe files become one archive without the pictures in them; others are named", async () => {
  const large = labelMe("b.png", "A".repeat(100_000));
  const set = await packPictureSet([
    new File([labelMe("a.png")], "a.json"),
    new File([large], "b.json"),
    new File(["{}"], "c.json"),
  ]);
  expect([set?.file.name, set?.others.map(({ name }) => name)]).toEqual(["labelme.zip", ["c.json"]]);
  expect(await unpack(set?.file)).toEqual({ "a.json": labelMe("a.png"), "b.json": labelMe("b.png") });
});

test("Pascal VOC is packed as well, one file stays as it is, and without any there is no set", async () => {
  const [a, b] = [new File([voc("a.png")], "a.xml"), new File([voc("b.png")], "b.xml")];
  const set = await packPictureSet([a, b]);
  expect(set?.file.name).toBe("voc.zip");
  expect(Object.keys(await unpack(set?.file))).toEqual(["a.xml", "b.xml"]);
  expect((await packPictureSet([a]))?.file).toBe(a);
  expect(await packPictureSet([new File(["<a/>"], "a.xml"), new File(["{}"], "b.json")])).toBeUndefined();
});
