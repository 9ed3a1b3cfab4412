/**
 * Names that a spreadsheet would run as formulas: server, command line and viewer write the same CSV with an apostrophe
 * before them, and reading restores the names (docs/formats/viame-csv.md).
 */
import { writeFileSync } from "node:fs";
import { join } from "node:path";

import { parse } from "csv-parse/sync";
import { encode } from "fast-png";
import { afterAll, beforeAll, expect, test } from "vitest";

import { createCore } from "#core";
import { readAnnotationFile } from "#core/formats/annotation-formats";
import { type SaveAnnotationsBody, uploadFile } from "#schemas";

import { writeAnnotationFile } from "../../web/session/document/annotation-file.ts";
import { createImageDataset } from "../support/dataset.ts";
import { startTestServer, type TestServer } from "../support/test-server.ts";
import { createWorkspace, type Workspace } from "./transcript.ts";

/** Input of the viewer's export. */
type Shown = Parameters<typeof writeAnnotationFile>[0];

let server: TestServer;
let workspace: Workspace;
beforeAll(async () => {
  server = await startTestServer();
  workspace = createWorkspace();
});
afterAll(async () => {
  workspace.remove();
  await server.close();
});

const types = [
  ...["=cmd|' /C calc'!A0", '=HYPERLINK("http://x","y")', "+1+1", "-2+3", "@SUM(A1)", "\tx", "\rx"],
  ...["'=quoted", "''=twice", "'plain", "(atr) x 1", "fish", "a=b"],
];
const pictures = ["+plus.png", "=cmd().png", "@at.png"];

async function createDataset(): Promise<string> {
  const metadata = { fps: 1, type: "image-sequence" };
  const place = { parentType: "user", parentId: server.userId, name: "formulas", metadata } as const;
  const { _id: id } = await server.client.call("folder.create", place);
  const bytes = new Uint8Array(encode({ width: 4, height: 4, channels: 3, data: new Uint8Array(48) }));
  for (const name of pictures) {
    await uploadFile(server.client, { parentType: "folder", parentId: id, name }, new Blob([bytes]));
  }
  await server.client.call("rpc.postprocess", { id });
  const upsert = types.map((type, index) => ({
    id: index,
    begin: index % 3,
    end: index % 3,
    confidencePairs: [[type, 0.5]],
    attributes: { "=k": "=v" },
    features: [
      { frame: index % 3, bounds: [1, 2, 3, 4], keyframe: true, attributes: { "+a": "-b" }, notes: ["=1+1", "@n"] },
    ],
  }));
  const body = { tracks: { upsert, delete: [] } } as unknown as SaveAnnotationsBody;
  await server.client.call("annotation.save", { folderId: id, body });
  return id;
}

async function exportFile(id: string, format: string): Promise<string> {
  const response = await server.fetch(`/api/v1/dive_annotation/export?folderId=${id}&format=${format}`);
  expect([format, response.status]).toEqual([format, 200]);
  return await response.text();
}

/** Without the two header rows, one of which contains the time of the export. */
const rowsOf = (csv: string): string => csv.split("\r\n").slice(2).join("\r\n");

test("server, command line and viewer guard the same cells, and the names come back", async () => {
  const id = await createDataset();
  const [csv, json] = [await exportFile(id, "viame_csv"), await exportFile(id, "dive_json")];
  const cells = (parse(rowsOf(csv), { relax_column_count: true, record_delimiter: "\r\n" }) as string[][]).flat();
  expect(cells.length).toBeGreaterThan(types.length * 10);
  const runnable = cells.filter((cell) => /^[=+\-@\t\r]/.test(cell) && Number.isNaN(Number(cell)));
  expect(runnable).toEqual([]);
  for (const name of [...types.slice(0, 9), ...pictures]) expect(cells).toContain(`'${name}`);
  for (const name of types.slice(9)) expect(cells).toContain(name === "(atr) x 1" ? `'${name}` : name);

  const path = (name: string): string => join(workspace.folder, name);
  writeFileSync(path("in.json"), json);
  writeFileSync(path("names.txt"), `${pictures.join("\n")}\n`);
  const command = "wakeline convert in.json --to viame-csv --media image-sequence --images names.txt --fps 1 -o -";
  const converted = await workspace.runHere(command);
  expect([converted.exitCode, rowsOf(converted.stdout)]).toEqual([0, rowsOf(csv)]);

  const core = await createCore();
  await readAnnotationFile(core, new TextEncoder().encode(json), { format: "dive-json" });
  const media = { kind: "image-sequence", images: pictures.map((filename) => ({ filename })) };
  const dataset = { name: "formulas", fps: 1, media };
  const configuration = { values: { peek: () => ({ datasetInfo: {} }) } };
  const shown = writeAnnotationFile(
    { core, dataset, configuration, document: { address: {} } } as unknown as Shown,
    "viame-csv",
  );
  expect(rowsOf(await shown.content.text())).toBe(rowsOf(csv));

  writeFileSync(path("in.csv"), csv);
  const back = await workspace.runHere("wakeline convert in.csv --to dive-json -o -");
  const typesOf = (tracks: readonly { confidencePairs: readonly (readonly [string, number])[] }[]): unknown[] =>
    tracks.map(({ confidencePairs }) => confidencePairs[0]?.[0]);
  expect(typesOf(Object.values((JSON.parse(back.stdout) as { tracks: Record<string, never> }).tracks))).toEqual(types);
  const target = await createImageDataset(server.client, "read back", 3);
  await uploadFile(server.client, { parentType: "folder", parentId: target, name: "a.csv" }, new Blob([csv]));
  await server.client.call("rpc.postprocess", { id: target, skipJobs: true });
  expect(typesOf(await server.client.call("annotation.tracks", { folderId: target }))).toEqual(types);
});
