/** A menu entry that downloads the file at an address. */
import { Menu } from "@mantine/core";
import type { ReactNode } from "react";

interface DownloadLinkProps {
  readonly href: string;
  readonly icon: ReactNode;
  readonly label: string;
}

export function DownloadLink({ href, icon, label }: DownloadLinkProps) {
  return (
    <Menu.Item component="a" href={href} download leftSection={icon}>
      {label}
    </Menu.Item>
  );
}
