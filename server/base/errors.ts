/**
 * Expected failures: every refusal of the server is one of these, thrown where the rule is checked and turned into an
 * answer in one place (`plugins/errors.ts`). `type` and `code` are for programs; the texts are for people, and no code
 * matches them.
 */

import type { ErrorCode } from "#schemas";

export type ErrorType = "rest" | "validation" | "access" | "conflict";

/** The base of all errors that a caller may see. */
export class DomainError extends Error {
  readonly type: ErrorType;
  /** The parameter or property that is wrong, when there is one. */
  readonly field: string | undefined;
  /** Extra word for clients that must distinguish two refusals (`disabled`, `emailVerification`). */
  readonly extra: string | undefined;
  /** Where programs have to distinguish this refusal from others. */
  readonly code: ErrorCode | undefined;
  /** HTTP status when it is not the usual one of the type. */
  readonly status: number | undefined;
  /** Seconds after which another try may succeed; the header `Retry-After`. */
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

/** A value that breaks a rule; 400 with the field's name. */
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

/** A sign-in that failed; always 401, for every caller. */
export class LoginError extends DomainError {
  constructor(message: string, more: { extra?: string; code?: ErrorCode } = {}) {
    super("access", message, { ...more, status: 401 });
  }
}

/** A request that makes no sense as it is; 400 unless another status is given. */
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

/** One caller asks for too much, or all together do; 429. @param what a sentence, to which the time is appended */
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

/** The client no longer waits for the answer. */
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

/** The disk or the bucket refuses to be written; 503. */
export class StorageReadOnlyError extends DomainError {
  constructor(message = "The server's data folder cannot be written at the moment. Ask an administrator to check it.") {
    super("rest", message, { status: 503, code: "storage-read-only" });
  }
}

/** What is stored of a file has gone from the disk or the bucket; 500. */
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

/** The database or the bucket does not answer; 503. The next try may find it again. */
export class StorageGoneError extends DomainError {
  constructor(cause: unknown) {
    super("rest", "The server's storage does not answer at the moment. Nothing is lost; try again in a moment.", {
      status: 503,
      code: "storage-gone",
    });
    this.cause = cause;
  }
}

/** The server ends; 503. Another server of the site, or this one when it has started again, takes the next try. */
export class StoppingError extends DomainError {
  constructor() {
    super("rest", "The server is being stopped. Nothing was changed; try again in a moment.", {
      status: 503,
      code: "stopping",
      retryAfterSeconds: 2,
    });
  }
}

/** Others write the same at the moment, and this caller has waited long enough; 503. */
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

/** Another request changed the same thing meanwhile; 409 with what the caller needs to sort it out. */
export class ConflictError extends DomainError {
  readonly details: unknown;
  constructor(message: string, details: unknown) {
    super("conflict", message, { status: 409 });
    this.details = details;
  }
}
