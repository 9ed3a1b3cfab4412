/** Renders the icons that commands name. Those of the viewer are loaded with it. */
import {
  IconAlertTriangle,
  IconArrowUp,
  IconBook,
  IconBriefcase,
  IconChecks,
  IconChevronsLeft,
  IconChevronsRight,
  IconCommand,
  IconCopy,
  IconCube,
  IconDatabase,
  IconFileImport,
  IconFolderOpen,
  IconFolderPlus,
  IconFolderSymlink,
  IconKey,
  IconKeyboard,
  IconLayoutGrid,
  IconLink,
  IconLock,
  IconLogout,
  IconMovie,
  IconPencil,
  IconPhoto,
  IconPhotoEdit,
  IconRowInsertBottom,
  IconRowInsertTop,
  IconSearch,
  IconShare3,
  IconStereoGlasses,
  IconSunMoon,
  IconTags,
  IconTargetArrow,
  IconTrash,
  IconUserCog,
  IconUsers,
  IconX,
  type TablerIcon,
} from "@tabler/icons-react";
import type { IconName, PageIconName, ViewerIconName } from "../../commands/icon-name.ts";

const pageIcons: Readonly<Record<PageIconName, TablerIcon>> = {
  account: IconUserCog,
  arrowUp: IconArrowUp,
  cameras: IconLayoutGrid,
  checks: IconChecks,
  chevronsLeft: IconChevronsLeft,
  chevronsRight: IconChevronsRight,
  command: IconCommand,
  copy: IconCopy,
  data: IconDatabase,
  fileImport: IconFileImport,
  folderOpen: IconFolderOpen,
  folderPlus: IconFolderPlus,
  guide: IconBook,
  images: IconPhoto,
  jobs: IconBriefcase,
  key: IconKey,
  keyboard: IconKeyboard,
  launch: IconPhotoEdit,
  link: IconLink,
  lock: IconLock,
  logout: IconLogout,
  models: IconCube,
  move: IconFolderSymlink,
  rename: IconPencil,
  rowDown: IconRowInsertBottom,
  rowUp: IconRowInsertTop,
  scoring: IconTargetArrow,
  search: IconSearch,
  shared: IconShare3,
  stereo: IconStereoGlasses,
  tags: IconTags,
  theme: IconSunMoon,
  trash: IconTrash,
  users: IconUsers,
  video: IconMovie,
  warning: IconAlertTriangle,
  x: IconX,
};

const icons: Partial<Record<IconName, TablerIcon>> = { ...pageIcons };

export function addIcons(added: Readonly<Record<ViewerIconName, TablerIcon>>): void {
  Object.assign(icons, added);
}

export function CommandIcon({ name, size = 16 }: { readonly name: IconName; readonly size?: number }) {
  const Icon = icons[name];
  return Icon && <Icon size={size} stroke={1.6} />;
}
