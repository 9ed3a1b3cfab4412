/** Calls to URLs that users enter. */

export interface FetchLimits {
  /** Bytes of the response body. */
  readonly maxBytes: number;
  /** Milliseconds from the call to the last byte. */
  readonly timeoutMs: number;
}

export interface FetchedUrl {
  /** URL of the response, after redirects. */
  readonly url: string;
  /** As sent by the other server; "" if absent. */
  readonly contentType: string;
  /** Fails with a RequestError if a limit is exceeded. Read it to the end, or return it. */
  readonly body: AsyncIterable<Uint8Array>;
}

export interface PostedMessage {
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Milliseconds from the call to the response head. */
  readonly timeoutMs: number;
}

export interface UrlFetcher {
  /**
   * Sends GET requests to public servers only: never to this machine or its network, not even through redirects or host
   * names.
   * @throws RequestError that says why a URL was not fetched, or how the response was wrong
   */
  fetch(url: string, limits: FetchLimits): Promise<FetchedUrl>;
  /**
   * POSTs JSON under the same rules; redirects are not followed, and the response body is not read.
   * @returns the status of the response
   * @throws RequestError that says why nothing was sent, or that no response came
   */
  post(url: string, message: PostedMessage): Promise<number>;
}
