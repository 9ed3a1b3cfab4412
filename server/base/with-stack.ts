/** Work with things that must be closed whatever happens: the server, a worker, a backup. */

/**
 * Closes what `work` has put on the stack, the last one first and all of them even if one fails, when `work` ends or,
 * with `keep`, only when it fails. If both fail, `work`'s error is thrown and the other one reported.
 */
export async function withStack<T>(
  work: (stack: AsyncDisposableStack, keep: () => void) => Promise<T>,
  onCloseFailed: (error: unknown) => void,
): Promise<T> {
  const stack = new AsyncDisposableStack();
  let isKept = false;
  let result: T;
  try {
    result = await work(stack, () => (isKept = true));
  } catch (error) {
    await stack.disposeAsync().catch(onCloseFailed);
    throw error;
  }
  if (!isKept) await stack.disposeAsync();
  return result;
}
