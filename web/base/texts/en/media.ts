/** Why a video or a picture cannot be shown, and what the user can do. */
export const media = {
  "error.notMedia": "{name} is not a readable video. Check the file, or convert it to MP4 or WebM and upload it again.",
  "error.empty": "{name} is empty: it has 0 bytes. Upload it again.",
  "error.noVideoTrack": "{name} has no video track. Upload a file that contains video.",
  "error.truncated": "{name} is cut off or damaged: {detail}. Upload the complete file again.",
  "error.unsupportedCodec":
    "This browser cannot decode {codec}, the codec of {name}. Convert the video to H.264 and upload it again, or use a browser that supports it.",
  "error.unsupportedBrowser":
    "This browser cannot show exact frames here. Open this page over https, or use a current browser.",
  "error.noPictures": "{name} has a video track but not a single picture. Check the file and upload it again.",
  "error.request": "{name} could not be loaded: {detail}. Check the connection and try again.",
  "error.picture": "Frame {frame} of {name} could not be decoded: {detail}.",
  "error.noImages": "This dataset has no pictures. Upload images to it.",
  "error.imageFormat": "{name} is not a picture that this browser can show. Upload it as PNG or JPEG.",
  "detail.noTables": "its index is missing",
  "detail.dataEndsEarly": "its index lists {count} pictures, but the data ends before the last one",
  "detail.notDecoded": "the decoder skipped it",
  "detail.unknownCodec": "an unknown codec",
  "detail.notShown": "the browser’s video player did not show it",
} as const;
