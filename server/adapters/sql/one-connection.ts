/**
 * Kysely over one object that takes every query: in a transaction it passes them to the transaction's connection,
 * otherwise it finds a connection for each query. Transactions are begun and ended outside of Kysely.
 */
import { type DatabaseConnection, type Dialect, type Driver, Kysely, type Logger } from "kysely";

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

/** Commits if `work` resolves, rolls back if it or the commit fails; throws the first error. */
export async function runTransaction<T>(open: OpenTransaction, work: () => Promise<T>): Promise<T> {
  try {
    const result = await work();
    await open.commit();
    return result;
  } catch (error) {
    await open.rollback().catch(() => undefined);
    throw error;
  }
}
