/**
 * Keeps a finished decoder for the next caller: a new one takes as long until its first picture as decoding several.
 * Only one that has returned everything it was given is kept, so that nothing of an earlier picture is left in it, and
 * not for long, since devices have few of them.
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

/** Hands its pictures and its failure to these. */
export type MakeDecoder<Sample> = (
  onSample: (sample: Sample) => unknown,
  onError: (error: unknown) => unknown,
) => Promise<Decoder>;

/** Whom a decoder speaks to, and what it has failed with. */
interface Line<Sample> {
  user: { readonly onSample: (sample: Sample) => unknown; readonly onError: (error: unknown) => unknown } | undefined;
  failure: { readonly error: unknown } | undefined;
}

interface Kept<Sample> {
  readonly decoder: Decoder;
  readonly line: Line<Sample>;
}

const keptMs = 5000;

export class DecoderKeeper<Sample extends Closable> {
  readonly #make: MakeDecoder<Sample>;
  #kept: Kept<Sample> | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isDisposed = false;

  constructor(make: MakeDecoder<Sample>) {
    this.#make = make;
  }

  /** The kept decoder or a new one; the caller that closes it returns it. */
  readonly take: MakeDecoder<Sample> = async (onSample, onError) => {
    const own = this.#release() ?? (await this.#makeOne());
    const { decoder, line } = own;
    line.user = { onSample, onError };
    if (line.failure !== undefined) onError(line.failure.error);
    /** Everything that was given has come out. */
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
        if (isEmpty && line.failure === undefined) this.#keep(own);
        else decoder.close();
      },
    };
  };

  dispose(): void {
    this.#isDisposed = true;
    this.#release()?.decoder.close();
  }

  async #makeOne(): Promise<Kept<Sample>> {
    const line: Line<Sample> = { user: undefined, failure: undefined };
    const decoder = await this.#make(
      (sample) => {
        if (line.user === undefined) sample.close();
        else line.user.onSample(sample);
      },
      (error) => {
        line.failure = { error };
        line.user?.onError(error);
        // Browsers take away decoders that do nothing.
        if (this.#kept?.line === line) this.#release()?.decoder.close();
      },
    );
    return { decoder, line };
  }

  #keep(own: Kept<Sample>): void {
    if (this.#kept !== undefined || this.#isDisposed) {
      own.decoder.close();
      return;
    }
    this.#kept = own;
    this.#timer = setTimeout(() => this.#release()?.decoder.close(), keptMs);
  }

  #release(): Kept<Sample> | undefined {
    clearTimeout(this.#timer);
    const kept = this.#kept;
    this.#kept = undefined;
    return kept;
  }
}
