/** Dropping an annotation file anywhere on the viewer opens the import dialog. */

import { Text } from "@mantine/core";
import { IconFileImport } from "@tabler/icons-react";
import { useEffect, useState } from "react";
import { t } from "../../base/texts/index.ts";
import { useViewer } from "../viewer-context.ts";
import classes from "./FileDrop.module.css";
import { statusProps } from "../../ui/page/announce.ts";

export function FileDrop() {
  const { editor } = useViewer();
  const [isOver, setOver] = useState(false);
  useEffect(() => {
    const enter = (event: DragEvent): void => {
      if (!hasDraggedFile(event)) return;
      // Otherwise the browser would navigate to the file.
      event.preventDefault();
      setOver(true);
    };
    const leave = (event: DragEvent): void => {
      if (event.relatedTarget === null) setOver(false);
    };
    const drop = (event: DragEvent): void => {
      // A file field handles its own drops.
      if (event.defaultPrevented || !hasDraggedFile(event)) return;
      event.preventDefault();
      setOver(false);
      const [file] = event.dataTransfer?.files ?? [];
      if (file !== undefined) void editor.ui.importAnnotations(file);
    };
    addEventListener("dragover", enter);
    addEventListener("dragleave", leave);
    addEventListener("drop", drop);
    return () => {
      removeEventListener("dragover", enter);
      removeEventListener("dragleave", leave);
      removeEventListener("drop", drop);
    };
  }, [editor]);
  if (!isOver) return null;
  return (
    <div className={classes.over} {...statusProps}>
      <IconFileImport size={32} stroke={1.4} />
      <Text fw={600}>{t("importing.drop")}</Text>
    </div>
  );
}

function hasDraggedFile({ dataTransfer }: DragEvent): boolean {
  return dataTransfer?.types.includes("Files") === true;
}
