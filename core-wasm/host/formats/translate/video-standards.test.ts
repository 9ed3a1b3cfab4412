/** ViPER, OpenLABEL and YouTube-BoundingBoxes: objects of videos by frames, spans and moments. And tables of Camtrap DP. */
import { expect, test } from "vitest";
import { leftOut, read } from "../../testing/read-foreign.ts";
import { SkipCounter } from "./translation.ts";
import { translateViper } from "./viper.ts";

const viper = (body: string): string =>
  `<?xml version="1.0"?><viper xmlns="http://lamp.cfar.umd.edu/viper#" xmlns:data="http://lamp.cfar.umd.edu/viperdata#">
<config><descriptor name="Person" type="OBJECT"><attribute dynamic="true" name="Box" type="x#bbox"/></descriptor></config>
<data><sourcefile filename="a.avi"><file id="0" name="Information"><attribute name="NUMFRAMES"><data:dvalue value="9"/></attribute></file>
${body}</sourcefile></data></viper>`;

test("ViPER: boxes hold for spans of frames from 1, values become attributes, and one shape of an object is read", async () => {
  const { lines, said, trackCount } = await read(
    viper(`<object framespan="1:3" id="0" name="Person"><attribute name="Box">
<data:bbox framespan="1:2" height="101" width="39" x="881" y="479"/><data:bbox framespan="3:3" height="9" width="9" x="1" y="2"/></attribute>
<attribute name="Occluded"><data:bvalue framespan="2:3" value="true"/></attribute>
<attribute name="Head"><data:point framespan="1:1" x="5" y="6"/></attribute></object>
<object framespan="5:5" id="0" name="Car &amp; van"><attribute name="Outline"><data:polygon framespan="5:5"><data:point x="0" y="0"/><data:point x="9" y="0"/><data:point x="9" y="8"/></data:polygon></attribute></object>
<object framespan="1:1" id="1" name="Person"/>`),
  );
  expect(trackCount).toBe(2);
  expect(lines.slice(0, 3)).toEqual([
    "0 Person 1 [881,479,920,580]",
    '1 Person 1 [881,479,920,580] {"Occluded":true}',
    '2 Person 1 [1,2,10,11] {"Occluded":true}',
  ]);
  expect(lines[3]).toContain("4 Car & van 1 [0,0,9,8]");
  expect(leftOut(said)).toEqual([
    expect.stringContaining("1 × shape `Head` of an object"),
    expect.stringContaining("1 × object without a shape"),
  ]);
});

test("ViPER: an outline holds for each of its spans, and values may contain any sign", async () => {
  const outline =
    '<data:polygon framespan="1:2 8:8"><data:point x="0" y="0"/><data:point x="9" y="0"/><data:point x="9" y="8"/></data:polygon>';
  const { lines } = await read(
    viper(`<object framespan="1:8" id="0" name="Caf&#233; &#xE9;"><attribute name="Outline">${outline}</attribute>
<attribute name="Note"><data:svalue framespan="1:1" value="size > 3 &#1234567; 'x'"/><data:svalue framespan="2:8" value='"'/></attribute>
</object>`),
  );
  expect(lines.map((line) => line.replace(/ \[\[.*/, ""))).toEqual([
    `0 Café é 1 [0,0,9,8] {"Note":"size > 3 &#1234567; 'x'"}`,
    String.raw`1 Café é 1 [0,0,9,8] {"Note":"\""}`,
    String.raw`7 Café é 1 [0,0,9,8] {"Note":"\""}`,
  ]);
});

test("ViPER: of two videos, the first is read, and the other is named", async () => {
  const object = '<object framespan="1:1" id="0" name="A"><attribute name="B">BOX</attribute></object>';
  const box = object.replace("BOX", '<data:bbox framespan="1:1" height="1" width="1" x="1" y="2"/>');
  const { lines, said } = await read(viper(`${box}</sourcefile><sourcefile filename="b.avi">${box}`));
  expect(lines.length).toBe(1);
  expect(said.join("\n")).toContain("only the annotations of `a.avi`, the first, were read. Left out: `b.avi`.");
});

test("ViPER: parts that do not end, and values of many spans, take time by their length alone", () => {
  const parts = ["<config ", "<!-- ", '<a "', "<a "].map((part) => part.repeat(3e5));
  for (const text of [...parts, `<${"a".repeat(3e5)}`, `<a ${"a".repeat(3e5)}>`])
    expect(translateViper(`<viper>${text}`, new SkipCounter(), { videoNames: [] })).toEqual([]);
  const spans = Array.from({ length: 30_000 }, (_, at) => `${at + 1}:${at + 1}`).join(" ");
  const box = '<data:bbox framespan="1:30000" height="1" width="1" x="1" y="2"/>';
  const value = `<data:bvalue framespan="${spans}" value="true"/>`;
  const object = `<object id="0" name="A"><attribute name="B">${box}</attribute><attribute name="V">${value}</attribute></object>`;
  const pictures = translateViper(viper(object), new SkipCounter(), { videoNames: [] }) ?? [];
  expect(pictures.length).toBe(30_000);
  expect(pictures.at(-1)?.objects).toMatchObject([{ attributes: { V: true } }]);
});

test("ViPER: a span that would fill the memory is refused", async () => {
  const box = '<data:bbox framespan="1:900000" height="1" width="1" x="1" y="2"/>';
  const object = `<object framespan="1:900000" id="0" name="A"><attribute name="Box">${box.repeat(3)}</attribute></object>`;
  await expect(read(viper(object))).rejects.toMatchObject({ code: "too-many-rows" });
});

const openLabel = (root: object) => ({ openlabel: { metadata: { schema_version: "1.0.0" }, ...root } });

test("OpenLABEL: shapes of objects by frames are tracks; those in space and of other cameras are counted", async () => {
  const bbox = (x: number, camera: string) => ({
    name: "shape",
    val: [x, 500, 100, 200],
    coordinate_system: camera,
    attributes: { boolean: [{ name: "visible", val: true }] },
  });
  const frame = (x: number) => ({
    objects: { u1: { object_data: { bbox: [bbox(x, "left"), bbox(x, "right")], cuboid: [{ name: "c", val: [] }] } } },
  });
  const { lines, trackCount, said } = await read(
    openLabel({ objects: { u1: { name: "car1", type: "Car" } }, frames: { 0: frame(600), 2: frame(610) } }),
  );
  expect(trackCount).toBe(1);
  expect(lines).toEqual(['0 Car 1 [550,400,650,600] {"visible":true}', '2 Car 1 [560,400,660,600] {"visible":true}']);
  expect(leftOut(said)).toEqual([
    expect.stringContaining("2 × shape of another camera"),
    expect.stringContaining('2 × shape of the kind "cuboid"'),
  ]);
});

test("OpenLABEL: a shape without a camera, after one with it, is read", async () => {
  const bbox = (camera?: string) => ({ name: "s", val: [5, 5, 2, 2], coordinate_system: camera });
  const objects = { u1: { object_data: { bbox: [bbox("left"), bbox(), bbox("right")] } } };
  const { lines, said } = await read(openLabel({ objects: { u1: { type: "Car" } }, frames: { 0: { objects } } }));
  expect(lines.length).toBe(2);
  expect(leftOut(said)).toEqual([expect.stringContaining("1 × shape of another camera")]);
});

test("OpenLABEL: shapes without frames are of one picture, also in VCD; a closed outline is read", async () => {
  const poly = { name: "p", val: [0, 0, 9, 0, 9, 8], mode: "MODE_POLY2D_ABSOLUTE", closed: true };
  const objects = {
    0: { name: "o", type: "#Person", object_data: { poly2d: [poly], text: [{ name: "pose", val: "up" }] } },
  };
  const { lines } = await read({ vcd: { schema_version: "4.3.0", objects, frames: {} } });
  expect(lines.length).toBe(1);
  expect(lines[0]).toContain('0 Person 1 [0,0,9,8] {"pose":"up"}');
});

test("YouTube-BoundingBoxes: rows without a header are read at moments of their first video", async () => {
  const rows = [
    "AAB6lO-XiKE,0,0,person,0,present,0.1,0.3,0.2,0.6",
    "AAB6lO-XiKE,1000,0,person,0,present,0.2,0.4,0.2,0.6",
    "AAB6lO-XiKE,2000,0,person,0,absent,-1.0,-1.0,-1.0,-1.0",
    "BBB6lO-XiKE,0,1,bird,0,present,0.1,0.3,0.2,0.6",
  ].join("\n");
  const imageSize = { width: 100, height: 200 };
  const { lines, trackCount, said } = await read(rows, undefined, 5, { imageSize });
  expect(trackCount).toBe(1);
  expect(lines).toEqual(["0 person 1 [10,40,30,120]", "5 person 1 [20,40,40,120]"]);
  expect(leftOut(said)).toEqual([
    expect.stringContaining("1 × row of an object that is absent"),
    expect.stringContaining("1 × row about another video"),
  ]);
  expect(said.join("\n")).toContain("Left out: `BBB6lO-XiKE`.");
  await expect(read(rows, undefined, undefined, { imageSize })).rejects.toMatchObject({ code: "table-rate-unknown" });
});

test("Camtrap DP: boxes of observations on the pictures that the table of media names", async () => {
  const observations = [
    "observationID,mediaID,observationLevel,observationType,scientificName,count,bboxX,bboxY,bboxWidth,bboxHeight,classificationProbability",
    "o1,m2,media,animal,Anas strepera,1,0.1,0.2,0.3,0.4,0.9",
    "o2,m1,media,blank,,,,,,,",
    "o3,,event,animal,Anas strepera,2,,,,,",
    "o4,m9,media,human,,1,0.5,0.5,0.25,0.25,",
  ].join("\n");
  const media = "\ufeffmediaID,filePath,fileName\nm1,https://x/1/file,B.JPG\nm2,https://x/2/file,A.JPG\n";
  const files = new Map([
    ["pkg/datapackage.json", "{}"],
    ["pkg/observations.csv", observations],
    ["pkg/media.csv", media],
  ]);
  const { lines, said } = await read(files, ["A.JPG", "B.JPG"], undefined, { imageSize: { width: 100, height: 200 } });
  expect(lines).toEqual(['0 Anas strepera 0.9 [10,40,40,120] {"count":1}']);
  expect(leftOut(said).length).toBe(3);
  await expect(read(observations)).rejects.toThrow("with `media.csv` next to it");
});

test("Camtrap DP: pictures of one name are found by the folders of their paths", async () => {
  const observations = [
    "observationID,mediaID,observationLevel,observationType,bboxX,bboxY,bboxWidth,bboxHeight",
    "o1,m1,media,animal,0.1,0.2,0.3,0.4",
    "o2,m2,media,animal,0.5,0.5,0.5,0.5",
  ].join("\n");
  const media = "mediaID,filePath,fileName\nm1,dep1/I1.JPG,I1.JPG\nm2,dep2/I1.JPG,I1.JPG\n";
  const files = new Map([
    ["observations.csv", observations],
    ["media.csv", media],
  ]);
  const imageSize = { width: 100, height: 100 };
  const { lines } = await read(files, ["dep1/I1.JPG", "dep2/I1.JPG"], undefined, { imageSize });
  expect(lines).toEqual(["0 animal 1 [10,20,40,60]", "1 animal 1 [50,50,100,100]"]);
  const flat = await read(files, ["I1.JPG", "I2.JPG"], undefined, { imageSize });
  expect(flat.lines).toEqual([]);
  expect(flat.said.join("\n")).toContain('"dep1/I1.JPG" cannot be distinguished from "dep2/I1.JPG"');
});
