/** The file that a job has made of media and annotations, as a link; nothing where a job has made none. */
import { Button } from "@mantine/core";
import { IconDownload } from "@tabler/icons-react";
import type { Job } from "#schemas/wire";
import { api } from "../../api/client.ts";
import { t } from "../../base/texts/index.ts";

export interface RenderedFileProps {
  readonly job: Job;
  readonly size: "compact-xs" | "sm";
}

export function RenderedFile({ job, size }: RenderedFileProps) {
  const result = job.meta["result"] as { readonly itemId?: unknown; readonly name?: unknown } | undefined;
  if (typeof result?.itemId !== "string") return null;
  const label = t("render.download", { name: String(result.name ?? "") });
  return (
    <Button
      component="a"
      href={api.url("item.download", { id: result.itemId })}
      download
      aria-label={label}
      size={size}
      {...(size === "compact-xs" && { variant: "light" })}
      leftSection={<IconDownload size={14} stroke={1.75} />}
    >
      {size === "sm" ? label : t("browse.download")}
    </Button>
  );
}
