/** Calls to addresses that users give. */

export interface FetchLimits {
  /** Bytes of the answer. */
  readonly maxBytes: number;
  /** Milliseconds from the call to the last byte. */
  readonly timeoutMs: number;
}

export interface FetchedUrl {
  /** Where the answer came from in the end, after redirects. */
  readonly url: string;
  /** As the other server says; "" when it does not. */
  readonly contentType: string;
  /** Fails with a RequestError when a limit is reached on the way. Has to be read to its end, or returned. */
  readonly body: AsyncIterable<Uint8Array>;
}

export interface PostedMessage {
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Milliseconds from the call to the head of the answer. */
  readonly timeoutMs: number;
}

export interface UrlFetcher {
  /**
   * GETs from public servers only: never from this machine or its network, and not through redirects or names either.
   * @throws RequestError that says why an address is not fetched, or did not answer as it should
   */
  fetch(url: string, limits: FetchLimits): Promise<FetchedUrl>;
  /**
   * POSTs JSON in the same way; redirects are not followed, and the answer's body is not read.
   * @returns the status of the answer
   * @throws RequestError that says why nothing was sent, or that no answer came
   */
  post(url: string, message: PostedMessage): Promise<number>;
}
