/** Where people are in a dataset they have open: sent to the others immediately, and not stored. */
import { ValidationError } from "../../base/errors.ts";
import { boolean, checkBody, integer, listOf, object, optional, text } from "../../domain/body-check.ts";
import type { Ports } from "../../ports/index.ts";
import type { AccessService } from "../access/access.service.ts";
import { requireUser, type Actor } from "../access/actor.ts";
import type { DatasetMessages } from "../site/dataset-messages.ts";

/** More are not shown. The bus between servers carries small messages. */
const maxTracks = 50;
const maxCharacters = 200;
/** Per user, over all pages together: a page sends at most four. Further messages are not sent to the others. */
const maxMessagesASecond = 20;

const presenceBody = object(
  {
    page: text,
    set: optional(text),
    camera: optional(text),
    frame: optional(integer(0)),
    tracks: optional(listOf(integer(0))),
    isHidden: optional(boolean),
    isGone: optional(boolean),
  },
  "drop",
);

export class PresenceService {
  readonly #ports: Ports;
  readonly #access: AccessService;
  readonly #messages: DatasetMessages;
  /** Messages in the second that began at `fromMs`, by user. */
  readonly #sent = { fromMs: 0, byUser: new Map<string, number>() };

  constructor(ports: Ports, access: AccessService, messages: DatasetMessages) {
    this.#ports = ports;
    this.#access = access;
    this.#messages = messages;
  }

  /** @returns the newest revision: a page that missed the message of a save learns of it here */
  async publish(actor: Actor, datasetId: string, body: unknown): Promise<number> {
    const { id: userId, login } = requireUser(actor);
    const { record } = await this.#access.requireFolder(actor, datasetId);
    const checked = checkBody("Presence", presenceBody, body);
    if (!checked.ok) throw new ValidationError(checked.message);
    const { page, set = "", camera = null, frame = null, tracks = [], isHidden, isGone = false } = checked.value;
    const isLong = [page, set, camera ?? ""].some((each) => each.length > maxCharacters);
    if (isLong || tracks.length > maxTracks) {
      throw new ValidationError(`At most ${maxTracks} tracks and names of ${maxCharacters} characters are accepted.`);
    }
    const data = { userId, login, page, set, camera, frame, tracks, isHidden, isGone };
    if (this.#mayPublish(userId)) await this.#messages.publish({ type: "presence", datasetId: record.id, data });
    return await this.#ports.database.annotations.head(record.id);
  }

  #mayPublish(userId: string): boolean {
    const nowMs = this.#ports.clock.steadyMs();
    const sent = this.#sent;
    if (nowMs - sent.fromMs >= 1000) {
      sent.fromMs = nowMs;
      sent.byUser.clear();
    }
    const count = (sent.byUser.get(userId) ?? 0) + 1;
    sent.byUser.set(userId, count);
    return count <= maxMessagesASecond;
  }
}
