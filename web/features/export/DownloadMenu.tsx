/** A button that opens the download menu of a dataset, a folder, a file or a selection. */
import type { ComponentProps, ReactElement } from "react";
import { LazyMenu } from "../../ui/menus/LazyMenu.tsx";
import { lazyPart } from "../../ui/page/lazy-part.tsx";
import type { DownloadItemsProps } from "./DownloadItems.tsx";

const DownloadItems = lazyPart(async () => (await import("./DownloadItems.tsx")).DownloadItems);

interface DownloadMenuProps extends DownloadItemsProps {
  readonly position?: ComponentProps<typeof LazyMenu>["position"];
  readonly children: ReactElement<object>;
}

export function DownloadMenu({ position = "bottom-start", children, ...items }: DownloadMenuProps) {
  return (
    <LazyMenu position={position} entries={DownloadItems} items={items}>
      {children}
    </LazyMenu>
  );
}
