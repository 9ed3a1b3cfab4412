/** The "Upload" button: opens the menu of what can be uploaded. */
import { Button, type ButtonProps } from "@mantine/core";
import { IconCloudUpload } from "@tabler/icons-react";
import { t } from "../../base/texts/index.ts";
import type { UploadKind } from "../../commands/command.ts";
import { LazyMenu } from "../../ui/menus/LazyMenu.tsx";
import { lazyPart } from "../../ui/page/lazy-part.tsx";

const UploadItems = lazyPart(async () => (await import("./UploadItems.tsx")).default);

interface UploadButtonProps {
  /** Destination of the datasets, if it is not the shown place. */
  readonly to?: string | undefined;
  /** Default: the page's primary action. */
  readonly variant?: ButtonProps["variant"];
  onPick(kind: UploadKind): void;
}

export function UploadButton({ to, variant = "filled", onPick }: UploadButtonProps) {
  return (
    <LazyMenu entries={UploadItems} items={{ onPick }}>
      <Button variant={variant} leftSection={<IconCloudUpload size={16} stroke={1.6} />}>
        {to === undefined ? t("upload.button") : t("upload.buttonTo", { folder: to })}
      </Button>
    </LazyMenu>
  );
}
