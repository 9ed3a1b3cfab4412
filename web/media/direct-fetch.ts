/**
 * Reads media from the storage itself, at signed addresses that the server gives out, so that the server does not carry
 * the bytes. Whatever goes wrong there, the bytes come from the server instead, which tells the administrators.
 */
import type { MediaFetch } from "./media-fetch.ts";

/** Answer of `dataset.mediaAddress`, as far as it matters here. */
interface MediaAddress {
  readonly url: string | null;
  readonly etag: string | null;
}

type Failure = "blocked" | "refused" | "changed";

/** Addresses that are kept: of the videos that are open, and of the pictures around the position. */
const maxAddresses = 64;
/** Storages that pages may not read, by origin; until the page is loaded again. */
const blocked = new Set<string>();

export function directFetch(server: MediaFetch): MediaFetch {
  const addresses = new Map<string, MediaAddress>();
  let isOff = false;

  const ask = async (url: string, signal: AbortSignal | null | undefined): Promise<MediaAddress | undefined> => {
    const response = await fetch(addressOf(url), { credentials: "include", signal: signal ?? null });
    // The server then says why the bytes cannot be read, too.
    if (!response.ok) return undefined;
    const address = (await response.json()) as MediaAddress;
    isOff ||= address.url === null || blocked.has(originOf(address));
    if (addresses.size >= maxAddresses) addresses.delete(addresses.keys().next().value!);
    addresses.set(url, address);
    return address;
  };

  return async (url, init) => {
    if (isOff) return await server(url, init);
    const known = addresses.get(url);
    let outcome = known && (await read(known, init));
    // It has expired, or the storage is gone: a new address tells.
    if (outcome === undefined || typeof outcome === "string") {
      const address = await ask(url, init.signal);
      if (address === undefined || isOff) return await server(url, init);
      outcome = await read(address, init);
    }
    if (typeof outcome !== "string") return outcome;
    const response = await server(url, init);
    // Where the server cannot be reached either, the network is to blame.
    await report(url, outcome, addresses.get(url));
    isOff ||= outcome === "blocked";
    addresses.delete(url);
    return response;
  };
}

/** The response of the storage, or why it cannot be used. @throws AbortError */
async function read(address: MediaAddress, { headers, signal }: RequestInit): Promise<Response | Failure> {
  const range = new Headers(headers).get("Range");
  let response: Response;
  try {
    response = await fetch(address.url!, {
      headers: range === null ? {} : { Range: range },
      signal: signal ?? null,
      credentials: "omit",
      // The browser's cache joins ranges of one address, and shows later ones with the ETag of the first.
      cache: "no-store",
      referrerPolicy: "no-referrer",
    });
  } catch {
    signal?.throwIfAborted();
    return "blocked";
  }
  const failure = failureOf(response, address, range);
  if (failure === undefined) return response;
  await response.body?.cancel();
  return failure;
}

function failureOf(response: Response, { etag }: MediaAddress, range: string | null): Failure | undefined {
  const { headers, ok, status } = response;
  // The range begins after the end of the file, which the caller understands.
  if (status === 416) return undefined;
  if (status === 404) return "changed";
  if (!ok) return "refused";
  if (status === 206 && range !== null && headers.get("Content-Range") === null) return "blocked";
  if (etag === null) return undefined;
  const received = headers.get("ETag");
  if (received === null) return "blocked";
  return received.replaceAll('"', "") === etag ? undefined : "changed";
}

async function report(url: string, failure: Failure, address: MediaAddress | undefined): Promise<void> {
  if (failure === "blocked" && address !== undefined) blocked.add(originOf(address));
  await fetch(`${addressOf(url)}?failed=${failure}`, { credentials: "include" }).catch(() => undefined);
}

/** The route that says where the bytes are is a sibling of the one that sends them. */
const addressOf = (url: string): string => url.replace(/\/download$/, "/address");

const originOf = ({ url }: MediaAddress): string => new URL(url!).origin;
