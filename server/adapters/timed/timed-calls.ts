/** Measures the methods of an object that return promises; others are passed through. */

type Observe = (operation: string, seconds: number, ok: boolean) => void;

export interface TimedCalls {
  call<T>(operation: string, work: () => Promise<T>): Promise<T>;
  /** @param prefix of the names of the operations */
  object<T extends object>(prefix: string, target: T): T;
}

export function timedCalls(observe: Observe): TimedCalls {
  const call = async <T>(operation: string, work: () => Promise<T>): Promise<T> => {
    const start = performance.now();
    let ok = false;
    try {
      const result = await work();
      ok = true;
      return result;
    } finally {
      observe(operation, (performance.now() - start) / 1000, ok);
    }
  };
  return {
    call,
    object: <T extends object>(prefix: string, target: T): T => {
      const timed: Record<string, unknown> = {};
      for (const name of methodNames(target)) {
        const value = (target as Record<string, unknown>)[name];
        timed[name] =
          typeof value === "function" ? timedMethod(prefix + name, target, value as Method, observe) : value;
      }
      return timed as T;
    },
  };
}

type Method = (...given: unknown[]) => unknown;

function timedMethod(operation: string, target: object, method: Method, observe: Observe): Method {
  return (...given) => {
    const start = performance.now();
    const result = method.apply(target, given);
    if (!(result instanceof Promise)) return result;
    const ended = (ok: boolean): void => observe(operation, (performance.now() - start) / 1000, ok);
    result.then(
      () => ended(true),
      () => ended(false),
    );
    return result;
  };
}

/** Own properties and the methods of its class. */
function methodNames(target: object): Set<string> {
  const names = new Set(Object.keys(target));
  const prototype = Object.getPrototypeOf(target) as object | null;
  if (prototype !== null && prototype !== Object.prototype) {
    for (const name of Object.getOwnPropertyNames(prototype)) if (name !== "constructor") names.add(name);
  }
  return names;
}
