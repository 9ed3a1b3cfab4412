/**
 * Returned by a handler that has sent the response itself. Not the reply, which is a promise of its own end: code that
 * awaits the handler would wait for it and then send the response again.
 */
export const alreadySent = Symbol("sent");
export type AlreadySent = typeof alreadySent;
