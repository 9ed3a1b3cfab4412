/**
 * Live messages from the server (`notification/stream`, server-sent events), reopened whenever the stream ends.
 *
 * Source of the rules: api/v1 closes a stream after `timeout` seconds without a message. A stream that lived longer
 * than half of that is reopened immediately (it ended because it was quiet); any other end waits for `RETRY_MS`.
 */
const streamTimeoutSeconds = 300;
const retryMs = 8_000;

export interface ServerMessage {
  /** For example `job_status`. */
  readonly type: string;
  readonly data: unknown;
}

export interface EventStreamOptions {
  /** Root of the API, without a trailing slash. */
  readonly apiRoot: string;
  onMessage(message: ServerMessage): void;
  /** The stream is open (again): data shown before may be outdated. */
  onOpen?(): void;
  /** The stream ended and will be reopened later. */
  onLost?(): void;
}

export class EventStream {
  readonly #options: EventStreamOptions;
  #source: EventSource | undefined;
  #retry: ReturnType<typeof setTimeout> | undefined;
  /** Unix time in seconds of the newest message, rounded up; initially the time of the start. */
  #since = Math.ceil(Date.now() / 1000);

  constructor(options: EventStreamOptions) {
    this.#options = options;
  }

  open(): void {
    this.close();
    const openedAt = Date.now();
    const url = `${this.#options.apiRoot}/notification/stream?since=${this.#since}&timeout=${streamTimeoutSeconds}`;
    const source = new EventSource(url, { withCredentials: true });
    this.#source = source;
    source.onopen = () => this.#options.onOpen?.();
    source.onmessage = (event: MessageEvent<string>) => this.#receive(event.data);
    source.onerror = () => {
      // The browser's own reconnect supports neither `since` nor our delay.
      source.close();
      this.#source = undefined;
      const livedMs = Date.now() - openedAt;
      const waitMs = livedMs > (streamTimeoutSeconds * 1000) / 2 ? 0 : retryMs;
      if (waitMs > 0) this.#options.onLost?.();
      this.#retry = setTimeout(() => this.open(), waitMs);
    };
  }

  close(): void {
    clearTimeout(this.#retry);
    this.#source?.close();
    this.#source = undefined;
  }

  #receive(text: string): void {
    const message = JSON.parse(text) as ServerMessage & { readonly updated?: string };
    const updated = message.updated === undefined ? Number.NaN : Date.parse(message.updated);
    if (!Number.isNaN(updated)) this.#since = Math.max(this.#since, Math.ceil(updated / 1000));
    this.#options.onMessage(message);
  }
}
