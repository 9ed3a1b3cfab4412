/**
 * A button that opens a menu. The page contains only the button; the menu code and this menu's items are loaded while
 * the page is idle, and the menu opens once both are loaded, which is mostly immediately.
 */
import type { MenuProps } from "@mantine/core";
import { cloneElement, useEffect, useId, useState } from "react";
import type { MouseEvent, ReactElement, ReactNode } from "react";
import { flushSync } from "react-dom";
import { preloadWhenIdle, whenLoaded } from "../../base/lazy.ts";
import { lazyPart, type LazyPart } from "../page/lazy-part.tsx";
import type { MenuAnchor, MenuLayerProps } from "./MenuLayer.tsx";

const MenuLayer = lazyPart<MenuLayerProps>(async () => (await import("./MenuLayer.tsx")).default);

/** Look of the dropdown. */
type Look = Pick<MenuLayerProps, "maw" | "mah"> & Pick<MenuProps, "position" | "width" | "closeOnItemClick">;

interface LazyMenuProps<Items extends object> extends Look {
  /** Renders the items. */
  readonly entries: LazyPart<Items>;
  /** Props for `entries`. */
  readonly items: Items;
  /** The menu does not open. */
  readonly isDisabled?: boolean;
  /** The button that opens it. */
  readonly children: ReactElement<OpenerProps>;
}

interface OpenerProps {
  readonly id?: string;
  readonly "aria-haspopup"?: "menu";
  readonly "aria-expanded"?: boolean;
  readonly "aria-controls"?: string | undefined;
  readonly onClick?: (event: MouseEvent<HTMLElement>) => void;
}

export function LazyMenu<Items extends object>(props: LazyMenuProps<Items>) {
  const { entries, items, isDisabled = false, children, ...look } = props;
  const menu = useLazyMenu(entries);
  return (
    <>
      {cloneElement(children, {
        ...menu.opener,
        onClick: (event) => {
          if (!isDisabled) menu.toggle(event.currentTarget);
        },
      })}
      {menu.draw(items, look)}
    </>
  );
}

/** The same for a menu shared by several elements that open it. */
export function useLazyMenu<Items extends object>(Entries: LazyPart<Items>) {
  const id = useId();
  const [anchor, setAnchor] = useState<MenuAnchor>();
  const [isOpen, setIsOpen] = useState(false);
  useEffect(() => preloadWhenIdle(MenuLayer, Entries), [Entries]);

  function show(at: MenuAnchor): void {
    whenLoaded([MenuLayer, Entries], () => {
      // Rendered closed first: a menu that starts open does not know where the focus was, and could not return it.
      flushSync(() => setAnchor(at));
      flushSync(() => setIsOpen(true));
      focusMenu(id);
    });
  }

  return {
    /** Props for the opening element, while the menu is open, or always if nothing else opens it. */
    opener: {
      id: id,
      "aria-haspopup": "menu",
      "aria-expanded": isOpen,
      "aria-controls": isOpen ? `${id}-dropdown` : undefined,
    } as const,
    isOpen,
    show,
    toggle: (at: MenuAnchor) => (isOpen && anchor === at ? setIsOpen(false) : show(at)),
    draw(items: Items, look: Look = {}): ReactNode {
      if (anchor === undefined) return null;
      return (
        <MenuLayer {...look} {...{ id, anchor, isOpen }} onClose={() => setIsOpen(false)}>
          <Entries {...items} />
        </MenuLayer>
      );
    },
  };
}

/** Focuses the first item of an open menu, or the menu itself as long as it has no enabled item. */
function focusMenu(id: string): void {
  const dropdown = document.getElementById(`${id}-dropdown`);
  (dropdown?.querySelector<HTMLElement>("[data-autofocus]") ?? dropdown)?.focus({ preventScroll: true });
}
