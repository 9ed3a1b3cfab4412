/** Tasks that are refused: unknown rules, one person for both roles, bodies of another form. */
import { RequestError } from "../../base/errors.ts";
import { type Check, checkBody, type Checked } from "../../domain/body-check.ts";
import type { newTasksBody } from "../../domain/task.ts";
import type { UserRecord } from "../../ports/records.ts";

export function checked<T>(title: string, check: Check<T>, body: unknown): T {
  const result = checkBody(title, check, body);
  if (!result.ok) throw new RequestError(result.message);
  return result.value;
}

/** There is someone to do the work, and as many people as an overlap needs. */
export function requirePeople({
  assignees,
  overlap,
}: Pick<Checked<typeof newTasksBody>, "assignees" | "overlap">): void {
  if (assignees.length === 0) throw new RequestError("Choose at least one assignee.");
  const { share = 0, people = 1 } = overlap ?? {};
  if (share < 0 || share > 1) throw new RequestError("The share of the overlap is a number from 0 to 1.");
  if (people > assignees.length) throw new RequestError(`An overlap of ${people} people needs as many assignees.`);
}

export const samePerson = (): RequestError =>
  new RequestError("The reviewer is the person who does the work: choose another one, or leave the reviewer out.");

export function requireTwoPeople(assignees: readonly UserRecord[], reviewer: UserRecord | undefined): void {
  if (reviewer !== undefined && assignees.some(({ id }) => id === reviewer.id)) throw samePerson();
}
