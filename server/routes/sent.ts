/**
 * What a handler returns that has sent the answer itself. Not the reply: that one is a promise of its own end, and code
 * that awaits the handler would wait for it and then send the answer once more.
 */
export const alreadySent = Symbol("sent");
export type Sent = typeof alreadySent;
