/**
 * What the drivers of all databases have in common. What Kysely takes for a connection holds none: it takes one for
 * each query from where that query belongs, and keeps one only inside a transaction, which it begins and ends itself.
 */
import type { DatabaseConnection, Driver } from "kysely";

export interface TransactionConnection extends DatabaseConnection {
  begin(): Promise<void>;
  /** After a COMMIT that failed comes a ROLLBACK. */
  end(statement: "COMMIT" | "ROLLBACK"): Promise<void>;
}

export abstract class TransactionDriver implements Driver {
  abstract init(): Promise<void>;
  abstract acquireConnection(): Promise<TransactionConnection>;
  abstract destroy(): Promise<void>;

  async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await (connection as TransactionConnection).begin();
  }

  async commitTransaction(connection: DatabaseConnection): Promise<void> {
    await (connection as TransactionConnection).end("COMMIT");
  }

  async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    await (connection as TransactionConnection).end("ROLLBACK");
  }

  async releaseConnection(): Promise<void> {}
}
