/** What opens the downloads of a dataset, a folder, a file or a selection. */
import type { ComponentProps, ReactElement } from "react";
import { LateMenu } from "../../ui/LateMenu.tsx";
import type { DownloadItemsProps } from "./DownloadItems.tsx";

interface DownloadMenuProps extends DownloadItemsProps {
  readonly position?: ComponentProps<typeof LateMenu>["position"];
  readonly children: ReactElement<object>;
}

export function DownloadMenu({ position = "bottom-start", children, ...items }: DownloadMenuProps) {
  return (
    <LateMenu
      position={position}
      load={async () => ({ default: (await import("./DownloadItems.tsx")).DownloadItems })}
      items={items}
    >
      {children}
    </LateMenu>
  );
}
