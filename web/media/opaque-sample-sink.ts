/**
 * Decodes pictures without their alpha channel. What is annotated is the colours; merging them with a second, transparent
 * video would decode everything twice, and a decoder that is left in the middle of merging keeps its pictures open.
 */
import { EncodedPacketSink, VideoSampleSink } from "mediabunny";
import type { EncodedPacket, InputVideoTrack, PacketRetrievalOptions, VideoSample } from "mediabunny";
import type { MakeDecoder } from "./decoder-keeper.ts";

/** Packets know their neighbours by identity, so the alpha is taken off the packet itself. */
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

/** What the sink decodes with. Not part of its declared interface either. */
interface MakesDecoders {
  readonly _createDecoder: MakeDecoder<VideoSample>;
}

/** The sink's own way of making a decoder. */
export function makeDecoderOf(track: InputVideoTrack): MakeDecoder<VideoSample> {
  const sink = new VideoSampleSink(track) as unknown as MakesDecoders;
  return (...to) => sink._createDecoder(...to);
}

export class OpaqueSampleSink extends VideoSampleSink {
  readonly #track: InputVideoTrack;
  readonly #makeDecoder: MakeDecoder<VideoSample>;

  /** @param makeDecoder decides what the decoder decodes */
  constructor(track: InputVideoTrack, makeDecoder: MakeDecoder<VideoSample>) {
    super(track);
    this.#track = track;
    this.#makeDecoder = makeDecoder;
  }

  /** What the sink reads its packets from. Not part of its declared interface: `frames.spec.ts` notices when it is gone. */
  _createPacketSink(): EncodedPacketSink {
    return new OpaquePacketSink(this.#track);
  }

  /** `frames.spec.ts` notices when it is gone. */
  _createDecoder(...to: Parameters<MakeDecoder<VideoSample>>): ReturnType<MakeDecoder<VideoSample>> {
    return this.#makeDecoder(...to);
  }
}
