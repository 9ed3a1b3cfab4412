import { beforeAll, describe, expect, test } from "vitest";
import type { AnnotationCore, ReadOptions } from "../../types.ts";
import { createCore } from "../../index.ts";
import { utf8 } from "../../testing/cores.ts";
import { readAnnotationFile } from "../annotation-formats.ts";
import { columnsText, parseColumns } from "../recognize/column-mapping.ts";
import { recognizeFile } from "../recognize/recognize.ts";

let core: AnnotationCore;
beforeAll(async () => {
  core = await createCore();
});

interface Row {
  readonly id: number;
  readonly confidencePairs: readonly (readonly [string, number])[];
  readonly features: readonly {
    readonly frame: number;
    readonly bounds: readonly number[];
    readonly attributes?: object;
  }[];
}

/** The result of reading a table: by track the pairs, frames and bounds. */
async function read(text: string, columns: string, options: ReadOptions = {}) {
  const report = await readAnnotationFile(core, utf8(text), { columns: parseColumns(columns), ...options });
  const tracks = [...core.writer.trackRows({ bounds: "exact" })].map(({ json }) => JSON.parse(json as string) as Row);
  const boxes = tracks.flatMap(({ id, confidencePairs, features }) =>
    features.map(({ frame, bounds }) => [id, confidencePairs[0], frame, bounds]),
  );
  return { report, tracks, boxes, codes: report.problems.map(({ code }) => code) };
}

/** Reads a table with the mapping that recognition proposes. */
async function readProposed(text: string, options: ReadOptions = {}) {
  const { kind, columns } = recognizeFile(utf8(text), "boxes.csv");
  expect(kind).toBe("table");
  return read(text, columnsText(columns ?? { columns: {}, attributes: [], units: "pixels" }), options);
}

describe("tables whose columns are named", () => {
  test("TensorFlow object detection: pictures in the order of their names, a track for each row", async () => {
    const text =
      "filename,width,height,class,xmin,ymin,xmax,ymax\nb10.jpg,640,480,fish,10,20,30,40\nb9.jpg,640,480,crab,1,2,3,4\n";
    const { boxes, report, codes } = await readProposed(text);
    expect(boxes).toEqual([
      [0, ["fish", 1], 1, [10, 20, 30, 40]],
      [1, ["crab", 1], 0, [1, 2, 3, 4]],
    ]);
    expect(report.imageNames).toEqual(["b9.jpg", "b10.jpg"]);
    expect(codes).toEqual(["table-columns-left-out"]);
  });

  test("KW18 and detections of KWIVER, which VIAME wrote before its CSV", async () => {
    const header = "# 1:Track-id  2:Track-length  3:Frame-number  10-13:Img-bbox(TL_x,TL_y,BR_x,BR_y)\n";
    const kw18 = (frame: number, x: number): string =>
      `7 2 ${frame} 20 30 0 0 20 30 ${x} 20 ${x + 20} 40 400 0 0 0 0.5 0.9\n`;
    const { boxes: tracked } = await readProposed(header + kw18(0, 10) + kw18(1, 11));
    expect(tracked).toEqual([
      [7, ["unknown", 0.9], 0, [10, 20, 30, 40]],
      [7, ["unknown", 0.9], 1, [11, 20, 31, 40]],
    ]);
    const { boxes: detected } = await readProposed(
      "# 1: image-index, 2: file-name, 7: detection confidence\n1,a.png,10,20,30,40,0.9,fish,0.9,crab,0.1\n2,b.png,5,6,7,8,0.8\n",
    );
    expect(detected).toEqual([
      [0, ["fish", 0.9], 0, [10, 20, 30, 40]],
      [1, ["unknown", 0.8], 1, [5, 6, 7, 8]],
    ]);
  });

  test.each([
    ["Frame #,BoundingBox.Left,BoundingBox.Top,BoundingBox.Width,BoundingBox.Height", "x=BoundingBox.Left"],
    ["frame,x_top_left,y_top_left,x_bottom_right,y_bottom_right", "x1=x_top_left"],
    ["frame,bounding_box_x_min,bounding_box_y_min,bounding_box_x_max,bounding_box_y_max", "x2=bounding_box_x_max"],
    ["frame,x_center_norm,y_center_norm,width_norm,height_norm", "cx=x_center_norm"],
    ["frame,startX,startY,endX,endY", "y2=endY"],
  ])("sides of boxes are found by the words of names: %s", (header, part) => {
    const { columns } = recognizeFile(utf8(`${header}\n1,10,20,30,40\n2,10,20,35,45\n`), "boxes.csv");
    expect(columns && columnsText(columns)).toContain(part);
  });

  test.each([
    "fotogramma,id,x,y,larghezza,altezza,specie",
    "beeld,id,x,y,breedte,hoogte,soort",
    "кадр,ид,x,y,ширина,высота,класс",
    "フレーム,ID,左,上,幅,高さ,種類",
    "프레임,id,x,y,너비,높이,종류",
  ])("columns are found in further languages: %s", async (header) => {
    const { boxes } = await readProposed(`${header}\n0,3,10,20,30,40,cod\n1,3,10,20,30,40,cod\n`);
    expect(boxes).toEqual([0, 1].map((frame) => [3, ["cod", 1], frame, [10, 20, 40, 60]]));
  });

  test.each(["youtube_id", "media_name", "Clip", "$media"])(
    "rows of several videos are a warning: %s",
    async (name) => {
      const { codes } = await readProposed(`${name},frame,x1,y1,x2,y2\na,1,1,2,3,4\nb,1,1,2,3,4\n`);
      expect(codes).toContain("table-several-videos");
    },
  );

  test("two boxes in a row, and words that say no side, give no columns", () => {
    for (const header of [
      "frame,a left,a top,a right,a bottom",
      "frame,obj_left,obj_top,obj_right,obj_bottom,det_left,det_top,det_right,det_bottom",
    ]) {
      const { columns } = recognizeFile(utf8(`${header}\n1,10,20,30,40,1,2,3,4\n2,10,20,35,45,1,2,3,4\n`), "boxes.csv");
      expect(columns).toBeUndefined();
    }
  });

  test("names, types and attributes that look like grouped numbers stay as they are; numbers do not", async () => {
    const text = 'image,x,y,width,height,type,code\n1 001,"1 250",20,30,40,10 000,"1,250"\n1001,10,20,30,40,cod,7\n';
    const mapping = "image=image,x=x,y=y,width=width,height=height,type=type,attribute=code";
    const { boxes, tracks } = await read(text, mapping, { imageNames: ["1 001.jpg", "1001.jpg"] });
    expect(boxes).toEqual([
      [0, ["10 000", 1], 0, [1250, 20, 1280, 60]],
      [1, ["cod", 1], 1, [10, 20, 40, 60]],
    ]);
    expect(tracks.map(({ features }) => features[0]?.attributes)).toEqual([{ code: "1,250" }, { code: 7 }]);
  });

  test("OpenImages: fractions of the picture, whose size must be known", async () => {
    const text = "ImageID,Source,LabelName,Confidence,XMin,XMax,YMin,YMax\n000a,xclick,/m/01g317,0.5,0.1,0.3,0.2,0.5\n";
    await expect(readProposed(text)).rejects.toMatchObject({ code: "table-size-unknown" });
    const imageSize = { width: 1000, height: 100 };
    expect((await readProposed(text, { imageSize })).boxes).toEqual([[0, ["/m/01g317", 0.5], 0, [100, 20, 300, 50]]]);
    const sizes = { imageNames: ["x.jpg", "000a.jpg"], imageSizes: [undefined, { width: 10, height: 10 }] };
    expect((await readProposed(text, sizes)).boxes).toEqual([[0, ["/m/01g317", 0.5], 1, [1, 2, 3, 5]]]);
  });

  test("BIIGLE: the box around the points, points as points, polygons and circles as polygons", async () => {
    const rows = [
      'fish,a.jpg,Rectangle,"[1,2,3,2,3,4,1,4]"',
      'crab,a.jpg,Polygon,"[1,2,5,2,5,9]"',
      'star,b.jpg,Circle,"[10,10,4]"',
      'eye,b.jpg,Point,"[7.5,8]"',
    ];
    const text = `label_name,filename,shape_name,points\n${rows.join("\n")}\n`;
    const { boxes, tracks } = await readProposed(text);
    expect(boxes.map(([, , , bounds]) => bounds)).toEqual([
      [1, 2, 3, 4],
      [1, 2, 5, 9],
      [6, 6, 14, 14],
      [7.5, 8, 7.5, 8],
    ]);
    expect(JSON.stringify(tracks[1])).toContain('"Polygon"');
    expect(JSON.stringify(tracks[2])).toContain('"Polygon"');
    expect(JSON.stringify(tracks[3])).toMatch(/"Point".*\[7\.5,8\]|\[7\.5,8\].*"Point"/);
    expect(JSON.stringify(tracks[0])).not.toContain('"Polygon"');
  });

  test("home-made tables of a spreadsheet in German: semicolons, decimal commas, tracks, frames from 1", async () => {
    const text = "Frame;Object ID;Left;Top;Width;Height;Species\n1;7;1,5;2;3;4;cod\n2;7;2,5;2;3;4;cod\n;;;;;;\n";
    expect((await readProposed(text)).boxes).toEqual([
      [7, ["cod", 1], 0, [1.5, 2, 4.5, 6]],
      [7, ["cod", 1], 1, [2.5, 2, 5.5, 6]],
    ]);
  });

  test("middles and sizes, tracks called by texts, attributes that are kept", async () => {
    const text = "frame,name,cx,cy,w,h,body length\n3,anna,10,10,4,2,12\n4,anna,11,10,4,2,13\n";
    const columns = "frame=frame,track=name,cx=cx,cy=cy,width=w,height=h,attribute=body length";
    const { boxes, tracks, codes } = await read(text, columns);
    expect(boxes.map(([id, , frame, bounds]) => [id, frame, bounds])).toEqual([
      [0, 3, [8, 9, 12, 11]],
      [0, 4, [9, 9, 13, 11]],
    ]);
    expect(tracks[0]?.features[0]?.attributes).toEqual({ body_length: 12 });
    expect(codes).toEqual(["table-attributes-renamed", "table-tracks-numbered"]);
  });

  test("columns by their place, and the line as the frame", async () => {
    const { boxes } = await read("10,20,30,40\n11,20,30,40\n", "frame=line,x=1,y=2,width=3,height=4");
    expect(boxes.map(([, , frame, bounds]) => [frame, bounds])).toEqual([
      [0, [10, 20, 40, 60]],
      [1, [11, 20, 41, 60]],
    ]);
    const negative = await read("a.jpg,1,2,3,4,fish\nb.jpg,,,,,\n", "image=1,x1=2,y1=3,x2=4,y2=5,type=6");
    expect(negative.boxes).toHaveLength(1);
    expect(negative.report.problemCount).toBe(0);
  });

  test("a broken row is reported with its line and column and left out; strict refuses the table", async () => {
    const text = 'image,x1,y1,x2,y2\n"a.jpg",1,2,3,4\na.jpg,1,two,3,4\n,1,2,3,4\n';
    const columns = "image=image,x1=x1,y1=y1,x2=x2,y2=y2";
    const { report, boxes } = await read(text, columns);
    expect(boxes).toHaveLength(1);
    expect(report).toMatchObject({ skippedCount: 2, problemCount: 2 });
    expect(report.problems.map(({ line, message }) => `${line}: ${message}`)).toEqual([
      '3: The column y1 must be a number, and is "two"; the row was left out.',
      "4: The column image is empty; the row was left out.",
    ]);
    await expect(read(text, columns, { strict: true })).rejects.toMatchObject({ code: "table-row-broken" });
  });

  test("columns and pictures that are not there refuse the table", async () => {
    const text = "image,x1,y1,x2,y2\na.jpg,1,2,3,4\n";
    await expect(read(text, "image=picture,x1=x1,y1=y1,x2=x2,y2=y2")).rejects.toThrow(
      "There is no column `picture`; the table has image, x1, y1, x2, y2.",
    );
    const columns = "image=image,x1=x1,y1=y1,x2=x2,y2=y2";
    await expect(read(text, columns, { imageNames: ["b.jpg"] })).rejects.toMatchObject({
      code: "table-pictures-unknown",
    });
  });
});

test("rows of the track -1 belong to no track", async () => {
  const { boxes } = await readProposed(
    "frame,tracker_id,x1,y1,x2,y2\n0,-1,1,2,3,4\n1,-1,1,2,3,4\n0,3,1,2,3,4\n1,3,1,2,3,4\n",
  );
  expect(boxes.map(([id, , frame]) => `${String(id)} on ${String(frame)}`)).toEqual([
    "3 on 0",
    "3 on 1",
    "4 on 0",
    "5 on 1",
  ]);
});

test("frames of a recognized table count from 0 if any is 0, however far down", async () => {
  const rows = Array.from({ length: 3000 }, (_, row) => `${row + 5},1,10,20,30,40,a fish with a long name`);
  const text = `frame,track_id,xmin,ymin,xmax,ymax,label\n${rows.join("\n")}\n0,2,10,20,30,40,fish\n`;
  const report = await readAnnotationFile(core, utf8(text), { name: "boxes.csv" });
  expect(report).toMatchObject({ skippedCount: 0 });
  const tracks = [...core.writer.trackRows({ bounds: "exact" })].map(({ json }) => JSON.parse(json as string) as Row);
  expect(tracks.map(({ features: [first] }) => first?.frame)).toEqual([5, 0]);
});

test.each([
  ["", "No column says which picture"],
  ["image", "names no column"],
  ["image=a,color=b", 'A column cannot mean "color"'],
  ["image=a,image=b", "named twice"],
  ["image=a,x1=b", "make no box"],
  ["image=a,box=b,units=inches", "Units are"],
])("the mapping %j is refused", (text, reason) => {
  expect(() => parseColumns(text)).toThrow(reason);
});
