/**
 * The content of a dialog below its head: takes the focus when it opens, and gives it back when all dialogs are closed.
 */
import { type ReactNode, useEffect, useLayoutEffect, useRef } from "react";
import { restoreFocus } from "./restore-focus.ts";

interface DialogContentProps {
  /** Gets the focus back. */
  readonly from: Element | null;
  onShown(): void;
  readonly children?: ReactNode;
}

const focusable = ["input:not([type=hidden])", "textarea", "select", "button", "a[href]"]
  .map((name) => `${name}:not(:disabled):not([tabindex="-1"])`)
  .join();

export function DialogContent({ from, onShown, children }: DialogContentProps) {
  const content = useRef<HTMLDivElement>(null);
  // The focus goes to what the dialog asks first, not to the button in its head that closes it.
  useLayoutEffect(() => {
    if (content.current === null || content.current.querySelector("[data-autofocus]") !== null) return;
    content.current.querySelector(focusable)?.setAttribute("data-autofocus", "true");
  }, []);
  useEffect(() => {
    onShown();
    return () => void setTimeout(() => restoreFocus(from));
  }, [onShown, from]);
  return (
    <div ref={content} style={{ display: "contents" }}>
      {children}
    </div>
  );
}
