/** The destination of an upload as a path from the root. */
import { Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { t } from "../../base/texts/index.ts";
import { entryName, placeInfoQuery } from "../../queries/places.ts";
import type { UploadFolder } from "./pending-upload.ts";

export function UploadPlace({ folder }: { readonly folder: UploadFolder }) {
  const { data } = useQuery(placeInfoQuery({ type: "folder", id: folder.id }));
  const above = data?.path.map(({ object }) => entryName(object)) ?? [];
  return (
    <Text size="xs" c="dimmed" style={{ overflowWrap: "anywhere" }}>
      {t("pending.place", { path: [...above, folder.name].join(" / ") })}
    </Text>
  );
}
