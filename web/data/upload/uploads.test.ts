/** Reading the annotation file of an upload again, and leaving one out that is none. */
import { afterEach, expect, test, vi } from "vitest";

import { api } from "../../api/client.ts";

vi.stubGlobal("localStorage", { getItem: () => null, setItem: () => undefined });
vi.stubGlobal("addEventListener", () => undefined);
const { dialogOpen, uploads } = await import("./upload-state.ts");
const { addFiles, canStart, editUpload } = await import("./uploads.ts");

const readings: { readonly fps: number | undefined; answer(preview: object): void }[] = [];
vi.mock(import("../../features/import/inspect-import.ts"), () => ({
  inspectImport: ((_file: File, { fps }: { fps?: number }) =>
    new Promise((answer) => readings.push({ fps, answer }))) as never,
}));
vi.mock(import("./file-facts.ts"), () => ({
  pictureFacts: (() => Promise.resolve({})) as never,
  videoFacts: (() => Promise.resolve({})) as never,
}));

afterEach(() => {
  [uploads.value, dialogOpen.value, readings.length] = [[], false, 0];
  vi.restoreAllMocks();
});

async function add(...files: readonly File[]) {
  const reply = { ok: true, type: "image-sequence", media: ["a.png"], roles: { ignored: [], frameMetadata: [] } };
  vi.spyOn(api, "call").mockResolvedValue(reply as never);
  addFiles(files, { id: "folder", name: "Reef" });
  await vi.waitFor(() => expect(readings).toHaveLength(1));
  const [upload] = uploads.peek();
  if (upload === undefined) throw new Error("no upload");
  return upload;
}

const picture = new File(["x"], "a.png");

test("of two changes of the rate during a reading, the file is converted at the last", async () => {
  const upload = await add(picture, new File(["{}"], "a.json"));
  editUpload(upload, { fps: 5 });
  editUpload(upload, { fps: 7 });
  await vi.waitFor(() => expect(readings).toHaveLength(3));
  const at = (fps: number | undefined) => ({ findings: [], isRefused: false, fps });
  for (const { fps, answer } of readings.toReversed()) answer(at(fps));
  await vi.waitFor(() => expect(upload.preview.peek()).toMatchObject({ fps: 7 }));
  await new Promise((resolve) => setTimeout(resolve));
  expect(upload.preview.peek()).toMatchObject({ fps: 7 });
});

test("a file that annotations could be in by its name, and are not, is left out and does not block the upload", async () => {
  const upload = await add(picture, new File(["{}"], "metadata.jsonl"));
  expect(upload.annotationFile.peek()?.name).toBe("metadata.jsonl");
  readings[0]?.answer({ findings: [], isRefused: true });
  await vi.waitFor(() => expect(upload.ignored.peek().map(({ name }) => name)).toEqual(["metadata.jsonl"]));
  expect([upload.annotationFile.peek(), canStart(upload)]).toEqual([undefined, true]);
});
