/** Tasks that are refused: unknown rules, one person for both roles, bodies of another form. */
import { issueRules } from "#core/types";

import { RequestError } from "../../base/errors.ts";
import { type Check, checkBody } from "../../domain/body-check.ts";
import type { UserRecord } from "../../ports/records.ts";

export function checked<T>(title: string, check: Check<T>, body: unknown): T {
  const result = checkBody(title, check, body);
  if (!result.ok) throw new RequestError(result.message);
  return result.value;
}

/** A misspelled rule would never be broken. */
export function requireRules(rules: readonly string[] = []): void {
  const unknown = rules.find((rule) => !issueRules.some((known) => known === rule));
  if (unknown !== undefined) {
    throw new RequestError(`There is no rule ${unknown}. The rules are: ${issueRules.join(", ")}.`);
  }
}

export const samePerson = (): RequestError =>
  new RequestError("The reviewer is the person who does the work: choose another one, or leave the reviewer out.");

export function requireTwoPeople(assignees: readonly UserRecord[], reviewer: UserRecord | undefined): void {
  if (reviewer !== undefined && assignees.some(({ id }) => id === reviewer.id)) throw samePerson();
}
