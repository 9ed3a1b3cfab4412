/**
 * Computed annotations are stored on top of one revision of a set: when others save meanwhile, the change is computed
 * again.
 */
import { RequestError } from "../../base/errors.ts";

/** Attempts, because others may save while the result is being staged. */
const maxTries = 20;

/** Others have saved since the change was computed. */
export class OtherSave extends RequestError {
  constructor() {
    super("Other users keep saving to this set, so the result could not be stored. Try again.", 409);
  }
}

/**
 * Repeats `store` as long as it fails with `OtherSave`.
 * @throws whatever `store` throws otherwise, or the last `OtherSave`
 */
export async function betweenSaves<T>(store: (attempt: number) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await store(attempt);
    } catch (error) {
      if (!(error instanceof OtherSave) || attempt === maxTries) throw error;
    }
  }
}
