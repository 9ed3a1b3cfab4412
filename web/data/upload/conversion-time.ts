/**
 * Estimates how long the server will take to convert a video: from earlier conversions, or else by a rule of thumb.
 */
import { publicSettings } from "../../api/site.ts";
import { t } from "../../base/texts/index.ts";
import { formatSpan } from "../../ui/text/format.ts";
import type { VideoFacts } from "../../media/video-facts.ts";
import { videoFps } from "./FrameRateSelect.tsx";

interface Speed {
  readonly pixelsPerSecond: number;
  readonly bytesPerSecond: number;
}

/** Full HD at about thirty frames per second on two cores. */
const usual: Speed = { pixelsPerSecond: 60_000_000, bytesPerSecond: 2_000_000 };

/** As text; reads signals. @param facts `undefined`: the file cannot be read here, so the estimate uses its size */
export function conversionText(file: File, facts: VideoFacts | undefined): string {
  const measured = speedOf(publicSettings.value["wakeline.conversion_speed"]);
  const time = spanText(conversionSeconds(file.size, facts, measured ?? usual));
  return measured === undefined ? t("pending.convert.guessed", { time }) : t("pending.convert.measured", { time });
}

export function conversionSeconds(bytes: number, facts: VideoFacts | undefined, speed: Speed): number {
  if (facts === undefined) return bytes / speed.bytesPerSecond;
  return (facts.frameCountAt(videoFps) * facts.size.width * facts.size.height) / speed.pixelsPerSecond;
}

function spanText(seconds: number): string {
  if (seconds < 60) return t("pending.convert.soon");
  const minutes = Math.ceil(seconds / 60);
  return minutes < 100 ? formatSpan(minutes, "minute") : formatSpan(Math.round(minutes / 6) / 10, "hour");
}

function speedOf(value: unknown): Speed | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  const { pixelsPerSecond, bytesPerSecond } = value as Partial<Speed>;
  const isSpeed = (one: unknown): one is number => typeof one === "number" && one > 0;
  return isSpeed(pixelsPerSecond) && isSpeed(bytesPerSecond) ? { pixelsPerSecond, bytesPerSecond } : undefined;
}
