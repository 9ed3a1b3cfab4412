/** "Upload": opens what can be picked. */
import { Button } from "@mantine/core";
import { IconCloudUpload } from "@tabler/icons-react";
import { t } from "../../base/texts/index.ts";
import type { UploadKind } from "../../commands/command.ts";
import { LateMenu } from "../../ui/LateMenu.tsx";

export function UploadButton({ onPick }: { readonly onPick: (kind: UploadKind) => void }) {
  return (
    <LateMenu load={() => import("./UploadItems.tsx")} items={{ onPick }}>
      <Button leftSection={<IconCloudUpload size={16} stroke={1.6} />}>{t("upload.button")}</Button>
    </LateMenu>
  );
}
