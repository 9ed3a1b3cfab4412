/**
 * Keeps a finished decoder for the next caller: creating one takes as long as decoding several pictures. Only a decoder
 * that has returned everything it was given is kept, so that no earlier picture is left in it, and only briefly, since
 * devices have few of them.
 */
import type { EncodedPacket } from "mediabunny";

export interface Decoder {
  getDecodeQueueSize(): number;
  decode(packet: EncodedPacket): void;
  flush(): Promise<void>;
  close(): void;
}

interface Closable {
  close(): void;
}

/** Creates a decoder that reports pictures and errors to these callbacks. */
export type MakeDecoder<Sample> = (
  onSample: (sample: Sample) => unknown,
  onError: (error: unknown) => unknown,
) => Promise<Decoder>;

/** The callbacks that a decoder currently reports to, and its error. */
interface Line<Sample> {
  user: { readonly onSample: (sample: Sample) => unknown; readonly onError: (error: unknown) => unknown } | undefined;
  failure: { readonly error: unknown } | undefined;
}

interface CachedDecoder<Sample> {
  readonly decoder: Decoder;
  readonly line: Line<Sample>;
}

const lifetimeMs = 5000;

export class DecoderKeeper<Sample extends Closable> {
  readonly #make: MakeDecoder<Sample>;
  #kept: CachedDecoder<Sample> | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isDisposed = false;

  constructor(make: MakeDecoder<Sample>) {
    this.#make = make;
  }

  /** Returns the kept decoder or a new one; closing it returns it to the keeper. */
  readonly take: MakeDecoder<Sample> = async (onSample, onError) => {
    const keptOrNew = this.#release() ?? (await this.#makeOne());
    const { decoder, line } = keptOrNew;
    line.user = { onSample, onError };
    if (line.failure !== undefined) onError(line.failure.error);
    /** Everything passed in has come out. */
    let isEmpty = true;
    return {
      getDecodeQueueSize: () => decoder.getDecodeQueueSize(),
      decode: (packet) => {
        isEmpty = false;
        decoder.decode(packet);
      },
      flush: async () => {
        await decoder.flush();
        isEmpty = true;
      },
      close: () => {
        if (line.user === undefined) return;
        line.user = undefined;
        if (isEmpty && line.failure === undefined) this.#keep(keptOrNew);
        else decoder.close();
      },
    };
  };

  dispose(): void {
    this.#isDisposed = true;
    this.#release()?.decoder.close();
  }

  async #makeOne(): Promise<CachedDecoder<Sample>> {
    const line: Line<Sample> = { user: undefined, failure: undefined };
    const decoder = await this.#make(
      (sample) => {
        if (line.user === undefined) sample.close();
        else line.user.onSample(sample);
      },
      (error) => {
        line.failure = { error };
        line.user?.onError(error);
        // Browsers reclaim idle decoders.
        if (this.#kept?.line === line) this.#release()?.decoder.close();
      },
    );
    return { decoder, line };
  }

  #keep(own: CachedDecoder<Sample>): void {
    if (this.#kept !== undefined || this.#isDisposed) {
      own.decoder.close();
      return;
    }
    this.#kept = own;
    this.#timer = setTimeout(() => this.#release()?.decoder.close(), lifetimeMs);
  }

  #release(): CachedDecoder<Sample> | undefined {
    clearTimeout(this.#timer);
    const kept = this.#kept;
    this.#kept = undefined;
    return kept;
  }
}
