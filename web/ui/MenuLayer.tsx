/** What is drawn of a menu whose button was there before it. */
import { Menu, type MenuProps } from "@mantine/core";
import { useImperativeHandle, type KeyboardEvent, type ReactNode, type Ref } from "react";

/** What the menu is placed next to: what opened it, or a point of the window in CSS pixels. */
export type MenuAnchor = HTMLElement | { readonly x: number; readonly y: number };

export interface MenuLayerProps extends Pick<MenuProps, "position" | "width" | "closeOnItemClick"> {
  readonly id: string;
  readonly anchor: MenuAnchor;
  readonly isOpen: boolean;
  /** Of the dropdown, as CSS. */
  readonly maw?: number | string;
  readonly mah?: number | string;
  readonly children: ReactNode;
  onClose(): void;
}

export default function MenuLayer({ anchor, isOpen, maw, mah, children, ...menu }: MenuLayerProps) {
  return (
    // There with the opening, not a picture later, and without a trap, which takes the focus later still: a key before that
    // would be the page's, and close it.
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

/** A menu is one stop of the Tab key, that of what opened it. */
function leave(event: KeyboardEvent, onClose: () => void): void {
  event.preventDefault();
  // Given back by the menu, which does so after any other key.
  event.nativeEvent.stopPropagation();
  onClose();
}

/** Stands for what is elsewhere in the page. The other properties are for a button, which has its own. */
export function Anchor({ to, ref }: { readonly to: MenuAnchor; readonly ref?: Ref<HTMLElement> }) {
  return to instanceof HTMLElement ? <Elsewhere to={to} ref={ref} /> : <Point at={to} ref={ref} />;
}

function Elsewhere({ to, ref }: { readonly to: HTMLElement; readonly ref: Ref<HTMLElement> | undefined }) {
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
