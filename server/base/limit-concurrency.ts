/** Limits how much work runs at the same time; the rest waits. */

export type Turn = <T>(work: () => Promise<T>) => Promise<T>;

export function limitConcurrency(count: number): Turn {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async (work) => {
    if (running < count) running++;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      return await work();
    } finally {
      // The slot passes to the next waiter, so the count stays.
      const next = waiting.shift();
      if (next === undefined) running--;
      else next();
    }
  };
}
