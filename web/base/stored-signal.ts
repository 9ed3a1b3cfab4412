/** A preference that this browser remembers between visits. */
import { signal, type Signal } from "@preact/signals-core";

/** A signal stored in local storage. A stored value that fails `isValid` is ignored. */
export function storedSignal<T>(key: string, initial: T, isValid: (value: unknown) => boolean): Signal<T> {
  const value = signal(read());
  value.subscribe((now) => localStorage.setItem(key, JSON.stringify(now)));
  return value;

  function read(): T {
    const text = localStorage.getItem(key);
    if (text === null) return initial;
    try {
      const parsed: unknown = JSON.parse(text);
      return isValid(parsed) ? (parsed as T) : initial;
    } catch {
      return initial;
    }
  }
}
