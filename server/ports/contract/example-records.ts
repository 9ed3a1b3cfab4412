/** Complete records for the contract suites, so that a test names only the fields it is about. */
import { newObjectId } from "../../base/object-id.ts";
import type { CommentRecord } from "../comment.repository.ts";
import type { TaskRecord } from "../task.repository.ts";
import type { DeliveryRecord, WebhookRecord } from "../webhook.repository.ts";
import type { FileRecord, FolderRecord, ItemRecord, JobRecord, UserRecord } from "../records.ts";

export function userRecord(login: string, changes: Partial<UserRecord> = {}): UserRecord {
  return {
    id: newObjectId(),
    login,
    email: `${login}@example.org`,
    firstName: "First",
    lastName: "Last",
    admin: false,
    status: "enabled",
    passwordHash: null,
    emailVerified: false,
    privateQueueEnabled: false,
    otpSecret: null,
    otpStep: null,
    language: null,
    theme: null,
    createdMs: 1_700_000_000_123,
    ...changes,
  };
}

export function folderRecord(
  name: string,
  parent: UserRecord | FolderRecord,
  changes: Partial<FolderRecord> = {},
): FolderRecord {
  const isUser = "login" in parent;
  return {
    id: newObjectId(),
    name,
    description: "",
    parentType: isUser ? "user" : "folder",
    parentId: parent.id,
    baseParentType: "user",
    baseParentId: isUser ? parent.id : parent.baseParentId,
    creatorId: isUser ? parent.id : parent.creatorId,
    public: false,
    size: 0,
    meta: {},
    foreignMediaId: null,
    trashId: null,
    createdMs: 1000,
    updatedMs: 2000,
    ...changes,
  };
}

export function itemRecord(name: string, folder: FolderRecord, changes: Partial<ItemRecord> = {}): ItemRecord {
  return {
    id: newObjectId(),
    folderId: folder.id,
    name,
    description: "",
    creatorId: folder.creatorId,
    size: 0,
    meta: {},
    copyOfItemId: null,
    baseParentType: folder.baseParentType,
    baseParentId: folder.baseParentId,
    createdMs: 1000,
    updatedMs: 2000,
    ...changes,
  };
}

export function fileRecord(name: string, item: ItemRecord, changes: Partial<FileRecord> = {}): FileRecord {
  return {
    id: newObjectId(),
    itemId: item.id,
    name,
    mimeType: "text/plain",
    size: 0,
    content: null,
    creatorId: item.creatorId,
    createdMs: 1000,
    updatedMs: 2000,
    ...changes,
  };
}

export function jobRecord(title: string, user: UserRecord | null, changes: Partial<JobRecord> = {}): JobRecord {
  return {
    id: newObjectId(),
    title,
    type: "convert",
    userId: user?.id ?? null,
    parentId: null,
    datasetId: null,
    public: false,
    status: 0,
    handler: "celery_handler",
    args: [],
    kwargs: {},
    meta: {},
    params: null,
    dedupeKey: null,
    progress: null,
    timestamps: [],
    createdMs: 1000,
    updatedMs: 1000,
    whenMs: 1000,
    ...changes,
  };
}

export function commentRecord(datasetId: string, author: UserRecord, more: Partial<CommentRecord> = {}): CommentRecord {
  const id = newObjectId();
  return {
    id,
    datasetId,
    threadId: id,
    authorId: author.id,
    authorLogin: author.login,
    text: "Is it a cod?",
    anchor: {},
    createdMs: 1,
    editedMs: null,
    resolvedMs: null,
    resolvedBy: null,
    ...more,
  };
}

export function taskRecord(datasetId: string, assignee: UserRecord, more: Partial<TaskRecord> = {}): TaskRecord {
  return {
    id: newObjectId(),
    datasetId,
    setName: "",
    assigneeId: assignee.id,
    reviewerId: null,
    state: "toDo",
    priority: "normal",
    due: null,
    version: 1,
    createdMs: 1,
    content: {
      ranges: [],
      instructions: "All fish",
      types: [],
      attributes: [],
      rules: [],
      assigneeLogin: assignee.login,
      reviewerLogin: "",
      creatorLogin: "boss",
      history: [],
    },
    ...more,
  };
}

export function webhookRecord(creator: UserRecord, more: Partial<WebhookRecord> = {}): WebhookRecord {
  return {
    id: newObjectId(),
    folderId: null,
    url: "https://example.org/hook",
    secret: "s",
    events: ["job.ended"],
    description: "",
    active: true,
    creatorId: creator.id,
    creatorLogin: creator.login,
    createdMs: 1,
    ...more,
  };
}

export function deliveryRecord(webhookId: string, more: Partial<DeliveryRecord> = {}): DeliveryRecord {
  return {
    id: newObjectId(),
    webhookId,
    event: "job.ended",
    content: { data: {} },
    createdMs: 1,
    dueMs: 1,
    tries: 0,
    answered: null,
    failure: null,
    endedMs: null,
    ...more,
  };
}
