/** Preview of a dataset: the image itself, or the first frame of the video as the browser shows it. */
import { Center, Skeleton, Text } from "@mantine/core";
import { IconPhotoOff } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { t } from "../../base/texts/index.ts";
import { datasetMediaQuery } from "../../queries/datasets.ts";
import classes from "./DetailsPanel.module.css";

export function DatasetPreview({ id, name }: { readonly id: string; readonly name: string }) {
  const { data: media, isPending } = useQuery(datasetMediaQuery(id));
  const [broken, setBroken] = useState<string>();
  const image = media?.imageData[0]?.url;
  const video = media?.video?.url;
  const url = video ?? image;
  const label = t("browse.details.preview", { name });

  if (isPending) return <Skeleton className={classes.preview ?? ""} />;
  if (url === undefined || broken === url) {
    return (
      <Center className={classes.preview ?? ""}>
        <IconPhotoOff size={20} stroke={1.4} aria-hidden />
        <Text c="dimmed" ml={6}>
          {t("browse.details.noPreview")}
        </Text>
      </Center>
    );
  }
  return video === undefined ? (
    <img className={classes.preview} src={url} alt={label} loading="lazy" onError={() => setBroken(url)} />
  ) : (
    // The fragment makes browsers show a frame without playing; they fetch only the first bytes.
    <video
      className={classes.preview}
      src={`${url}#t=0.001`}
      preload="metadata"
      muted
      playsInline
      aria-label={label}
      onError={() => setBroken(url)}
    />
  );
}
