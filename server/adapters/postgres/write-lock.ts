/**
 * The lock that makes a transaction run alone, over all servers of a site: the port promises that what a transaction has
 * read stays true until it commits. Single writes share the lock among themselves. It is let go with the transaction,
 * also when the server that holds it dies.
 */

/** One lock for each schema, so that several sites can live in one database. */
const key = "hashtext('wakeline'), hashtext(current_schema())";

export const lockAlone = `SELECT pg_advisory_xact_lock(${key})`;
export const lockShared = `SELECT pg_advisory_xact_lock_shared(${key})`;
