/** The metadata of a video's item and of its dataset, in the form that clients read. */
import type { Meta } from "../../ports/records.ts";
import type { VideoFacts } from "../../ports/video-probe.ts";

/** Facts about a video in its item's metadata; they become unknown when its content is replaced. */
export function videoItemMeta({ codec, frameCount, width, height, rate }: VideoFacts): Meta {
  const rates = { originalFps: rate.value, originalFpsString: rate.text };
  return { ...rates, codec, source_video: false, frameCount, width, height };
}

export function videoFolderMeta(facts: VideoFacts): Meta {
  const { rate } = facts;
  return { originalFps: rate.value, originalFpsString: rate.text, ffprobe_info: streamInfo(facts) };
}

/** Removes the members that were read from the content of a video or a picture. */
export function withoutContentMeta(meta: Meta): Meta {
  const read = new Set(["originalFps", "originalFpsString", "codec", "frameCount", "width", "height"]);
  return Object.fromEntries(Object.entries(meta).filter(([key]) => !read.has(key)));
}

/** As ffprobe describes a video stream. */
function streamInfo(facts: VideoFacts): Meta {
  return {
    avg_frame_rate: facts.averageRate.text,
    codec_name: facts.codec,
    codec_type: "video",
    duration: String(facts.durationSeconds),
    height: facts.codedHeight,
    nb_frames: String(facts.frameCount),
    r_frame_rate: facts.clockRate.text,
    sample_aspect_ratio: facts.pixelAspect.join(":"),
    width: facts.codedWidth,
    ...(facts.rotation === 0 ? {} : { side_data_list: [{ rotation: -facts.rotation }] }),
  };
}
