/** Why media cannot be opened or a picture of it cannot be shown, in words that say what to do next. */
import { t } from "../base/texts/index.ts";

export type MediaErrorCode =
  /** The bytes are not a container that we know. */
  | "not-media"
  | "no-video-track"
  | "no-pictures"
  /** The container ends early or its tables are damaged. */
  | "truncated"
  /** The container is fine, but this browser cannot decode what is in it. */
  | "unsupported-codec"
  /** The browser has none of the ways to show a frame exactly. */
  | "unsupported-browser"
  /** An image file that the browser does not know. */
  | "image-format"
  /** The server did not give the bytes. */
  | "request"
  /** One picture could not be decoded; others may be fine. */
  | "picture";

export class MediaError extends Error {
  readonly code: MediaErrorCode;
  /** The codec for `unsupported-codec`, as the container names it. */
  readonly codec: string | undefined;

  constructor(
    code: MediaErrorCode,
    message: string,
    options: { readonly cause?: unknown; readonly codec?: string } = {},
  ) {
    super(message, "cause" in options ? { cause: options.cause } : undefined);
    this.name = "MediaError";
    this.code = code;
    this.codec = options.codec;
  }
}

export function notMediaError(name: string, cause?: unknown): MediaError {
  return new MediaError("not-media", t("media.error.notMedia", { name }), { cause });
}

export function emptyFileError(name: string): MediaError {
  return new MediaError("not-media", t("media.error.empty", { name }));
}

export function noVideoTrackError(name: string): MediaError {
  return new MediaError("no-video-track", t("media.error.noVideoTrack", { name }));
}

export function noPicturesError(name: string): MediaError {
  return new MediaError("no-pictures", t("media.error.noPictures", { name }));
}

export function noImagesError(): MediaError {
  return new MediaError("no-pictures", t("media.error.noImages"));
}

export function truncatedError(name: string, detail: string, cause?: unknown): MediaError {
  return new MediaError("truncated", t("media.error.truncated", { name, detail }), { cause });
}

export function unsupportedCodecError(name: string, codec: string): MediaError {
  return new MediaError("unsupported-codec", t("media.error.unsupportedCodec", { name, codec }), { codec });
}

export function unsupportedBrowserError(): MediaError {
  return new MediaError("unsupported-browser", t("media.error.unsupportedBrowser"));
}

export function imageFormatError(name: string, cause?: unknown): MediaError {
  return new MediaError("image-format", t("media.error.imageFormat", { name }), { cause });
}

export function requestError(name: string, cause: unknown): MediaError {
  return new MediaError("request", t("media.error.request", { name, detail: detailOf(cause) }), { cause });
}

export function pictureError(name: string, frame: number, cause: unknown): MediaError {
  return new MediaError("picture", t("media.error.picture", { name, frame, detail: detailOf(cause) }), { cause });
}

export function messageOf(cause: unknown): string {
  return cause instanceof Error ? cause.message : String(cause);
}

/** What the browser says, without its full stop: the sentence around it has one. */
function detailOf(cause: unknown): string {
  return messageOf(cause).replace(/\.?(\)?)\.?\s*$/, "$1");
}
