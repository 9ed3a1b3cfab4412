/** Work of which only some is done at the same time; the rest waits for its turn. */

export type Turn = <T>(work: () => Promise<T>) => Promise<T>;

export function atMost(count: number): Turn {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async (work) => {
    if (running < count) running++;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      return await work();
    } finally {
      // The place goes on to the next one, who is counted already.
      const next = waiting.shift();
      if (next === undefined) running--;
      else next();
    }
  };
}
