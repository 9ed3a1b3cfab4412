/** How many of a dataset's tracks are reviewed, as a thin bar with numbers; nothing if none are. */
import { Progress } from "@mantine/core";
import { t } from "../../base/texts/index.ts";
import type { Contents } from "../../queries/contents.ts";
import { formatNumber } from "../../ui/text/format.ts";
import { Tip } from "../../ui/tips/Tip.tsx";

export function ReviewProgress({ contents }: { readonly contents: Contents | undefined }) {
  const { tracks = 0, reviewed = 0 } = contents ?? {};
  if (reviewed === null || reviewed === 0 || tracks === 0) return null;
  const text = t("browse.review.share", { reviewed: formatNumber(reviewed), tracks: formatNumber(tracks) });
  return (
    <Tip label={text}>
      <Progress size={4} my={2} value={(reviewed / tracks) * 100} aria-label={text} />
    </Tip>
  );
}
