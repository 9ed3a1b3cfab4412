/** Why browsers could not read a storage themselves, as the site remembers it: by storage, the newest failure. */

export const directFailuresKey = "wakeline.direct_failures";

export const directFailureReasons = ["blocked", "refused", "changed"] as const;

/**
 * `blocked`: its rules (CORS) do not allow the site's pages, or it cannot be reached from there; `refused`: it does not
 * accept its own address; `changed`: it has other bytes than were imported.
 */
export type DirectFailureReason = (typeof directFailureReasons)[number];

export interface DirectFailure {
  readonly reason: DirectFailureReason;
  readonly atMs: number;
}

/** A failure is remembered for this long: where pages still fail, they report it again. */
const rememberedMs = 24 * 60 * 60 * 1000;
/** Within this time, no other failure of the same storage is stored: any page can report one. */
const sameMs = 60 * 60 * 1000;

/** The failure of a storage, if it is recent. */
export function directFailureOf(stored: unknown, storageId: string, nowMs: number): DirectFailure | undefined {
  const all = (stored ?? {}) as Readonly<Record<string, DirectFailure>>;
  const found = Object.hasOwn(all, storageId) ? all[storageId] : undefined;
  return found !== undefined && nowMs - found.atMs < rememberedMs ? found : undefined;
}

/** `undefined` if it is known already. */
export function withDirectFailure(
  stored: unknown,
  storageId: string,
  failure: DirectFailure,
): Readonly<Record<string, DirectFailure>> | undefined {
  const known = directFailureOf(stored, storageId, failure.atMs);
  if (known !== undefined && failure.atMs - known.atMs < sameMs) return undefined;
  const all = (stored ?? {}) as Readonly<Record<string, DirectFailure>>;
  const recent = Object.entries(all).filter(([, { atMs }]) => failure.atMs - atMs < rememberedMs);
  return { ...Object.fromEntries(recent), [storageId]: failure };
}
