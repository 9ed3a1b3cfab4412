import { expect, test } from "vitest";
import { leftOut, read } from "../../testing/read-foreign.ts";

test("HabCam: shapes by the codes or labels of species, with blanks or commas", async () => {
  const rows = [
    "1.png 469 2015",
    "1.png 527 2015 boundingBox 40.5 20 10 60",
    "2.png 185 2015 line 10 20 16 28",
    "2.png 185 2015 point 3 4",
  ];
  const { lines, said } = await read(rows.join("\n"));
  expect(lines).toEqual(["0 527 1 [10,20,40,60]", "1 185 1 [8,19,18,29]", "1 185 1 [3,4,3,4] [3,4]"]);
  expect(leftOut(said)).toEqual([expect.stringContaining("1 × row about a whole picture")]);
  const undated = await read('"1.png" 185 "boundingBox" 10 20 40.5 0.6\n"1.png" 185 "boundingBox" 1 2 3 4\n');
  expect(undated.lines).toEqual(["0 185 1 [10,1,40,20]", "0 185 1 [1,2,3,4]"]);
  const commas = await read('Image,Code,Label,Shape\n1.png,527,scallop,"""boundingBox"": [[10, 20], [30, 60]]"\n');
  expect(commas.lines).toEqual(["0 scallop 1 [10,20,30,60]"]);
});

test("BIIGLE: an annotation with two labels is one track, and the second label is named", async () => {
  const row = (id: number, label: string, annotation: number): string => {
    const points = [10, 20].map((x) => [x, 20, x + 30, 20, x + 30, 60, x, 60]);
    return `${id},${label},v.mp4,Rectangle,"${JSON.stringify(points)}","[0,0.2]",${annotation}`;
  };
  const { lines, trackCount, said } = await read(
    [
      "video_annotation_label_id,label_name,video_filename,shape_name,points,frames,annotation_id",
      ...[row(1, "10 000", 7), row(2, "cod", 7), row(3, "cod", 8)],
    ].join("\n"),
    undefined,
    10,
  );
  const boxes = ["[10,20,40,60]", "[15,20,45,60]", "[20,20,50,60]"];
  expect(lines).toEqual(["10 000", "cod"].flatMap((type) => boxes.map((box, frame) => `${frame} ${type} 1 ${box}`)));
  expect(trackCount).toBe(2);
  expect(leftOut(said)).toEqual([expect.stringContaining("further label of an annotation")]);
});

test("FathomNet: boxes of the pictures at an address, with the concept as type", async () => {
  const box = { concept: "Chionoecetes tanneri", x: 10, y: 20, width: 30, height: 40 };
  const known = { id: 7, uuid: "u", altConcept: null, observer: "brian", occluded: false, ...box };
  const list = [
    {
      url: "https://fathomnet.org/static/m3/a%20b.png?x=1",
      width: 100,
      height: 100,
      depthMeters: 500,
      boundingBoxes: [known],
    },
    {
      url: "https://fathomnet.org/static/m3/c.png",
      width: 100,
      height: 100,
      boundingBoxes: [box, { concept: "crab" }],
    },
  ];
  const { lines, said } = await read(list, ["a%20b.png", "c.png"]);
  expect(lines).toEqual([
    '0 Chionoecetes tanneri 1 [10,20,40,60] {"observer":"brian","occluded":false}',
    "1 Chionoecetes tanneri 1 [10,20,40,60]",
  ]);
  expect(leftOut(said)).toEqual([expect.stringContaining("1 × annotation without a box")]);
});

test("TagLab: regions with holes, whose outlines are points or steps in tenths of a pixel", async () => {
  const regions = [
    { "class name": "Porites", contour: "10 20 40 0 0 40", "inner contours": [], genet: 4, note: "" },
    {
      "class name": "Acropora",
      contour: [
        [1, 2],
        [5, 2],
        [5, 6],
      ],
      "inner contours": [
        [
          [2, 3],
          [3, 3],
          [3, 4],
        ],
      ],
    },
    { "class name": "Gone", contour: [] },
  ];
  const image = {
    id: "plot",
    map_px_to_mm_factor: "1",
    width: 99,
    height: 99,
    channels: [{ filename: "C:\\x\\b.png" }],
  };
  const project = {
    filename: "p",
    labels: {},
    images: [{ ...image, annotations: { regions, points: [{}, { X: 7, Y: 8, Class: "Urchin", Note: "dead" }] } }],
  };
  const { lines, said } = await read(project, ["a.png", "b.png"]);
  expect(lines).toEqual([
    '1 Porites 1 [1,2,5,6] {"genet":4} [[[1,2],[5,2],[5,6]]]',
    "1 Acropora 1 [1,2,5,6] [[[1,2],[5,2],[5,6]],[[2,3],[3,3],[3,4]]]",
    '1 Urchin 1 [7,8,7,8] {"note":"dead"} [7,8]',
  ]);
  expect(leftOut(said)).toEqual([
    "Left out: 1 × region without an outline, which is not read from such files.",
    "Left out: 1 × point without a place, which is not read from such files.",
  ]);
  const older = { labels: {}, images: [{ ...image, annotations: regions }] };
  expect((await read(older, ["a.png", "b.png"])).lines).toEqual(lines.slice(0, 2));
});

test("CoralNet and Squidle+: points, and outlines around them, in the pixels of each picture", async () => {
  const coral = "Name,Date,Row,Column,Label\nb.jpg,2020-01-01,10,20,Porites\na.jpg,,5,6,\n";
  const { lines, said } = await read(coral, ["a.jpg", "b.jpg"]);
  expect(lines.toSorted()).toEqual(["0 unknown 1 [6,5,6,5] [6,5]", "1 Porites 1 [20,10,20,10] [20,10]"]);
  expect(leftOut(said)).toEqual(['Left out: 1 × column "Date", which is not read from such files.']);
  const squidle = [
    "id,point.x,point.y,point.data.polygon,point.media.path_best,label.name,likelihood",
    '1,0.5,0.5,"[[-0.1, 0.2], [-0.1, -0.2], [0.1, -0.2], [0.1, 0.2]]",https://s/dir/b.jpg?key=1,Urchin,0.8',
    "2,0.2,0.4,,https://s/dir/a.jpg,Kelp,",
  ].join("\n");
  const imageSize = { width: 100, height: 50 };
  const points = await read(squidle, ["a.jpg", "b.jpg"], undefined, { imageSize });
  expect(points.lines.toSorted()).toEqual([
    "0 Kelp 1 [20,20,20,20] [20,20]",
    "1 Urchin 0.8 [40,15,60,35] [[[40,35],[40,15],[60,15],[60,35]]]",
  ]);
  await expect(read(squidle, ["a.jpg", "b.jpg"])).rejects.toThrow("--image-size");
});
