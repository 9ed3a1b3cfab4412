/**
 * Jobs: work that goes on after a request was answered. This server finishes everything within the request, so there are
 * none; clients ask all the same.
 */
import type { Job, JobStatus } from "#schemas";

import { MissingError } from "../base/errors.ts";
import { requireUser, type Actor } from "./actor.ts";

export class JobService {
  /** The caller's own; anonymous callers have none. */
  async list(_actor: Actor): Promise<Job[]> {
    return [];
  }

  async listAll(actor: Actor): Promise<Job[]> {
    requireUser(actor);
    return [];
  }

  /** Jobs of all users that are not finished. */
  async countOutstanding(actor: Actor): Promise<number> {
    requireUser(actor);
    return 0;
  }

  async typesAndStatuses(actor: Actor): Promise<{ types: string[]; statuses: JobStatus[] }> {
    requireUser(actor);
    return { types: [], statuses: [] };
  }

  async get(_actor: Actor, id: string): Promise<Job> {
    throw new MissingError("job", id);
  }
}
