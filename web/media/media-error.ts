/** Why media cannot be opened, or a picture cannot be shown, with messages that say what to do next. */
import { t } from "../base/texts/index.ts";

export type MediaErrorCode =
  /** Not a known container. */
  | "not-media"
  | "no-video-track"
  | "no-pictures"
  /** The container ends early or its tables are damaged. */
  | "truncated"
  /** The container is fine, but this browser cannot decode its contents. */
  | "unsupported-codec"
  /** The browser has no means of showing exact frames. */
  | "unsupported-browser"
  /** An image format that the browser does not support. */
  | "image-format"
  /** The request for the bytes failed. */
  | "request"
  /** One picture could not be decoded; others may be fine. */
  | "picture";

export class MediaError extends Error {
  readonly code: MediaErrorCode;
  /** For `unsupported-codec`: the codec as named by the container. */
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

/** The browser's message without its full stop, since the surrounding sentence ends with one. */
function detailOf(cause: unknown): string {
  return messageOf(cause).replace(/\.?(\)?)\.?\s*$/, "$1");
}
