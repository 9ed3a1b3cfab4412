/**
 * Kysely over one object that takes every query: in a transaction it passes them to the transaction's connection,
 * otherwise it finds a connection for each query. Transactions are begun and ended outside of Kysely.
 */
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  Kysely,
  type Logger,
  type QueryResult,
} from "kysely";

import type { Db, Tables } from "./tables.ts";

/** The parts of a dialect that do not concern connections. */
export type Language = Omit<Dialect, "createDriver">;

/** @param log receives every query @param close is called when the Kysely is destroyed */
export function kyselyOver(
  connection: DatabaseConnection,
  language: Language,
  { log, close = async () => undefined }: { log?: Logger; close?: () => Promise<void> } = {},
): Db {
  const refuse = async (): Promise<void> => {
    throw new Error("transactions are begun by the database, not by Kysely");
  };
  const driver: Driver = {
    init: async () => undefined,
    acquireConnection: async () => connection,
    releaseConnection: async () => undefined,
    beginTransaction: refuse,
    commitTransaction: refuse,
    rollbackTransaction: refuse,
    destroy: close,
  };
  const dialect = { ...language, createDriver: () => driver };
  return new Kysely<Tables>({ dialect, ...(log !== undefined && { log }) });
}

/** A transaction in progress. */
export interface OpenTransaction {
  readonly connection: DatabaseConnection;
  commit(): Promise<void>;
  /** Also called after a failed commit. */
  rollback(): Promise<void>;
}

/**
 * Commits if `work` resolves, rolls back if it or the commit fails; throws the first error.
 * @param work gets the connection until it ends
 */
export async function runTransaction<T>(
  open: OpenTransaction,
  work: (connection: DatabaseConnection) => Promise<T>,
): Promise<T> {
  const inside = new UntilEnd(open.connection);
  try {
    const result = await work(inside);
    await inside.end();
    await open.commit();
    return result;
  } catch (error) {
    await inside.end();
    await open.rollback().catch(() => undefined);
    throw error;
  }
}

/**
 * The connection of a transaction as long as it is open. If one of several parts that run at once fails, the others
 * continue for a while: what they ask for later would be stored outside of the transaction, or inside another one.
 */
class UntilEnd implements DatabaseConnection {
  readonly #connection: DatabaseConnection;
  readonly #inProgress = new Set<Promise<unknown>>();
  #hasEnded = false;

  constructor(connection: DatabaseConnection) {
    this.#connection = connection;
  }

  /** Waits for queries in progress, and refuses later ones. */
  async end(): Promise<void> {
    this.#hasEnded = true;
    await Promise.allSettled(this.#inProgress);
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    this.#requireOpen();
    const answer = this.#connection.executeQuery<Row>(query);
    this.#inProgress.add(answer);
    try {
      return await answer;
    } finally {
      this.#inProgress.delete(answer);
    }
  }

  streamQuery<Row>(query: CompiledQuery, chunkSize: number): AsyncIterableIterator<QueryResult<Row>> {
    this.#requireOpen();
    return this.#connection.streamQuery<Row>(query, chunkSize);
  }

  #requireOpen(): void {
    if (this.#hasEnded) throw new Error("the transaction has ended");
  }
}
