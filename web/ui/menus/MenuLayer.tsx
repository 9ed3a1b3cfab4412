/** The dropdown of a menu whose button was rendered earlier. */
import { Menu, type MenuProps } from "@mantine/core";
import { useImperativeHandle, type KeyboardEvent, type ReactNode, type Ref } from "react";

/** The anchor of the menu: the element that opened it, or a point in the window, CSS pixels. */
export type MenuAnchor = HTMLElement | { readonly x: number; readonly y: number };

export interface MenuLayerProps extends Pick<MenuProps, "position" | "width" | "closeOnItemClick"> {
  readonly id: string;
  readonly anchor: MenuAnchor;
  readonly isOpen: boolean;
  /** CSS width of the dropdown. */
  readonly maw?: number | string;
  readonly mah?: number | string;
  readonly children: ReactNode;
  onClose(): void;
}

export default function MenuLayer({ anchor, isOpen, maw, mah, children, ...menu }: MenuLayerProps) {
  return (
    // Focus in the same frame as the opening. A focus trap takes the focus later still, and a key pressed before that
    // would go to the page and close the menu.
    <Menu {...menu} opened={isOpen} trapFocus={false} transitionProps={{ duration: 0 }}>
      <Menu.Target>
        <Anchor to={anchor} key={anchor instanceof HTMLElement ? "" : `${anchor.x} ${anchor.y}`} />
      </Menu.Target>
      <Menu.Dropdown
        onKeyDown={(event) => {
          if (event.key === "Tab") leave(event, menu.onClose);
        }}
        {...(maw !== undefined && { maw })}
        {...(mah !== undefined && { mah, style: { overflowY: "auto" } })}
      >
        {children}
      </Menu.Dropdown>
    </Menu>
  );
}

/** A menu shares the tab stop of the element that opened it. */
function leave(event: KeyboardEvent, onClose: () => void): void {
  event.preventDefault();
  // The menu returns the focus, as after any other key.
  event.nativeEvent.stopPropagation();
  onClose();
}

/**
 * An invisible anchor in the place of an element elsewhere on the page. The other props are meant for a button, which
 * has its own.
 */
export function Anchor({ to, ref }: { readonly to: MenuAnchor; readonly ref?: Ref<HTMLElement> }) {
  return to instanceof HTMLElement ? <Portal to={to} ref={ref} /> : <Point at={to} ref={ref} />;
}

function Portal({ to, ref }: { readonly to: HTMLElement; readonly ref: Ref<HTMLElement> | undefined }) {
  useImperativeHandle(ref, () => to, [to]);
  return null;
}

interface PointProps {
  readonly at: { readonly x: number; readonly y: number };
  readonly ref: Ref<HTMLElement> | undefined;
}

function Point({ at: { x, y }, ref }: PointProps) {
  return <span ref={ref} style={{ position: "fixed", left: x, top: y }} />;
}
