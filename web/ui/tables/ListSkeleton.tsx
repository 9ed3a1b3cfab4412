/** A placeholder for a list that is loading; visible only if that takes noticeably long. */
import { Skeleton, Stack } from "@mantine/core";
import { t } from "../../base/texts/index.ts";
import classes from "./ListSkeleton.module.css";
import { statusProps } from "../page/announce.ts";

const widths = ["38%", "52%", "31%", "45%", "36%", "49%"] as const;

export function ListSkeleton() {
  return (
    <Stack className={classes.late ?? ""} gap={22} p="md" {...statusProps} aria-label={t("common.loading")}>
      {widths.map((width) => (
        <Skeleton key={width} h={14} w={width} />
      ))}
    </Stack>
  );
}
