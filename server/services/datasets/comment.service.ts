/**
 * Comments on a dataset: anyone who can read it can read them, anyone who can write it can write them, and people
 * change their own. They are not annotations and not part of any revision.
 */
import type { Comment } from "#schemas";

import { AccessLevel } from "../../base/access-level.ts";
import { AccessError, RequestError } from "../../base/errors.ts";
import { isObjectId } from "../../base/object-id.ts";
import { wireDate } from "../../base/wire-date.ts";
import { checkBody } from "../../domain/body-check.ts";
import { commentChangeBody, mentionedLogins, maxComments, newCommentBody } from "../../domain/comment.ts";
import type { CommentRecord } from "../../ports/comment.repository.ts";
import type { Repositories } from "../../ports/database.ts";
import type { Ports } from "../../ports/index.ts";
import type { FolderRecord, UserRecord } from "../../ports/records.ts";
import type { AccessService } from "../access/access.service.ts";
import { requireUser, type Actor } from "../access/actor.ts";
import type { DatasetMessages } from "../site/dataset-messages.ts";
import type { NotificationService } from "../site/notification.service.ts";
import { recordEvent } from "../access/record-event.ts";
import { requireDataset } from "../tree/dataset-folder.ts";

interface Deps {
  readonly access: AccessService;
  readonly messages: DatasetMessages;
  readonly notifications: NotificationService;
}

export class CommentService {
  readonly #ports: Ports;
  readonly #access: AccessService;
  readonly #messages: DatasetMessages;
  readonly #notifications: NotificationService;

  constructor(ports: Ports, { access, messages, notifications }: Deps) {
    this.#ports = ports;
    this.#access = access;
    this.#messages = messages;
    this.#notifications = notifications;
  }

  /** Oldest first. */
  async list(actor: Actor, datasetId: string): Promise<Comment[]> {
    requireUser(actor);
    const { record } = await this.#access.requireFolder(actor, datasetId);
    return (await this.#ports.database.comments.list(record.id)).map(commentOf);
  }

  /** @throws RequestError if the body is invalid, its thread is gone, or the dataset has too many comments */
  async create(actor: Actor, datasetId: string, body: unknown): Promise<Comment> {
    const user = requireUser(actor);
    const { folder, comment } = await this.#ports.database.transaction({ dataset: datasetId }, async (tx) => {
      const { record } = await this.#access.requireFolder(actor, datasetId, AccessLevel.write, tx);
      requireDataset(record);
      const { text, threadId, anchor = {} } = checked("NewComment", newCommentBody, body);
      if ((await tx.comments.count(record.id)) >= maxComments) {
        throw new RequestError(`The dataset has ${maxComments} comments, the maximum: delete some first.`);
      }
      const thread = threadId === undefined ? undefined : await requireThread(tx, record, threadId);
      if (thread?.resolvedMs != null) await tx.comments.update(thread.id, { resolvedMs: null, resolvedBy: null });
      const id = this.#ports.ids.next();
      const made: CommentRecord = {
        id,
        datasetId: record.id,
        threadId: thread?.id ?? id,
        authorId: user.id,
        authorLogin: user.login,
        text,
        anchor: thread === undefined ? anchor : {},
        createdMs: this.#ports.clock.nowMs(),
        editedMs: null,
        resolvedMs: null,
        resolvedBy: null,
      };
      await tx.comments.insertMany([made]);
      const data = { commentId: made.id, threadId: made.threadId, text: made.text, anchor: made.anchor };
      await recordEvent(tx, this.#ports, { event: "comment.created", folder: record, user, data });
      return { folder: record, comment: made };
    });
    await this.#announce(folder.id, user);
    await this.#notifyMentioned(folder, comment, mentionedLogins(comment.text));
    return commentOf(comment);
  }

  /** @throws AccessError if it is another person's text, RequestError if the comment is gone or the body is invalid */
  async update(actor: Actor, datasetId: string, commentId: string, body: unknown): Promise<Comment> {
    const user = requireUser(actor);
    const { folder, before, after } = await this.#ports.database.transaction({ dataset: datasetId }, async (tx) => {
      const { record } = await this.#access.requireFolder(actor, datasetId, AccessLevel.write, tx);
      const comment = await requireComment(tx, record, commentId);
      const { text, resolved } = checked("CommentChange", commentChangeBody, body);
      const nowMs = this.#ports.clock.nowMs();
      if (text !== undefined && comment.authorId !== user.id) {
        throw new AccessError(`Only ${comment.authorLogin} can change this comment. Reply to it instead.`);
      }
      if (resolved !== undefined && comment.id !== comment.threadId) {
        throw new RequestError("Only a whole thread can be resolved: give the id of its first comment.");
      }
      const changes = {
        ...(text !== undefined && text !== comment.text && { text, editedMs: nowMs }),
        ...(resolved === true && comment.resolvedMs === null && { resolvedMs: nowMs, resolvedBy: user.login }),
        ...(resolved === false && { resolvedMs: null, resolvedBy: null }),
      };
      await tx.comments.update(comment.id, changes);
      return { folder: record, before: comment, after: { ...comment, ...changes } };
    });
    await this.#announce(folder.id, user);
    const known = mentionedLogins(before.text);
    await this.#notifyMentioned(
      folder,
      after,
      mentionedLogins(after.text).filter((login) => !known.includes(login)),
    );
    return commentOf(after);
  }

  /** @throws AccessError if others wrote it, or replied to it, and the caller does not administrate the dataset */
  async remove(actor: Actor, datasetId: string, commentId: string): Promise<void> {
    const user = requireUser(actor);
    const folder = await this.#ports.database.transaction({ dataset: datasetId }, async (tx) => {
      const { record, level } = await this.#access.requireFolder(actor, datasetId, AccessLevel.read, tx);
      const comment = await requireComment(tx, record, commentId);
      const isThread = comment.id === comment.threadId;
      const thread = isThread
        ? (await tx.comments.list(record.id)).filter(({ threadId }) => threadId === comment.id)
        : [comment];
      const ownsAll = level >= AccessLevel.write && thread.every(({ authorId }) => authorId === user.id);
      if (level < AccessLevel.admin && !ownsAll) {
        throw new AccessError(
          comment.authorId === user.id
            ? "Others have replied: only administrators of the dataset can delete the thread. Resolve it instead."
            : "Only its author, or administrators of the dataset, can delete a comment.",
        );
      }
      await (isThread ? tx.comments.removeThread(comment.id) : tx.comments.remove(comment.id));
      return record;
    });
    await this.#announce(folder.id, user);
  }

  async #announce(datasetId: string, { id: authorId }: UserRecord): Promise<void> {
    await this.#messages.publish({ type: "comments_changed", datasetId, data: { authorId } });
  }

  /** Sends a notification to everyone mentioned who can read the dataset, and a mail if the site sends mail. */
  async #notifyMentioned(dataset: FolderRecord, comment: CommentRecord, logins: readonly string[]): Promise<void> {
    const { database, mailer } = this.#ports;
    for (const login of logins) {
      const user = await database.users.findByLogin(login);
      if (user?.status !== "enabled" || user.id === comment.authorId) continue;
      const [view] = await this.#access.withLevels({ user }, "folder", [dataset]);
      if (view === undefined || view.level < AccessLevel.read) continue;
      const { id: datasetId, name: datasetName } = dataset;
      const { id: commentId, authorLogin, text } = comment;
      await this.#notifications.publish(user.id, "comment_mention", {
        datasetId,
        datasetName,
        commentId,
        threadId: comment.threadId,
        authorLogin,
        text,
      });
      mailer?.post({ to: user.email, ...mentionMail(dataset, comment, mailer.siteUrl) });
    }
  }
}

function checked<T>(title: string, check: Parameters<typeof checkBody<T>>[1], body: unknown): T {
  const result = checkBody(title, check, body);
  if (!result.ok) throw new RequestError(result.message);
  return result.value;
}

async function requireComment(tx: Repositories, dataset: FolderRecord, id: string): Promise<CommentRecord> {
  const comment = isObjectId(id) ? await tx.comments.find(id.toLowerCase()) : undefined;
  if (comment?.datasetId !== dataset.id) {
    throw new RequestError("The comment no longer exists: it may have been deleted.", 404);
  }
  return comment;
}

async function requireThread(tx: Repositories, dataset: FolderRecord, id: string): Promise<CommentRecord> {
  const comment = await requireComment(tx, dataset, id);
  return comment.id === comment.threadId ? comment : await requireComment(tx, dataset, comment.threadId);
}

function commentOf(record: CommentRecord): Comment {
  const { id, threadId, text, authorId, authorLogin, createdMs, editedMs, resolvedMs, resolvedBy, anchor } = record;
  return {
    _id: id,
    threadId,
    text,
    authorId,
    authorLogin,
    created: wireDate(createdMs),
    ...(editedMs !== null && { edited: wireDate(editedMs) }),
    ...(id === threadId && { anchor }),
    ...(resolvedMs !== null && { resolved: { at: wireDate(resolvedMs), byLogin: resolvedBy ?? "" } }),
  };
}

const oneLine = (text: string): string => text.replaceAll(/\s+/g, " ").trim();

const mentionMail = ({ id, name }: FolderRecord, { authorLogin, text, threadId }: CommentRecord, siteUrl: string) => ({
  subject: oneLine(`${authorLogin} mentioned you in ${name}`),
  text: [`${authorLogin} wrote:`, "", text, "", `${siteUrl}/viewer/${id}?comment=${threadId}`, ""].join("\n"),
});
