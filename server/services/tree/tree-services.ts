/** Collections, folders, items and files. */
import type { Ports } from "../../ports/index.ts";
import type { AccessService } from "../access/access.service.ts";
import type { SettingService } from "../site/setting.service.ts";
import { AccessListService } from "./access-list.service.ts";
import { ArchiveService } from "./archive.service.ts";
import { CollectionService } from "./collection.service.ts";
import { CopyService } from "./copy.service.ts";
import { FileService } from "./file.service.ts";
import { FolderService } from "./folder.service.ts";
import { ItemService } from "./item.service.ts";
import { SelectionService } from "./selection.service.ts";
import { TrashService } from "./trash.service.ts";
import { type UploadLimits, UploadService } from "./upload.service.ts";

export interface TreeServices {
  readonly accessLists: AccessListService;
  readonly archives: ArchiveService;
  readonly collections: CollectionService;
  readonly copies: CopyService;
  readonly files: FileService;
  readonly folders: FolderService;
  readonly items: ItemService;
  readonly selections: SelectionService;
  readonly trash: TrashService;
  readonly uploads: UploadService;
}

interface Deps {
  readonly access: AccessService;
  readonly settings: SettingService;
}

export function createTreeServices(ports: Ports, { access, settings }: Deps, limits: UploadLimits): TreeServices {
  const folders = new FolderService(ports, access);
  const items = new ItemService(ports, access, folders);
  const archives = new ArchiveService(ports, access);
  const copies = new CopyService(ports, access);
  return {
    accessLists: new AccessListService(ports, access),
    archives,
    collections: new CollectionService(ports, { access, folders, settings }),
    copies,
    files: new FileService(ports, access),
    folders,
    items,
    selections: new SelectionService(ports, { archives, copies, folders, items }),
    trash: new TrashService(ports, access, folders),
    uploads: new UploadService(ports, { access, settings }, limits),
  };
}
