/**
 * Decodes runs of pictures from a key picture on: those at given times, or all after one. Packets that are neither
 * requested nor used for prediction are skipped: half of the pictures of many videos. Decoders are reused between runs.
 */
import type { InputVideoTrack, VideoSample } from "mediabunny";
import { DecoderKeeper, type MakeDecoder } from "./decoder-keeper.ts";
import { isDisposable, nalLengthBytes } from "./disposable-packet.ts";
import { makeDecoderOf, OpaqueSampleSink } from "./opaque-sample-sink.ts";

export class SampleRuns {
  readonly #track: InputVideoTrack;
  readonly #decoders: DecoderKeeper<VideoSample>;

  constructor(track: InputVideoTrack) {
    this.#track = track;
    this.#decoders = new DecoderKeeper<VideoSample>(makeDecoderOf(track));
  }

  /** @param pts seconds, ascending; yields `null` for a time without a picture */
  at(pts: readonly number[]): AsyncGenerator<VideoSample | null, void, unknown> {
    return this.#sink((seconds) => pts.includes(seconds)).samplesAtTimestamps(pts);
  }

  /** @param pts seconds of the first picture */
  from(pts: number): AsyncGenerator<VideoSample, void, unknown> {
    return this.#sink((seconds) => seconds >= pts).samples(pts);
  }

  /** Decoders in use are closed by their users. */
  dispose(): void {
    this.#decoders.dispose();
  }

  #sink(isWanted: (seconds: number) => boolean): OpaqueSampleSink {
    const makeDecoder: MakeDecoder<VideoSample> = async (...to) => {
      const config = await this.#track.getDecoderConfig();
      const lengthBytes = config === null ? undefined : nalLengthBytes(config);
      const decoder = await this.#decoders.take(...to);
      return {
        ...decoder,
        decode(packet) {
          if (isWanted(packet.timestamp) || !isDisposable(packet, lengthBytes)) decoder.decode(packet);
        },
      };
    };
    return new OpaqueSampleSink(this.#track, makeDecoder);
  }
}
