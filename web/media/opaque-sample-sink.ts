/**
 * Decodes pictures without their alpha channel. Annotations refer to the colors; merging a second, transparent video
 * would decode everything twice, and a decoder stopped in the middle of merging leaks its pictures.
 */
import { EncodedPacketSink, VideoSampleSink } from "mediabunny";
import type { EncodedPacket, InputVideoTrack, PacketRetrievalOptions, VideoSample } from "mediabunny";
import type { MakeDecoder } from "./decoder-keeper.ts";

/** Packets are linked by identity, so remove the alpha from the packet itself. */
function opaque<Packet extends EncodedPacket | null>(packet: Packet): Packet {
  delete packet?.sideData.alpha;
  return packet;
}

class OpaquePacketSink extends EncodedPacketSink {
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

/** How the sink creates its decoder. Not part of its declared interface either. */
interface MakesDecoders {
  readonly _createDecoder: MakeDecoder<VideoSample>;
}

/** The sink's own way of creating a decoder. */
export function makeDecoderOf(track: InputVideoTrack): MakeDecoder<VideoSample> {
  const sink = new VideoSampleSink(track) as unknown as MakesDecoders;
  return (...to) => sink._createDecoder(...to);
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
