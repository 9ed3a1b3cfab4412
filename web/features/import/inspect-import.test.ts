/** The import dialog's report on a file: at the dataset's rate and frames, and at another rate. */
import { expect, test } from "vitest";
import type { ImportMedia } from "./import-media.ts";
import { inspectImport } from "./inspect-import.ts";

const video: ImportMedia = { fps: 5, originalFps: 30, isVideo: true, imageNames: [], frameCount: 20 };
const row = (frame: number): string => `0,,${frame},1,2,3,4,1,-1,fish,1`;
const file = (text: string): File => new File([text], "found.csv");

test("annotations past the last frame are offered at the dataset's rate, first guess the video's own", async () => {
  const preview = await inspectImport(file([0, 30, 60].map(row).join("\n")), video);
  expect(preview).toMatchObject({
    title: "VIAME CSV",
    isRefused: false,
    counts: { tracks: 1, detections: 3 },
    rate: { fps: 5, fileFps: 30, pastEndCount: 1, isLikely: true },
  });
  const moved = await preview.rate?.rescale(30);
  expect(moved?.name).toBe("found.json");
  const again = await inspectImport(moved as File, video);
  expect(again).toMatchObject({ title: "DIVE JSON", counts: { tracks: 1, detections: 3 } });
  expect(again.rate).toBeUndefined();
});

test("the rate that the file names comes first; what fits has no offer, and pictures one only for what is past the last of them", async () => {
  const named = await inspectImport(file(`# metadata,fps: 10\n${row(0)}`), video);
  expect(named.rate).toMatchObject({ fileFps: 10, pastEndCount: 0 });
  expect((await inspectImport(file(row(0)), video)).rate).toBeUndefined();
  const pictures = { ...video, isVideo: false };
  expect((await inspectImport(file(`# metadata,fps: 10\n${row(0)}`), pictures)).rate).toBeUndefined();
  const past = await inspectImport(file(`# metadata,fps: 10\n${row(36)}`), pictures);
  expect(past.rate).toMatchObject({ fileFps: 10, pastEndCount: 1, isLikely: false });
});

test("MOT Challenge becomes JSON; another text is refused with what it is", async () => {
  const mot = new File(["1,7,10,20,30,40,1,-1,-1,-1\n2,7,11,20,30,40,1,-1,-1,-1\n"], "gt.txt");
  const preview = await inspectImport(mot, video);
  expect(preview).toMatchObject({ isRefused: false, counts: { tracks: 1, detections: 2 } });
  expect(preview.title).toContain("MOT");
  const sent = preview.converted!;
  expect(sent.name).toBe("gt.json");
  const { tracks } = JSON.parse(await sent.text()) as { tracks: Record<string, { begin: number; end: number }> };
  expect(tracks["7"]).toMatchObject({ begin: 0, end: 1 });
  const csv = new File([row(0)], "run.txt");
  expect((await inspectImport(csv, video)).converted?.name).toBe("run.json");
  expect((await inspectImport(file(row(0)), video)).converted).toBeUndefined();
  const labels = await inspectImport(new File(["fish\ncrab\n"], "labels.txt"), video);
  expect(labels).toMatchObject({ isRefused: true });
});

test("what is not an annotation file is refused with what it is; a configuration is none, and is taken", async () => {
  expect(await inspectImport(file("hello"), video)).toMatchObject({
    isRefused: true,
    findings: [{ severity: "error" }],
  });
  const configuration = new File([JSON.stringify({ customTypeStyling: { fish: { color: "#ff0000" } } })], "reef.json");
  const taken = await inspectImport(configuration, video);
  expect(taken).toMatchObject({ isRefused: false, findings: [] });
  expect(taken.converted).toBeUndefined();
  // A server reads it only under this name.
  const renamed = await inspectImport(new File([configuration], "reef.txt"), video);
  expect(renamed.converted?.name).toBe("reef.json");
});

test("a table of boxes is read with the likely meanings of its columns, or those that a person chooses, and sent as JSON", async () => {
  const rows = "frame,id,xmin,ymin,xmax,ymax,class\n0,7,1,2,3,4,fish\n1,7,1,2,3,4,fish\n";
  const likely = await inspectImport(file(rows), video);
  expect(likely).toMatchObject({
    isRefused: false,
    counts: { tracks: 1, detections: 2 },
    converted: { name: "found.json" },
  });
  expect(likely.table).toMatchObject({ columns: { columns: { track: "id", type: "class" } } });
  const { columns, ...others } = likely.table!.columns;
  const { track: _joins, ...apart } = columns;
  const chosen = await inspectImport(file(rows), video, { columns: { ...others, columns: apart } });
  expect(chosen.counts).toMatchObject({ tracks: 2, detections: 2 });
  const { x1: _left, ...noBox } = columns;
  const unfinished = await inspectImport(file(rows), video, { columns: { ...others, columns: noBox } });
  expect(unfinished).toMatchObject({ isRefused: true, findings: [{ code: "columns-unknown" }] });
});

test("column meanings that contradict the numbers get a caveat until the user confirms them", async () => {
  const rows = "frame,x,y,w,h,class\n0,110,120,140,160,fish\n1,50,100,70,130,fish\n2,150,100,170,130,fish\n";
  const suspect = await inspectImport(file(rows), video);
  const message = expect.stringContaining("as if they were the second corner") as string;
  expect(suspect.findings).toMatchObject([{ severity: "warning", code: "columns-doubtful", message }]);
  const { columns, attributes, units } = suspect.table!.columns;
  const said = await inspectImport(file(rows), video, { columns: { columns, attributes, units } });
  expect(said.findings).toEqual([]);
});

test("where two formats fit, both are offered, and the chosen one is read", async () => {
  const rows = "1,1,0,0,0.5,1,1,1,-1\n2,1,0,0,0.5,1,1,1,-1\n";
  const torn = await inspectImport(file(rows), video);
  expect(torn).toMatchObject({ isRefused: true, rivals: { winner: { kind: "mot" }, runnerUp: { kind: "viame-csv" } } });
  const chosen = await inspectImport(file(rows), video, { format: "mot" });
  expect(chosen).toMatchObject({
    title: "MOT Challenge",
    counts: { tracks: 1, detections: 2 },
    converted: { name: "found.json" },
  });
});
