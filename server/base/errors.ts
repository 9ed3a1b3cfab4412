/**
 * Expected failures: every error the server reports to a client is one of these, thrown where the rule is checked and
 * turned into a response in one place (`plugins/errors.ts`). `type` and `code` are for programs; the texts are for
 * users, and no code matches them.
 */

import type { ErrorCode } from "#schemas";

import { type AccessLevel, accessLevelName } from "./access-level.ts";

export type ErrorType = "rest" | "validation" | "access" | "conflict";

/** Base class of all errors that a caller may see. */
export class DomainError extends Error {
  readonly type: ErrorType;
  /** The invalid parameter or property, if there is one. */
  readonly field: string | undefined;
  /** Extra word for clients that must distinguish two errors of a type (`disabled`, `emailVerification`). */
  readonly extra: string | undefined;
  /** Set where programs must distinguish this error from others. */
  readonly code: ErrorCode | undefined;
  /** HTTP status if it differs from the usual one of the type. */
  readonly status: number | undefined;
  /** Seconds after which a retry may succeed; sent as `Retry-After`. */
  readonly retryAfterSeconds: number | undefined;

  constructor(
    type: ErrorType,
    message: string,
    more: { field?: string; extra?: string; code?: ErrorCode; status?: number; retryAfterSeconds?: number } = {},
  ) {
    super(message);
    this.name = new.target.name;
    this.type = type;
    this.field = more.field;
    this.extra = more.extra;
    this.code = more.code;
    this.status = more.status;
    this.retryAfterSeconds = more.retryAfterSeconds;
  }
}

/** A value that breaks a rule; 400 with the name of the field. */
export class ValidationError extends DomainError {
  constructor(message: string, field?: string, code?: ErrorCode) {
    super("validation", message, { ...(field !== undefined && { field }), ...(code !== undefined && { code }) });
  }
}

/** The caller lacks a right; 401 when not signed in, else 403. */
export class AccessError extends DomainError {
  constructor(message: string, extra?: string) {
    super("access", message, extra === undefined ? {} : { extra });
  }
}

/** The caller's level on a document is too low. The message is Girder's, which its clients test for. */
export class DeniedError extends AccessError {
  readonly model: string;
  readonly level: AccessLevel;

  constructor(model: string, id: string, level: AccessLevel, userId: string | undefined) {
    super(`${accessLevelName(level)} access denied for ${model} ${id} (user ${userId ?? "None"}).`);
    [this.model, this.level] = [model, level];
  }
}

/** A sign-in that failed; always 401, for every caller. */
export class LoginError extends DomainError {
  constructor(message: string, more: { extra?: string; code?: ErrorCode } = {}) {
    super("access", message, { ...more, status: 401 });
  }
}

/** A request that cannot be carried out as sent; 400 unless another status is given. */
export class RequestError extends DomainError {
  constructor(message: string, status = 400, code?: ErrorCode) {
    super("rest", message, code === undefined ? { status } : { status, code });
  }
}

/** A document that does not exist. Girder answers 400, and its clients test for that. */
export class MissingError extends RequestError {
  readonly model: string;
  readonly id: string;

  constructor(model: string, id: string) {
    super(`Invalid ${model} id (${id}).`, 400, "missing");
    [this.model, this.id] = [model, id];
  }
}

/** Too many requests, by one caller or by all together; 429. @param what a sentence, to which the wait is appended */
export class TooManyRequestsError extends DomainError {
  constructor(what: string, waitMs: number) {
    const seconds = Math.max(1, Math.ceil(waitMs / 1000));
    const time = seconds === 1 ? "1 second" : `${seconds} seconds`;
    super("rest", `${what} Try again in ${time}.`, {
      status: 429,
      code: "too-many-requests",
      retryAfterSeconds: seconds,
    });
  }
}

/** The client no longer waits for the response. */
export class ClientGoneError extends DomainError {
  constructor() {
    super("rest", "The client has gone.", { status: 499 });
  }
}

/** The disk or the bucket cannot take more; 507. */
export class StorageFullError extends DomainError {
  constructor(message = "The server has no space left to store this. Ask an administrator to free some.") {
    super("rest", message, { status: 507, code: "storage-full" });
  }
}

/** The disk or the bucket is not writable; 503. */
export class StorageReadOnlyError extends DomainError {
  constructor(message = "The server's data folder cannot be written at the moment. Ask an administrator to check it.") {
    super("rest", message, { status: 503, code: "storage-read-only" });
  }
}

/** The stored content of a file is missing from the disk or the bucket; 500. */
export class ContentLostError extends DomainError {
  constructor(name: string, cause: unknown) {
    super(
      "rest",
      `The content of ${name} is missing on the server. Upload the file again, or ask an administrator to restore it from a backup.`,
      { status: 500 },
    );
    this.cause = cause;
  }
}

/** The database or the bucket does not answer; 503. A retry may succeed. */
export class StorageGoneError extends DomainError {
  constructor(cause: unknown) {
    super("rest", "The server's storage does not answer at the moment. Nothing is lost; try again in a moment.", {
      status: 503,
      code: "storage-gone",
    });
    this.cause = cause;
  }
}

/** The server is shutting down; 503. A retry reaches another server of the site, or this one after its restart. */
export class StoppingError extends DomainError {
  constructor() {
    super("rest", "The server is being stopped. Nothing was changed; try again in a moment.", {
      status: 503,
      code: "stopping",
      retryAfterSeconds: 2,
    });
  }
}

/** Others are writing the same thing, and this caller has waited long enough; 503. */
export class BusyError extends DomainError {
  constructor() {
    super(
      "rest",
      "The server is busy with other changes to the same data. Nothing was changed; try again in a moment.",
      {
        status: 503,
        code: "busy",
        retryAfterSeconds: 2,
      },
    );
  }
}

/** A task that does not have what it asks for. */
export class IncompleteError extends RequestError {
  /** The missing requirements, for clients that word them in the user's language. */
  readonly details: unknown;
  constructor(message: string, details: unknown) {
    super(message, 400, "task-incomplete");
    this.details = details;
  }
}

/** Another request changed the same thing meanwhile; 409 with what the caller needs to resolve the conflict. */
export class ConflictError extends DomainError {
  readonly details: unknown;
  constructor(message: string, details: unknown) {
    super("conflict", message, { status: 409 });
    this.details = details;
  }
}
