/** "Upload": opens what can be picked. */
import { Button } from "@mantine/core";
import { IconCloudUpload } from "@tabler/icons-react";
import { t } from "../../base/texts/index.ts";
import type { UploadKind } from "../../commands/command.ts";
import { LateMenu } from "../../ui/LateMenu.tsx";

interface UploadButtonProps {
  /** Where the datasets go, when that is not the place that is shown. */
  readonly to?: string | undefined;
  onPick(kind: UploadKind): void;
}

export function UploadButton({ to, onPick }: UploadButtonProps) {
  return (
    <LateMenu load={() => import("./UploadItems.tsx")} items={{ onPick }}>
      <Button leftSection={<IconCloudUpload size={16} stroke={1.6} />}>
        {to === undefined ? t("upload.button") : t("upload.buttonTo", { folder: to })}
      </Button>
    </LateMenu>
  );
}
