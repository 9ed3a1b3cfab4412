/**
 * How often React draws the rows of lists, for tests: counted through the hook that it offers to developer tools, from
 * outside of the product. Runs in the page before anything else (`addInitScript(countRowRenders)`), and so refers to
 * nothing around it.
 */

export interface RowRenders {
  /** Since the page was loaded. */
  track: number;
  type: number;
}

declare global {
  var rowRenders: Readonly<RowRenders> | undefined;
}

export function countRowRenders(): void {
  /** What is read of React's fibers. */
  interface Fiber {
    readonly type: unknown;
    readonly flags: number;
    readonly stateNode: unknown;
    readonly child: Fiber | null;
    readonly sibling: Fiber | null;
    readonly alternate: Fiber | null;
  }
  /** The flag of a component that was called in this commit. */
  const performedWork = 1;
  const counts: RowRenders = { track: 0, type: 0 };
  globalThis.rowRenders = counts;

  /**
   * @param drawn one of the components between the fiber and the element around it was called
   * @param isTrackRow the element around it is the row of a track
   */
  function visit(fiber: Fiber, before: Fiber | null, drawn: boolean, isTrackRow: boolean): void {
    const isElement = fiber.stateNode instanceof Element;
    let isDrawn = drawn;
    let inRow = isTrackRow;
    if (isElement) {
      const { track, type } = (fiber.stateNode as HTMLElement).dataset;
      if (type !== undefined && drawn) counts.type += 1;
      // Rows of tracks move when others come and go; their content is a component of its own.
      inRow = track !== undefined;
      isDrawn = false;
    } else if (typeof fiber.type === "function" || (typeof fiber.type === "object" && fiber.type !== null)) {
      const isCalled = (fiber.flags & performedWork) !== 0;
      if (isCalled && isTrackRow) counts.track += 1;
      inRow = false;
      isDrawn = drawn || isCalled;
    }
    // The children are the same ones: nothing below was drawn.
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
