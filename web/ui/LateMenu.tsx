/**
 * What opens a menu. The page has the button alone; the code that draws menus and the entries of this one are fetched
 * when it is first opened, and the menu is shown once both are loaded. A failed fetch is reported like any error.
 */
import type { MenuProps } from "@mantine/core";
import { cloneElement, useId, useState } from "react";
import type { ComponentType, MouseEvent, ReactElement, ReactNode } from "react";
import { flushSync } from "react-dom";
import { dialogCame, expectDialog } from "./coming-dialog.ts";
import type { MenuAnchor, MenuLayerProps } from "./MenuLayer.tsx";

/** Of the dropdown. */
type Look = Pick<MenuLayerProps, "maw" | "mah"> & Pick<MenuProps, "position" | "width" | "closeOnItemClick">;

interface LateMenuProps<Items extends object> extends Look {
  /** The module that draws the entries. */
  load(): Promise<{ readonly default: ComponentType<Items> }>;
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

export function LateMenu<Items extends object>({
  load,
  items,
  isDisabled = false,
  children,
  ...look
}: LateMenuProps<Items>) {
  const menu = useLateMenu(load);
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

interface OpenMenu<Items extends object> {
  readonly anchor: MenuAnchor;
  readonly Layer: ComponentType<MenuLayerProps>;
  readonly Entries: ComponentType<Items>;
}

/** The same where one menu serves several things that open it. */
export function useLateMenu<Items extends object>(load: () => Promise<{ readonly default: ComponentType<Items> }>) {
  const id = useId();
  const [open, setOpen] = useState<OpenMenu<Items>>();
  const [isOpen, setIsOpen] = useState(false);

  async function show(anchor: MenuAnchor): Promise<void> {
    expectDialog();
    try {
      const [{ default: Layer, focusMenu }, { default: Entries }] = await Promise.all([
        import("./MenuLayer.tsx"),
        load(),
      ]);
      // Drawn closed first: a menu that begins open does not know where the focus was, and could not give it back.
      flushSync(() => setOpen({ anchor, Layer, Entries }));
      flushSync(() => setIsOpen(true));
      focusMenu(id);
    } finally {
      dialogCame();
    }
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
    show: (anchor: MenuAnchor) => void show(anchor),
    toggle: (anchor: MenuAnchor) => (isOpen && open?.anchor === anchor ? setIsOpen(false) : void show(anchor)),
    draw(items: Items, look: Look = {}): ReactNode {
      if (open === undefined) return null;
      const { Layer, Entries, anchor } = open;
      return (
        <Layer {...look} {...{ id, anchor, isOpen }} onClose={() => setIsOpen(false)}>
          <Entries {...items} />
        </Layer>
      );
    },
  };
}
