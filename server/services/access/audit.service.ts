/**
 * Records who changed access, accounts, groups and settings, and when. An entry is written in the transaction of the
 * change, so that neither exists without the other. It contains no secrets: of a password only that it was changed.
 */
import type { Repositories } from "../../ports/database.ts";
import type { AuditQuery } from "../../ports/audit.repository.ts";
import type { Ports } from "../../ports/index.ts";
import type { AuditArea, AuditChange, AuditRecord, Paged, UserRecord } from "../../ports/records.ts";
import { requireSiteAdmin, type Actor } from "./actor.ts";

export type AuditAction =
  | `access.${"changed" | "cloneCut"}`
  | `user.${"created" | "changed" | "deleted" | "passwordSet" | "linkMade" | "codesOn" | "codesOff"}`
  | `user.${"sessionsEnded" | "keyMade" | "keyChanged" | "keyDeleted"}`
  | `group.${"created" | "changed" | "deleted" | "membersChanged"}`
  | "setting.changed";

export interface AuditEntry {
  readonly action: AuditAction;
  readonly target: { readonly type: string; readonly id: string; readonly name: string };
  readonly changes?: readonly AuditChange[];
}

/** Long values, such as pictures, are truncated. */
const maxValueLength = 200;
const maxChanges = 200;

/** @param actor who did it; without a user: the server itself */
export async function writeAudit(
  tx: Repositories,
  { clock, ids }: Pick<Ports, "clock" | "ids">,
  actor: Actor,
  { action, target, changes = [] }: AuditEntry,
): Promise<void> {
  await tx.audit.append({
    id: ids.next(),
    createdMs: clock.nowMs(),
    actorId: actor.user?.id ?? null,
    actorLogin: actor.user?.login ?? "",
    area: action.slice(0, action.indexOf(".")) as AuditArea,
    action,
    targetType: target.type,
    targetId: target.id,
    targetName: target.name,
    changes: changes.slice(0, maxChanges),
  });
}

export const accountTarget = ({ id, login }: UserRecord): AuditEntry["target"] => ({ type: "user", id, name: login });

/** The differences, member by member, as text. */
export function differences(
  before: Readonly<Record<string, unknown>>,
  after: Readonly<Record<string, unknown>>,
): AuditChange[] {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return names
    .map((name) => ({ name, from: textOf(before[name]), to: textOf(after[name]) }))
    .filter(({ from, to }) => from !== to)
    .map(({ name, from, to }) => ({ name, from: cut(from), to: cut(to) }));
}

function textOf(value: unknown): string | null {
  if (value === undefined || value === null) return null;
  return typeof value === "string" ? value : JSON.stringify(value);
}

const cut = (text: string | null): string | null =>
  text !== null && text.length > maxValueLength ? `${text.slice(0, maxValueLength)}…` : text;

export class AuditService {
  readonly #ports: Ports;

  constructor(ports: Ports) {
    this.#ports = ports;
  }

  async list(actor: Actor, query: AuditQuery): Promise<Paged<AuditRecord>> {
    requireSiteAdmin(actor);
    return await this.#ports.database.audit.list(query);
  }
}
