/** The annotation frame rate of videos: their own, or a common one. */
import { Select } from "@mantine/core";
import { t } from "../../base/texts/index.ts";

const fpsValues = [1, 5, 10, 15, 24, 25, 30, 50, 60] as const;
/** Stands for the video's own rate. */
export const videoFps = -1;

interface FrameRateSelectProps {
  readonly fps: number;
  onChange(fps: number): void;
}

export function FrameRateSelect({ fps, onChange }: FrameRateSelectProps) {
  return (
    <Select
      label={t("upload.frameRate")}
      w={150}
      value={String(fps)}
      data={[
        { value: String(videoFps), label: t("upload.fps.video") },
        ...fpsValues.map((value) => ({ value: String(value), label: t("upload.fps.value", { fps: value }) })),
      ]}
      onChange={(value) => {
        if (value !== null) onChange(Number(value));
      }}
    />
  );
}
