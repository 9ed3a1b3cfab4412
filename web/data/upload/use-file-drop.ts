/** Handles files and folders dropped anywhere on the page, except where a dialog or a list handles the drop itself. */
import { useEffect, useRef, useState } from "react";

/** @returns whether files are over the page */
export function useFileDrop(take: (files: readonly File[]) => void): boolean {
  const [isOver, setOver] = useState(false);
  const latest = useRef(take);
  useEffect(() => {
    latest.current = take;
  });
  useEffect(() => {
    /** False if another element handles it. Without `preventDefault` the browser would navigate to the file. */
    function isOurs(event: DragEvent): boolean {
      if (event.defaultPrevented || event.dataTransfer?.types.includes("Files") !== true) return false;
      event.preventDefault();
      return document.querySelector("[role=dialog]") === null;
    }
    function onDragOver(event: DragEvent): void {
      setOver(isOurs(event));
    }
    function onDragLeave(event: DragEvent): void {
      // Moving between elements has a related target; leaving the page has none.
      if (event.relatedTarget === null) setOver(false);
    }
    function onDrop(event: DragEvent): void {
      setOver(false);
      if (!isOurs(event)) return;
      void filesOf(droppedItems(event)).then((files) => {
        if (files.length > 0) latest.current(files);
      });
    }
    const events = { dragenter: onDragOver, dragover: onDragOver, dragleave: onDragLeave, drop: onDrop } as const;
    for (const [type, listener] of Object.entries(events)) addEventListener(type as "drop", listener);
    return () => {
      for (const [type, listener] of Object.entries(events)) removeEventListener(type as "drop", listener);
    };
  }, []);
  return isOver;
}

interface DroppedItem {
  readonly kind: "file";
  webkitGetAsEntry(): FileSystemEntry | null;
  getAsFile(): File | null;
}

/**
 * Dropped items are only accessible during the event, but the code that reads folders is loaded with the first drop and
 * arrives later.
 */
function droppedItems({ dataTransfer }: DragEvent): readonly DroppedItem[] {
  return [...(dataTransfer?.items ?? [])]
    .filter(({ kind }) => kind === "file")
    .map((item) => {
      const entry = item.webkitGetAsEntry();
      const file = item.getAsFile();
      return { kind: "file", webkitGetAsEntry: () => entry, getAsFile: () => file };
    });
}

async function filesOf(items: readonly DroppedItem[]): Promise<readonly File[]> {
  const { fromEvent } = await import("file-selector");
  const files = await fromEvent({ type: "drop", dataTransfer: { items } } as unknown as Event);
  return files.filter((one): one is File & typeof one => one instanceof File);
}
