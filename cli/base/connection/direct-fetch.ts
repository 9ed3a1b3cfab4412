/**
 * Fetches files of a dataset from the storage itself, where the site gives out addresses for that: the server then does not
 * carry the bytes. It still says what they must be, and sends them itself if the storage does not.
 */

import { fetch as undiciFetch } from "undici";
import type { MediaAddress } from "#schemas/wire";
import { type Connection, dispatcher } from "./connection.ts";
import { interrupted } from "../process/interrupt.ts";
import { networkReason } from "./network-reason.ts";
import { note } from "../terminal/output.ts";

type FetchFile = Connection["fetchFile"];

/** @param isDirect what `dataset.media` says */
export function mediaFetchOf({ fetchFile }: Pick<Connection, "fetchFile">, isDirect = false): FetchFile {
  if (!isDirect) return fetchFile;
  let isOff = false;
  return async (address, init) => {
    if (isOff) return await fetchFile(address, init);
    const media = await addressOf(fetchFile, String(address));
    if (media === undefined) return await fetchFile(address, init);
    const reply = await readDirectly(fetchFile, String(address), media, init).catch((error: unknown) => {
      interrupted.throwIfAborted();
      return networkReason(error);
    });
    if (typeof reply !== "string") return reply;
    isOff = true;
    note(`The storage cannot be read directly (${reply}): the files come through the server.`);
    return await fetchFile(address, init);
  };
}

type Found = MediaAddress & { readonly url: string };

async function addressOf(fetchFile: FetchFile, address: string): Promise<Found | undefined> {
  const response = await fetchFile(address.replace(/\/download$/, "/address"), { signal: interrupted });
  if (!response.ok) {
    await response.body?.cancel();
    return undefined;
  }
  const media = (await response.json()) as MediaAddress;
  return media.url === null ? undefined : { ...media, url: media.url };
}

/** The bytes of the storage with the headers of the server; a text: why not. */
async function readDirectly(
  fetchFile: FetchFile,
  address: string,
  { url, etag }: Found,
  init: RequestInit | undefined,
): Promise<Response | string> {
  const head = await fetchFile(address, { method: "HEAD", signal: interrupted });
  if (!head.ok) return `the server answers ${head.status}`;
  const range = new Headers(init?.headers).get("Range");
  // Neither the session nor the server's own tag, which the storage does not know.
  const response = (await undiciFetch(url, {
    headers: range === null ? {} : { Range: range },
    signal: interrupted,
    dispatcher,
  })) as unknown as Response;
  const isSame = etag === null || (response.headers.get("ETag") ?? "").replaceAll('"', "") === etag;
  const isAsked = range === null || response.status === 206;
  if (response.ok && isSame && isAsked) {
    const headers = new Headers(response.headers);
    headers.set("ETag", head.headers.get("ETag") ?? "");
    return new Response(response.body, { status: response.status, headers });
  }
  await response.body?.cancel();
  if (!response.ok) return `it answers ${response.status}`;
  return isSame ? "it sends whole files, not the rest of one" : "its file has changed";
}
