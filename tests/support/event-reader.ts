/** Reads server-sent events as a browser does: lines of `data:` between blank lines; comments are ignored. */

export interface EventReader {
  readonly response: Response;
  /** The raw frames so far, without comments. */
  readonly frames: string[];
  /** Waits for the next `count` events, parsed. */
  next(count: number): Promise<Record<string, unknown>[]>;
  close(): void;
}

/** @param open sends the request; resolves once the response has started */
export async function readEvents(open: (signal: AbortSignal) => Promise<Response>): Promise<EventReader> {
  const stop = new AbortController();
  const response = await open(stop.signal);
  const frames: string[] = [];
  const chunks = (response.body ?? new ReadableStream()).pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  let taken = 0;
  return {
    response,
    frames,
    next: async (count) => {
      while (frames.length < taken + count) {
        const { done, value = "" } = await chunks.read();
        if (done) throw new Error(`the stream ended after ${frames.length} events`);
        text += value;
        const parts = text.split("\n\n");
        text = parts.pop() ?? "";
        frames.push(...parts.filter((part) => !part.startsWith(":")));
      }
      const found = frames.slice(taken, taken + count);
      taken += count;
      return found.map((frame) => JSON.parse(frame.slice("data: ".length)) as Record<string, unknown>);
    },
    close: () => stop.abort(),
  };
}
