/**
 * Converts stored records to API documents: field names, dates and what a caller may see of them (api-v1 section 3).
 */
import type {
  AuthToken,
  Collection,
  FileDocument,
  Folder,
  FolderMeta,
  Item,
  RootPathEntry,
  Upload,
  User,
  UserGroup,
} from "#schemas";

import type { AccessLevel } from "../../base/access-level.ts";
import { storageId } from "../../domain/storage-id.ts";
import { wireDate } from "../../base/wire-date.ts";
import type {
  CollectionRecord,
  FileRecord,
  FolderRecord,
  ItemRecord,
  UploadRecord,
  UserRecord,
} from "../../ports/records.ts";
import type { Accessible } from "../../services/access/access.service.ts";
import type { Actor } from "../../services/access/actor.ts";
import { linkOf, sourceOf } from "../../services/content/open-content.ts";
import type { PathEntry } from "../../services/tree/folder.service.ts";
import type { GroupView } from "../../services/accounts/group.service.ts";
import type { NewToken } from "../../services/accounts/token.service.ts";

export { wireDate };

export function wireFolder({ record, level }: Accessible<FolderRecord>): Folder {
  return {
    _id: record.id,
    _modelType: "folder",
    _accessLevel: level,
    name: record.name,
    description: record.description,
    public: record.public,
    publicFlags: [],
    created: wireDate(record.createdMs),
    updated: wireDate(record.updatedMs),
    size: record.size,
    meta: record.meta as FolderMeta,
    parentId: record.parentId,
    parentCollection: record.parentType,
    creatorId: record.creatorId,
    baseParentType: record.baseParentType,
    baseParentId: record.baseParentId,
    ...(record.foreignMediaId === null ? {} : { foreign_media_id: record.foreignMediaId }),
  };
}

export function wireItem(record: ItemRecord): Item {
  return {
    _id: record.id,
    _modelType: "item",
    name: record.name,
    description: record.description,
    created: wireDate(record.createdMs),
    updated: wireDate(record.updatedMs),
    size: record.size,
    meta: record.meta,
    creatorId: record.creatorId,
    folderId: record.folderId,
    baseParentType: record.baseParentType,
    baseParentId: record.baseParentId,
    ...(record.copyOfItemId === null ? {} : { copyOfItem: record.copyOfItemId }),
  };
}

/** Only administrators see where files are stored. */
export function wireFile(actor: Actor, record: FileRecord): FileDocument {
  return {
    _id: record.id,
    _modelType: "file",
    name: record.name,
    mimeType: record.mimeType,
    itemId: record.itemId,
    exts: record.name.toLowerCase().split(".").slice(1),
    created: wireDate(record.createdMs),
    updated: wireDate(record.updatedMs),
    creatorId: record.creatorId,
    size: record.size,
    ...withLink(linkOf(record)),
    ...(actor.user?.admin === true ? { assetstoreId: sourceOf(record)?.source ?? storageId } : {}),
  };
}

const withLink = (linkUrl: string | undefined) => (linkUrl === undefined ? {} : { linkUrl });

export function wireUpload(record: UploadRecord): Upload {
  return {
    _id: record.id,
    assetstoreId: storageId,
    name: record.name,
    size: record.size,
    received: record.received,
    mimeType: record.mimeType,
    // To clients, replacing a file's content is an upload into its item.
    parentType: record.parentType === "folder" ? "folder" : "item",
    parentId: record.parentId,
    userId: record.userId,
    created: wireDate(record.createdMs),
    updated: wireDate(record.updatedMs),
  };
}

export function wireCollection({ record, level }: Accessible<CollectionRecord>): Collection {
  return {
    _id: record.id,
    _modelType: "collection",
    _accessLevel: level,
    name: record.name,
    description: record.description,
    public: record.public,
    publicFlags: [],
    created: wireDate(record.createdMs),
    updated: wireDate(record.updatedMs),
    size: 0,
    meta: record.meta,
  };
}

export function wireGroup({ record, level }: GroupView): UserGroup {
  return {
    _id: record.id,
    _modelType: "group",
    _accessLevel: level,
    name: record.name,
    description: record.description,
    public: record.public,
    created: wireDate(record.createdMs),
    updated: wireDate(record.updatedMs),
    addAllowed: record.addAllowed,
    _addToGroupPolicy: "nomod",
  };
}

/** Email address and status are visible only to the user and administrators. */
export function wireUser(actor: Actor, record: UserRecord): User {
  const isSelf = actor.user?.id === record.id;
  const level: AccessLevel = isSelf || actor.user?.admin === true ? 2 : 0;
  return {
    _id: record.id,
    _modelType: "user",
    _accessLevel: level,
    login: record.login,
    firstName: record.firstName,
    lastName: record.lastName,
    admin: record.admin,
    public: true,
    created: wireDate(record.createdMs),
    user_private_queue_enabled: record.privateQueueEnabled,
    ...(level < 2
      ? {}
      : {
          email: record.email,
          status: record.status,
          emailVerified: record.emailVerified,
          groups: [],
          groupInvites: [],
          otp: record.otpStep !== null,
          size: 0,
          ...(record.language === null ? {} : { language: record.language }),
          ...(record.theme === null ? {} : { theme: record.theme }),
        }),
  };
}

export function wireToken(token: NewToken): AuthToken {
  return { token: token.text, expires: wireDate(token.record.expiresMs), scope: token.record.scopes };
}

export function wirePathEntry(actor: Actor, entry: PathEntry): RootPathEntry {
  if (entry.type === "folder") return { type: "folder", object: wireFolder(entry.object) };
  if (entry.type === "collection") return { type: "collection", object: wireCollection(entry.object) };
  return { type: "user", object: wireUser(actor, entry.object.record) };
}
