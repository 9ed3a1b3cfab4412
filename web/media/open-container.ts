/**
 * Opens a video file over range requests and reads its frame table. It reads only the container's tables and a few
 * bytes at the end. Needs no decoder, so it also works on plain http, where WebCodecs does not exist.
 */
import {
  EncodedPacketSink,
  Input,
  MATROSKA,
  MP4,
  MPEG_TS,
  QTFF,
  UnsupportedInputFormatError,
  UrlSource,
  WEBM,
} from "mediabunny";
import type { EncodedPacket, InputVideoTrack } from "mediabunny";
import { shownSizeOf } from "#schemas/video-size";
import { t } from "../base/texts/index.ts";
import { boundedRanges } from "./bounded-ranges.ts";
import { buildFrameTable } from "./frame-table.ts";
import { openMediaFetch } from "./media-fetch.ts";
import type { FrameTable, PacketTime } from "./frame-table.ts";
import {
  MediaError,
  emptyFileError,
  messageOf,
  noPicturesError,
  notMediaError,
  noVideoTrackError,
  requestError,
  truncatedError,
} from "./media-error.ts";

/** Containers that hold their own pictures. No playlists: they refer to other addresses, chosen by the uploader. */
export const videoFormats = [MP4, QTFF, MATROSKA, WEBM, MPEG_TS];

export interface OpenedVideo {
  readonly url: string;
  /** For messages. */
  readonly name: string;
  /** Owned by the caller that opened it; disposing it stops all reading. */
  readonly input: Input;
  readonly track: InputVideoTrack;
  readonly table: FrameTable;
  /** In image pixels: upright, square pixels. */
  readonly width: number;
  readonly height: number;
  /** As named by the container: `avc1.64001f`, `mp4v`. */
  readonly codec: string;
  readonly hasAudio: boolean;
  /** Has an alpha channel. */
  readonly isTransparent: boolean;
}

/** Delays before retrying a failed request, seconds; after the last one the error is shown. */
const retryDelaysSeconds = [0.25, 1, 3];

export async function openContainer(
  url: string,
  name: string,
  { isDirect = false, signal }: { readonly isDirect?: boolean | undefined; readonly signal?: AbortSignal | undefined },
): Promise<OpenedVideo> {
  const fetchMedia = await openMediaFetch(isDirect);
  signal?.throwIfAborted();
  let refused: unknown;
  let isEmpty = false;
  const bounded = boundedRanges();
  const source = new UrlSource(url, {
    getRetryDelay: (attempts) => retryDelaysSeconds[attempts - 1] ?? null,
    fetchFn: async (request, init) => {
      try {
        const headers = new Headers(init?.headers);
        headers.set("Range", bounded(headers.get("Range")!));
        const response = await fetchMedia(String(request), { ...init, headers });
        // The first request starts at byte 0; in an empty file there is no such byte.
        isEmpty = response.status === 416;
        if (!response.ok) refused = new Error(`${response.status} ${response.statusText}`.trim());
        return response;
      } catch (error) {
        if (!input.disposed) refused = error;
        throw error;
      }
    },
  });
  const input = new Input({ formats: videoFormats, source });
  const stop = (): void => input.dispose();
  signal?.addEventListener("abort", stop, { once: true });
  try {
    return await readContainer(input, url, name);
  } catch (error) {
    input.dispose();
    signal?.throwIfAborted();
    if (error instanceof MediaError) throw error;
    if (isEmpty) throw emptyFileError(name);
    if (refused !== undefined) throw requestError(name, refused);
    if (error instanceof UnsupportedInputFormatError) throw notMediaError(name, error);
    throw truncatedError(name, messageOf(error), error);
  } finally {
    signal?.removeEventListener("abort", stop);
  }
}

async function readContainer(input: Input, url: string, name: string): Promise<OpenedVideo> {
  const track = await chooseTrack(input);
  if (track === undefined) {
    const tracks = await input.getTracks();
    // A known container without any track has lost its tables, which are often at the end of the file.
    throw tracks.length === 0 ? truncatedError(name, t("media.detail.noTables")) : noVideoTrackError(name);
  }
  const sink = new EncodedPacketSink(track);
  const packets: PacketTime[] = [];
  let last: EncodedPacket | undefined;
  for await (const packet of sink.packets(undefined, undefined, { metadataOnly: true })) {
    packets.push({ timestamp: packet.timestamp, duration: packet.duration, type: packet.type });
    last = packet;
  }
  const table = buildFrameTable(await shownPackets(packets, track, sink), await track.getTimeResolution());
  if (last === undefined || table.pts.length === 0) throw noPicturesError(name);
  // The tables may promise more than the file contains. The last packet in decoding order is the one at the end.
  if ((await sink.getPacket(last.timestamp)) === null) {
    throw truncatedError(name, t("media.detail.dataEndsEarly", { count: table.pts.length }));
  }
  return {
    url,
    name,
    input,
    track,
    table,
    ...(await shownSizeOf(track)),
    codec: await codecName(track),
    hasAudio: (await input.getPrimaryAudioTrack()) !== null,
    isTransparent: await track.canBeTransparent(),
  };
}

/** The packets that are pictures: some of VP8 are only references. */
export async function shownPackets(
  packets: readonly PacketTime[],
  track: InputVideoTrack,
  sink: EncodedPacketSink,
): Promise<readonly PacketTime[]> {
  if ((await track.getCodec()) !== "vp8") return packets;
  const { withoutHidden } = await import("#schemas/video-packets");
  return await withoutHidden(packets, async (seconds) => await sink.getPacket(seconds));
}

/**
 * The track that the browser's own player would show, for either way of decoding: the first enabled one. Matroska's
 * default flag means something else (which one a viewer would prefer), and players ignore it.
 */
async function chooseTrack(input: Input): Promise<InputVideoTrack | undefined> {
  const tracks = await input.getVideoTracks();
  const format = await input.getFormat();
  if (format !== MP4 && format !== QTFF) return tracks[0];
  const dispositions = await Promise.all(tracks.map((track) => track.getDisposition()));
  return tracks[dispositions.findIndex((each) => each.default)] ?? tracks[0];
}

async function codecName(track: InputVideoTrack): Promise<string> {
  const known = await track.getCodecParameterString();
  if (known !== null) return known;
  const internal = await track.getInternalCodecId();
  return internal === null || internal instanceof Uint8Array ? t("media.detail.unknownCodec") : String(internal);
}
