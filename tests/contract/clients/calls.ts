/** How existing clients call: what each sends with every request, and their body encodings (api-v1 2.2). */
import { encode } from "fast-png";
import { expect } from "vitest";

import type { TestUser } from "../../support/test-server.ts";

export type Json = Record<string, unknown>;

export interface Reply {
  status: number;
  headers: Headers;
  text: string;
  /** Typed loosely: the relevant parts of a document are asserted where it is used. */
  // oxlint-disable-next-line typescript/no-explicit-any
  json: any;
}

export type Client = (
  method: string,
  path: string,
  init?: { headers?: Record<string, string>; body?: BodyInit },
) => Promise<Reply>;

/** @param carried what the client sends with every request */
const client =
  (url: string, carried: Record<string, string>): Client =>
  async (method, path, { headers = {}, body } = {}) => {
    const init: RequestInit = { method, headers: { ...carried, ...headers } };
    if (body !== undefined) init.body = body;
    const response = await fetch(`${url}${path}`, init);
    const text = await response.text();
    const isJson = response.headers.get("content-type")?.startsWith("application/json") === true;
    return { status: response.status, headers: response.headers, text, json: isJson ? JSON.parse(text) : undefined };
  };

const accept = { Accept: "application/json, text/plain, */*" };
/** The web client: axios on the page's own origin. */
export const webClient = (url: string, token?: string): Client => {
  const call = client(url, token === undefined ? accept : { ...accept, "Girder-Token": token });
  return (method, path, init) => call(method, `/api/v1/${path}`, init);
};
/** The browser itself: links, pictures and videos send the cookie and nothing else. */
export const navigationOf = (url: string, token: string): Client => client(url, { Cookie: `girderToken=${token}` });
/** girder_client: parameters in the URL, an empty token before the sign-in. */
export const pythonClient = (url: string, token = ""): Client => {
  const call = client(url, { Accept: "*/*", "User-Agent": "python-requests/2.32.3", "Girder-Token": token });
  return (method, path, init) => call(method, `/girder/api/v1/${path}`, init);
};

interface Body {
  headers: Record<string, string>;
  body: string;
}
const formType = { "Content-Type": "application/x-www-form-urlencoded" };
export const form = (values: Record<string, string>): Body => ({
  headers: formType,
  body: new URLSearchParams(values).toString(),
});
export const jsonBody = (value: unknown): Body => ({
  headers: { "Content-Type": "application/json" },
  body: JSON.stringify(value),
});
/** The body that axios sends for `post(path, null, ...)`: an empty body declared as a form. */
export const nullBody: Body = { headers: formType, body: "" };

const encoded = (text: string): string =>
  encodeURIComponent(text)
    .replaceAll(/%3A|%24|%2C|%5B|%5D/gi, decodeURIComponent)
    .replaceAll("%20", "+");

/**
 * Parameters as axios 1 writes them: null and undefined are omitted, objects are in brackets, lists in empty brackets,
 * or in numbered ones if they contain objects.
 */
export function axiosParams(parameters: Readonly<Record<string, unknown>>): string {
  const pairs = (name: string, value: unknown): string[] => {
    if (value === null || value === undefined) return [];
    if (typeof value !== "object") return [`${encoded(name)}=${encoded(String(value))}`];
    const isFlatList = Array.isArray(value) && value.every((one) => typeof one !== "object");
    return Object.entries(value).flatMap(([key, one]) => pairs(`${name}[${isFlatList ? "" : key}]`, one));
  };
  return Object.entries(parameters)
    .flatMap(([name, value]) => pairs(name, value))
    .join("&");
}

/** For plain values. */
export function axiosQuery(parameters: Readonly<Record<string, string | number | undefined>>): string {
  const given = Object.entries(parameters).filter(([, value]) => value !== undefined);
  return given.map(([name, value]) => `${encoded(name)}=${encoded(String(value))}`).join("&");
}

/** Makes these calls, each of which must succeed. */
export async function all(call: Client, paths: readonly string[]): Promise<Reply[]> {
  const replies: Reply[] = [];
  for (const path of paths) {
    const reply = await call("GET", path);
    expect([path, reply.status, reply.status === 200 ? "" : reply.text]).toEqual([path, 200, ""]);
    replies.push(reply);
  }
  return replies;
}

/** The folder that a user has from the beginning. */
export async function homeOf({ client: own, id }: TestUser): Promise<string> {
  const [home] = await own.call("folder.list", { parentType: "user", parentId: id, name: "Private" });
  return home?._id ?? "";
}

const picture = (shade: number): Buffer =>
  Buffer.from(encode({ width: 8, height: 8, channels: 3, data: new Uint8Array(192).fill(shade) }));
export const track = (id: number, type = "fish"): Json => ({
  id,
  begin: 0,
  end: 1,
  confidencePairs: [[type, 0.9]],
  attributes: {},
  features: [0, 1].map((frame) => ({ frame, bounds: [1, 2, 30, 40], keyframe: true, interpolate: false })),
});

/** Uploads as the upload page does. @returns the folder's id */
export async function uploadImages(call: Client, parentId: string, name: string): Promise<string> {
  const names = ["1.png", "2.png"];
  const check = await call("POST", "dive_dataset/validate_files", jsonBody(names));
  expect(check.json).toMatchObject({ ok: true, type: "image-sequence", media: names, annotations: [], message: "" });
  const folder = await call("POST", `folder?parentId=${parentId}&name=${encodeURIComponent(name)}`, {
    headers: { "Content-Type": "application/x-www-form-urlencoded" },
    body: 'metadata={"fps":1,"type":"image-sequence"}',
  });
  const id = folder.json._id as string;
  await Promise.all(
    names.map(async (file, index) => {
      const bytes = picture(index * 50);
      const { body, headers } = form({
        parentType: "folder",
        parentId: id,
        name: file,
        size: String(bytes.length),
        mimeType: "image/png",
      });
      const started = await call("POST", "file", { body, headers });
      expect(started.json).toMatchObject({ received: 0, size: bytes.length });
      expect(started.json).not.toHaveProperty("behavior");
      const sent = await call("POST", `file/chunk?offset=0&uploadId=${started.json._id}`, {
        headers: { "Content-Type": "application/octet-stream" },
        body: new Uint8Array(bytes),
      });
      expect(sent.json).toMatchObject({ _modelType: "file", itemId: expect.any(String) });
    }),
  );
  const done = await call("POST", `dive_rpc/postprocess/${id}`);
  expect(done.json).toMatchObject({ folder: { _id: id, meta: { annotate: true } }, warnings: [], job_ids: [] });
  return id;
}
