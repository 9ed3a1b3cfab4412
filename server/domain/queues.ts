/**
 * Job queues: shared ones, and one for each user who runs their own workers. A worker runs as many jobs of a queue at
 * once as it has slots for it, so no queue waits for another.
 */

/** Shared queues, and how many jobs of each a worker runs at once by default. */
export const defaultSlots = { convert: 2, pipelines: 1, training: 1 } as const;
export type SharedQueue = keyof typeof defaultSlots;

/** A queue that a worker serves. */
export interface ServedQueue {
  readonly name: string;
  /** How many of its jobs run at once, at least 1. */
  readonly slots: number;
}

/**
 * For a user's own queue, which contains jobs of every kind: a conversion need not wait for a training there either.
 */
const privateSlots = 2;
const maxSlots = 64;

/** Parses `convert` or `convert:3`. @throws Error with a message for users */
export function parseQueue(text: string): ServedQueue {
  const [, name = "", count] = /^(.+?)(?::([^:]*))?$/.exec(text) ?? [];
  const slots =
    count === undefined ? ((defaultSlots as Readonly<Record<string, number>>)[name] ?? privateSlots) : Number(count);
  if (name === "" || !Number.isInteger(slots) || slots < 1 || slots > maxSlots) {
    throw new Error(
      `"${text}" is not a queue. Write its name, or its name and how many of its jobs may run at once, 1 to ${maxSlots}: convert:2.`,
    );
  }
  return { name, slots };
}

/**
 * Where the small jobs of a queue wait: they have turns of their own, and one slot more than its other jobs. No one names
 * such a queue: a worker of a queue runs its small jobs, too.
 */
const smallEnding = ":small";
export const smallJobsOf = (queue: string): string => queue + smallEnding;
/** The queue as people know it. */
export const namedQueue = (queue: string): string =>
  queue.endsWith(smallEnding) ? queue.slice(0, -smallEnding.length) : queue;

const privateEnding = "@private";
/** The queue of a user who runs their own workers. */
export const privateQueue = (login: string): string => `${login}${privateEnding}`;
export const isPrivateQueue = (queue: string): boolean => queue.endsWith(privateEnding);
