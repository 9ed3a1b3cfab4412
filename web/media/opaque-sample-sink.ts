/**
 * Decodes pictures without their alpha channel. Annotations refer to the colors; merging a second, transparent video
 * would decode everything twice, and a decoder stopped in the middle of merging leaks its pictures.
 */
import { EncodedPacketSink, VideoSampleSink } from "mediabunny";
import type { EncodedPacket, InputVideoTrack, PacketRetrievalOptions, VideoSample } from "mediabunny";
import type { Decoder, MakeDecoder } from "./decoder-keeper.ts";

/** Packets are linked by identity, so remove the alpha from the packet itself. */
function opaque<Packet extends EncodedPacket | null>(packet: Packet): Packet {
  delete packet?.sideData.alpha;
  return packet;
}

class OpaquePacketSink extends EncodedPacketSink {
  readonly #track: InputVideoTrack;

  constructor(track: InputVideoTrack) {
    super(track);
    this.#track = track;
  }

  /** Of several packets with one time the last: before it come references that are not shown. */
  override async getPacket(timestamp: number, options?: PacketRetrievalOptions): Promise<EncodedPacket | null> {
    let packet = opaque(await super.getPacket(timestamp, options));
    if ((await this.#track.getCodec()) !== "vp8") return packet;
    let next = packet;
    while (next !== null && next.timestamp === packet!.timestamp) {
      packet = next;
      next = await this.getNextPacket(packet, options);
    }
    return packet;
  }

  override async getFirstKeyPacket(options?: PacketRetrievalOptions): Promise<EncodedPacket | null> {
    return opaque(await super.getFirstKeyPacket(options));
  }

  override async getKeyPacket(timestamp: number, options?: PacketRetrievalOptions): Promise<EncodedPacket | null> {
    return opaque(await super.getKeyPacket(timestamp, options));
  }

  override async getNextPacket(packet: EncodedPacket, options?: PacketRetrievalOptions): Promise<EncodedPacket | null> {
    return opaque(await super.getNextPacket(packet, options));
  }
}

/**
 * The sink's decoder, which gives each picture the earliest time that is left of the packets it was given. Not part of
 * its declared interface either: `frames.spec.ts` fails if it changes.
 */
type SinkDecoder = Decoder & { readonly inputTimestamps: number[] };
interface DecoderFactory {
  _createDecoder(...to: Parameters<MakeDecoder<VideoSample>>): Promise<SinkDecoder>;
}

/** The sink's own way of creating a decoder, except that references that are not shown leave no time behind. */
export function makeDecoderOf(track: InputVideoTrack): MakeDecoder<VideoSample> {
  const sink = new VideoSampleSink(track) as unknown as DecoderFactory;
  return async (...to) => {
    const decoder = await sink._createDecoder(...to);
    if ((await track.getCodec()) !== "vp8") return decoder;
    const { isHiddenVp8 } = await import("#schemas/video-packets");
    return {
      getDecodeQueueSize: () => decoder.getDecodeQueueSize(),
      decode(packet) {
        decoder.decode(packet);
        if (isHiddenVp8(packet.data))
          decoder.inputTimestamps.splice(decoder.inputTimestamps.lastIndexOf(packet.timestamp), 1);
      },
      flush: async () => await decoder.flush(),
      close: () => decoder.close(),
    };
  };
}

export class OpaqueSampleSink extends VideoSampleSink {
  readonly #track: InputVideoTrack;
  readonly #makeDecoder: MakeDecoder<VideoSample>;

  /** @param makeDecoder creates the decoder */
  constructor(track: InputVideoTrack, makeDecoder: MakeDecoder<VideoSample>) {
    super(track);
    this.#track = track;
    this.#makeDecoder = makeDecoder;
  }

  /**
   * Where the sink reads its packets from. Not part of its declared interface: `frames.spec.ts` fails if it disappears.
   */
  _createPacketSink(): EncodedPacketSink {
    return new OpaquePacketSink(this.#track);
  }

  /** `frames.spec.ts` fails if it disappears. */
  _createDecoder(...to: Parameters<MakeDecoder<VideoSample>>): ReturnType<MakeDecoder<VideoSample>> {
    return this.#makeDecoder(...to);
  }
}
