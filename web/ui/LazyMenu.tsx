/**
 * What opens a menu. The page has the button alone; the code that draws menus and the entries of this one are fetched
 * while the page is idle, and the menu is shown once both are there: mostly at once.
 */
import type { MenuProps } from "@mantine/core";
import { cloneElement, useEffect, useId, useState } from "react";
import type { MouseEvent, ReactElement, ReactNode } from "react";
import { flushSync } from "react-dom";
import { preloadWhenIdle, whenLoaded } from "../base/lazy.ts";
import { lazyPart, type LazyPart } from "./lazy-part.tsx";
import type { MenuAnchor, MenuLayerProps } from "./MenuLayer.tsx";

const MenuLayer = lazyPart<MenuLayerProps>(async () => (await import("./MenuLayer.tsx")).default);

/** Of the dropdown. */
type Look = Pick<MenuLayerProps, "maw" | "mah"> & Pick<MenuProps, "position" | "width" | "closeOnItemClick">;

interface LazyMenuProps<Items extends object> extends Look {
  /** Draws the entries. */
  readonly entries: LazyPart<Items>;
  /** What it is given. */
  readonly items: Items;
  /** Nothing opens. */
  readonly isDisabled?: boolean;
  /** What opens it. */
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

/** The same where one menu serves several things that open it. */
export function useLazyMenu<Items extends object>(Entries: LazyPart<Items>) {
  const id = useId();
  const [anchor, setAnchor] = useState<MenuAnchor>();
  const [isOpen, setIsOpen] = useState(false);
  useEffect(() => preloadWhenIdle(MenuLayer, Entries), [Entries]);

  function show(at: MenuAnchor): void {
    whenLoaded([MenuLayer, Entries], () => {
      // Drawn closed first: a menu that begins open does not know where the focus was, and could not give it back.
      flushSync(() => setAnchor(at));
      flushSync(() => setIsOpen(true));
      focusMenu(id);
    });
  }

  return {
    /** Properties of what the menu belongs to while it is open, or always where nothing else opens it. */
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

/** Puts the keyboard into an open menu: on its first entry, or on itself as long as it has none that can be chosen. */
function focusMenu(id: string): void {
  const dropdown = document.getElementById(`${id}-dropdown`);
  (dropdown?.querySelector<HTMLElement>("[data-autofocus]") ?? dropdown)?.focus({ preventScroll: true });
}
