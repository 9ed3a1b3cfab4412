/** ViPER, OpenLABEL and YouTube-BoundingBoxes: objects of videos by frames, spans and moments. And tables of Camtrap DP. */
import { expect, test } from "vitest";
import { leftOut, read } from "../../testing/read-foreign.ts";

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
