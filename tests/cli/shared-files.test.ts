/**
 * Every real annotation file to every format and back. The formats' losses are in shared-files.txt, one line per file
 * and format: the losses reported on the way there, and the differences after the way back. Run with
 * UPDATE_TRANSCRIPTS=1 to write it, and review the difference.
 */
import { cpSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { parseLabelList } from "#core/formats/text/label-list";
import { createCore } from "#core";
import type { Loss } from "#core/types";
import { diffAnnotations } from "#core/diff/diff";
import { annotationFormats, readAnnotationFile } from "#core/formats/annotation-formats";
import { sharedData } from "../support/shared-data.ts";
import { type Workspace, createWorkspace } from "./transcript.ts";

/** Many processes, each of which takes a while on a busy machine. */
vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 });

const annotations = sharedData("annotations");
const imageSize = { width: 4096, height: 4096 };
const formats = Object.keys(annotationFormats);
const expectedFile = fileURLToPath(new URL("shared-files.txt", import.meta.url));

interface Report {
  readonly files: readonly {
    readonly input: { readonly file: string; readonly format?: string };
    readonly output?: { readonly file: string };
    readonly skipped?: string;
    readonly trackCount: number;
    readonly findings: readonly { readonly code: string }[];
    readonly losses: readonly Loss[];
  }[];
}

describe.skipIf(annotations === undefined)("the files of shared/data [needs shared/data]", () => {
  let workspace: Workspace;
  beforeAll(() => {
    workspace = createWorkspace();
    cpSync(annotations ?? "", join(workspace.folder, "in"), { recursive: true });
  });
  afterAll(() => {
    workspace.remove();
  });

  async function convert(folder: string, format: string, target: string): Promise<Report> {
    const { stdout, stderr } = await workspace.runHere(
      `chmod -R u+w ${folder}; wakeline convert ${folder} --to ${format} -o ${target} --image-size 4096x4096 --exported-time x --json`,
    );
    expect(stderr).not.toContain("unexpected");
    return JSON.parse(stdout) as Report;
  }

  async function open(file: string) {
    const core = await createCore();
    const read = (name: string) => readFileSync(join(workspace.folder, name));
    // The command takes class names from the list next to MOT rows; in the output folder there is none.
    const isNamed = file.startsWith("in/mot/") || file.startsWith("to/mot/mot/");
    const options = { name: file, imageSize, ...(isNamed && { labels: parseLabelList(read("in/mot/labels.txt")) }) };
    await readAnnotationFile(core, read(file), options);
    return core;
  }

  test("are recognized for what they are, and read without a false warning", async () => {
    const { files } = await convert("in", "dive-json", "known");
    const unread = files.filter(({ output }) => output === undefined).map(({ input }) => input.file);
    expect(unread).toEqual(["in/mot/info.xml", "in/mot/labels.txt", "in/viame/dive_config_sea_lions.json"]);
    expect(findingsOf({ files })).toEqual(truths);
  });

  test("go to every format and back, and what differs then was in the ledger", async () => {
    const lines: string[] = [];
    const untold: string[] = [];
    for (const format of formats) {
      const there = await convert("in", format, `to/${format}`);
      const back = await convert(`to/${format}`, "dive-json", `back/${format}`);
      expect(findingsOf(there)).toEqual(truths);
      for (const { input, output, losses } of there.files) {
        if (output === undefined) continue;
        const returned = back.files.find((file) => file.input.file === output.file);
        const name = input.file.replace(/^in\//, "");
        for (const { code } of returned?.findings ?? [])
          if (code !== "coco-masks-outlined") untold.push(`${name} as ${format}: ${code}`);
        const changed =
          returned?.output === undefined ? "nothing came back" : await difference(input.file, output.file);
        lines.push(`${name} as ${format}: lost ${ledgerText(losses)}; then ${changed}`);
        if (losses.length === 0 && changed !== "the same") untold.push(`${name} as ${format}: ${changed}`);
      }
    }
    expect(untold).toEqual([]);
    expect(lines.length).toBeGreaterThan(formats.length * 5);
    const text = `${lines.toSorted().join("\n")}\n`;
    if (process.env["UPDATE_TRANSCRIPTS"] === "1") writeFileSync(expectedFile, text);
    expect(text).toBe(readFileSync(expectedFile, "utf8"));
  });

  async function difference(before: string, after: string): Promise<string> {
    const { isEqual, tracks, groups, detections, fields } = diffAnnotations(await open(before), await open(after));
    if (isEqual) return "the same";
    const counts = Object.entries({ tracks, groups, detections }).flatMap(([what, changes]) =>
      (["added", "deleted"] as const).flatMap((word) =>
        changes[word] > 0 ? [`${what} ${word} ${changes[word]}`] : [],
      ),
    );
    return [...counts, ...Object.entries(fields).map(([field, count]) => `${field} ${count}`)].join(", ");
  }
});

/** Known facts: run-length masks become polygons, and of the seals two pictures, hours apart, have frame 0. */
const truths = [
  "in/coco/instances_val.json: coco-masks-outlined",
  "in/coco/person_keypoints_val.json: coco-masks-outlined",
  "in/viame/groundtruth_arctic_seal_16bit.csv: csv-different-images-one-frame",
];

function findingsOf({ files }: Report): string[] {
  const read = files.filter(({ output }) => output !== undefined);
  return read.flatMap(({ input, findings }) => findings.map(({ code }) => `${input.file}: ${code}`));
}

function ledgerText(losses: readonly Loss[]): string {
  return losses.length === 0 ? "nothing" : losses.map(({ kind, count }) => `${kind} ${count}`).join(", ");
}
