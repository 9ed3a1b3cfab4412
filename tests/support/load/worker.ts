/**
 * One of several concurrent workers, with a ledger of what the server has promised to it: the acknowledged state, and
 * at most one step without a response. Whatever happens to the server, afterwards it shows one of the two.
 */
import { ApiError, type ApiClient } from "#schemas";

export interface Worker {
  readonly name: string;
  /** Creates what it works on. */
  prepare(client: ApiClient): Promise<void>;
  /** One step. Throws if it is not acknowledged. */
  step(client: ApiClient): Promise<void>;
  /**
   * Checks the current state: everything acknowledged, the open step completely or not at all. Completes or forgets
   * that step.
   * @throws Error that says what is missing or incomplete
   */
  settle(client: ApiClient): Promise<void>;
}

/** How often something happened, by name. */
export type Counts = Record<string, number>;

function count(counts: Counts, name: string): void {
  counts[name] = (counts[name] ?? 0) + 1;
}

/** @throws Error that describes the difference */
export function requireEqual(what: string, actual: unknown, expected: unknown): void {
  const [a, b] = [JSON.stringify(actual), JSON.stringify(expected)];
  if (a !== b) throw new Error(`${what}: found ${short(a)}, expected ${short(b)}`);
}

const short = (text: string | undefined): string => {
  const all = text ?? "nothing";
  return all.length > 300 ? `${all.slice(0, 300)}... (${all.length} characters)` : all;
};

/** Whether the connection broke or was refused: the server has been killed. */
const isGone = (error: unknown): boolean =>
  (error instanceof ApiError && error.status === 0) ||
  error instanceof TypeError ||
  (error instanceof Error && /terminated|not valid JSON|aborted|socket/i.test(error.message));

/**
 * All workers step until the signal is aborted or the server is gone. A refusal by the server is an error of the run.
 * @returns what went wrong, other than the server being gone
 */
export async function runWorkers(
  workers: readonly Worker[],
  client: ApiClient,
  stop: AbortSignal,
  counts: Counts,
): Promise<unknown[]> {
  const failures: unknown[] = [];
  const run = async (worker: Worker): Promise<void> => {
    while (!stop.aborted) {
      try {
        await worker.step(client);
        count(counts, worker.name);
      } catch (error) {
        if (!isGone(error)) failures.push(new Error(`${worker.name}: ${String(error)}`, { cause: error }));
        return;
      }
    }
  };
  await Promise.all(workers.map(run));
  return failures;
}
