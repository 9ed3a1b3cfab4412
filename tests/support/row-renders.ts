/**
 * Counts how often React renders list rows, for tests: through the hook for developer tools, outside of the product.
 * Runs in the page before anything else (`addInitScript(countRowRenders)`), so it must not refer to anything outside of
 * itself.
 */

export interface RowRenders {
  /** Counted since the page was loaded. */
  track: number;
  type: number;
}

declare global {
  var rowRenders: Readonly<RowRenders> | undefined;
}

export function countRowRenders(): void {
  /** The parts of React's fibers that are read. */
  interface Fiber {
    readonly type: unknown;
    readonly flags: number;
    readonly stateNode: unknown;
    readonly child: Fiber | null;
    readonly sibling: Fiber | null;
    readonly alternate: Fiber | null;
  }
  /** Flag of a component that rendered in this commit. */
  const performedWork = 1;
  const counts: RowRenders = { track: 0, type: 0 };
  globalThis.rowRenders = counts;

  /**
   * @param drawn one of the components between the fiber and the nearest element rendered
   * @param isTrackRow whether the nearest element is the row of a track
   */
  function visit(fiber: Fiber, before: Fiber | null, drawn: boolean, isTrackRow: boolean): void {
    const isElement = fiber.stateNode instanceof Element;
    let isDrawn = drawn;
    let inRow = isTrackRow;
    if (isElement) {
      const { track, type } = (fiber.stateNode as HTMLElement).dataset;
      if (type !== undefined && drawn) counts.type += 1;
      // Rows of tracks move when others come and go; their content is a separate component.
      inRow = track !== undefined;
      isDrawn = false;
    } else if (typeof fiber.type === "function" || (typeof fiber.type === "object" && fiber.type !== null)) {
      const isCalled = (fiber.flags & performedWork) !== 0;
      if (isCalled && isTrackRow) counts.track += 1;
      inRow = false;
      isDrawn = drawn || isCalled;
    }
    // The same children: nothing below rendered.
    if (before !== null && fiber.child === before.child) return;
    for (let child = fiber.child; child !== null; child = child.sibling) {
      visit(child, child.alternate, isDrawn, inRow);
    }
  }

  Object.assign(globalThis, {
    __REACT_DEVTOOLS_GLOBAL_HOOK__: {
      supportsFiber: true,
      renderers: new Map(),
      inject: () => 1,
      checkDCE: () => undefined,
      onCommitFiberUnmount: () => undefined,
      onPostCommitFiberRoot: () => undefined,
      onCommitFiberRoot: (_id: number, { current }: { readonly current: Fiber }) =>
        visit(current, current.alternate, false, false),
    },
  });
}
