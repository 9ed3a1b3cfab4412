/** Requests the bytes of media: from the server, or from the storage itself where the site allows that. */

export type MediaFetch = (url: string, init: RequestInit) => Promise<Response>;

const fromServer: MediaFetch = (url, init) => fetch(url, { ...init, credentials: "include" });

/** @param isDirect the site lets browsers read from some of its storages */
export async function openMediaFetch(isDirect: boolean): Promise<MediaFetch> {
  if (!isDirect) return fromServer;
  const { directFetch } = await import("./direct-fetch.ts");
  return directFetch(fromServer);
}
