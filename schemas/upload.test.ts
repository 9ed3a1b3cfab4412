/** The chunked upload against a small in-memory server that fails where a test wants it to. */
import { expect, test } from "vitest";
import { createClient } from "./full-client.ts";
import { uploadFile } from "./upload.ts";

const uploadId = "65f0c0ffee0c0ffee0c0ff31";
const file = { _id: "65f0c0ffee0c0ffee0c0ff21", itemId: "65f0c0ffee0c0ffee0c0ff11", name: "a.bin" };
const target = { parentType: "folder", parentId: "65f0c0ffee0c0ffee0c0ff01", name: "a.bin" } as const;
const content = new Blob([Uint8Array.from({ length: 25 }, (_, index) => index)]);

type Fault = "refuse" | "lose the answer" | "bad gateway" | "forbid" | "full disk";

/** `faults[n]` is applied to the n-th chunk call. */
function server(
  size: number,
  faults: Readonly<Record<number, Fault>> = {},
  onCall: (url: URL, init: RequestInit) => void = () => {},
) {
  const received: number[] = [];
  const calls: string[] = [];
  let chunkCalls = 0;
  const answer = (): Response =>
    Response.json(received.length === size ? file : { _id: uploadId, size, received: received.length });
  const handle = async (input: string | URL | Request, init: RequestInit = {}): Promise<Response> => {
    const url = new URL(String(input));
    onCall(url, init);
    const call = `${init.method} ${url.pathname.replace("/api/v1/", "")}`;
    const offset = Number(url.searchParams.get("offset"));
    calls.push(call === "POST file/chunk" ? `${call} ${offset}` : call);
    switch (call) {
      case "POST file":
        return answer();
      case "POST file/chunk": {
        const fault = faults[chunkCalls++];
        if (fault === "refuse") throw new TypeError("fetch failed");
        if (fault === "full disk") return Response.json({ message: "No space left.", type: "rest" }, { status: 507 });
        if (fault === "bad gateway") return new Response("<html>", { status: 502 });
        if (fault === "forbid") return Response.json({ message: "You did not initiate this upload." }, { status: 403 });
        if (offset !== received.length) {
          const message = `Server has received ${received.length} bytes, but client sent offset ${offset}.`;
          return Response.json({ message, type: "rest", code: "upload-offset" }, { status: 400 });
        }
        received.push(...new Uint8Array(await (init.body as Blob).arrayBuffer()));
        if (fault === "lose the answer") throw new TypeError("fetch failed");
        return answer();
      }
      case "GET file/offset":
        if (url.searchParams.get("uploadId") !== uploadId || received.length === size)
          return Response.json({ message: `Invalid upload id (${uploadId}).` }, { status: 400 });
        return Response.json({ offset: received.length });
      case "POST file/completion":
        return Response.json(file);
      default:
        return Response.json({ message: "Upload canceled." });
    }
  };
  const client = createClient({ baseUrl: "http://server/api/v1/", fetch: handle });
  return { client, received, calls };
}

const quick = { chunkBytes: 10, retryWaitsMs: [0, 0] };

test("sends a file in chunks and reports the bytes that arrived", async () => {
  const { client, received, calls } = server(25);
  const progress: number[] = [];
  const reply = await uploadFile(client, target, content, { ...quick, onProgress: (bytes) => progress.push(bytes) });
  expect(reply).toEqual(file);
  expect(received).toEqual(Array.from({ length: 25 }, (_, index) => index));
  expect(calls).toEqual(["POST file", "POST file/chunk 0", "POST file/chunk 10", "POST file/chunk 20"]);
  expect(progress).toEqual([0, 10, 20, 25]);
});

test("[S-API-28, S-API-29] names parent, name, size and type first, then upload and offset next to the bytes", async () => {
  const sent: { url: URL; init: RequestInit }[] = [];
  const { client } = server(25, {}, (url, init) => sent.push({ url, init }));
  await uploadFile(client, { ...target, mimeType: "video/mp4" }, content, quick);
  expect(Object.fromEntries(sent[0]?.url.searchParams ?? [])).toEqual({ ...target, size: "25", mimeType: "video/mp4" });
  expect(Object.fromEntries(sent[1]?.url.searchParams ?? [])).toEqual({ uploadId, offset: "0" });
  expect(sent[1]?.init.headers).toMatchObject({ "Content-Type": "application/octet-stream" });
});

test("an empty file exists after the first call", async () => {
  const { client, calls } = server(0);
  expect(await uploadFile(client, target, new Blob([]))).toEqual(file);
  expect(calls).toEqual(["POST file"]);
});

test.each(["refuse", "bad gateway", "lose the answer"] as const)("goes on where the server is: %s", async (fault) => {
  const { client, received, calls } = server(25, { 1: fault });
  expect(await uploadFile(client, target, content, quick)).toEqual(file);
  expect(received).toHaveLength(25);
  expect(calls).toContain("GET file/offset");
});

test("takes the file when only the last answer was lost", async () => {
  const { client, received, calls } = server(25, { 2: "lose the answer" });
  expect(await uploadFile(client, target, content, quick)).toEqual(file);
  expect(received).toHaveLength(25);
  expect(calls.slice(-2)).toEqual(["GET file/offset", "POST file/completion"]);
});

test("gives up after the last wait, and tells the server", async () => {
  const { client, calls } = server(25, { 1: "refuse", 2: "refuse", 3: "refuse" });
  await expect(uploadFile(client, target, content, quick)).rejects.toMatchObject({ status: 0 });
  expect(calls.at(-1)).toBe(`DELETE file/upload/${uploadId}`);
});

test("does not repeat what the server forbids", async () => {
  const { client, calls } = server(25, { 0: "forbid" });
  await expect(uploadFile(client, target, content, quick)).rejects.toMatchObject({ status: 403 });
  expect(calls).toEqual(["POST file", "POST file/chunk 0", `DELETE file/upload/${uploadId}`]);
});

test("an abort while waiting cancels the upload and throws the reason", async () => {
  const { client, calls } = server(25, { 1: "refuse" });
  const controller = new AbortController();
  const reason = new Error("stopped");
  const upload = uploadFile(client, target, content, {
    chunkBytes: 10,
    retryWaitsMs: [60_000],
    signal: controller.signal,
    onRetry: () => setTimeout(() => controller.abort(reason)),
  });
  await expect(upload).rejects.toBe(reason);
  expect(calls.at(-1)).toBe(`DELETE file/upload/${uploadId}`);
});

test("does not wait for a full disk to become empty", async () => {
  const { client, calls } = server(25, { 1: "full disk" });
  await expect(uploadFile(client, target, content, quick)).rejects.toMatchObject({ status: 507 });
  expect(calls).toEqual(["POST file", "POST file/chunk 0", "POST file/chunk 10", `DELETE file/upload/${uploadId}`]);
});

test("a later call continues where an earlier one stopped", async () => {
  const { client, received, calls } = server(25, { 1: "full disk" });
  const begun: string[] = [];
  const keeping = { ...quick, keepsAfter: () => true, onBegin: (id: string) => void begun.push(id) };
  await expect(uploadFile(client, target, content, keeping)).rejects.toMatchObject({ status: 507 });
  expect(begun).toEqual([uploadId]);
  expect(calls).not.toContain(`DELETE file/upload/${uploadId}`);
  calls.length = 0;
  const progress: number[] = [];
  const again = { ...quick, resumes: uploadId, onProgress: (bytes: number) => void progress.push(bytes) };
  expect(await uploadFile(client, target, content, again)).toEqual(file);
  expect(received).toEqual(Array.from({ length: 25 }, (_, index) => index));
  expect(calls).toEqual(["GET file/offset", "POST file/chunk 10", "POST file/chunk 20"]);
  expect(progress).toEqual([10, 20, 25]);
});

test("an upload that the server has forgotten starts over", async () => {
  const { client, calls } = server(25);
  const other = "65f0c0ffee0c0ffee0c0ff99";
  expect(await uploadFile(client, target, content, { ...quick, resumes: other })).toEqual(file);
  expect(calls.slice(0, 2)).toEqual(["GET file/offset", "POST file"]);
});
