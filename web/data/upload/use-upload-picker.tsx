/**
 * Picks what to upload: files through the browser's dialog, several cameras through our own. One pair of inputs per
 * page.
 */
import { type ReactNode, useCallback, useMemo, useRef } from "react";
import type { UploadKind } from "../../commands/command.ts";
import { startImport } from "../multicam/open-import.ts";
import { pickerAccept } from "./file-kinds.ts";
import type { UploadFolder } from "./pending-upload.ts";

/** Not in the types of React. */
const pickDirectory = { webkitdirectory: "" };

export interface UploadPicker {
  /** `undefined` if the user cannot upload here. */
  readonly pick: ((kind: UploadKind) => void) | undefined;
  /** Must be rendered on the page. */
  readonly inputs: ReactNode;
}

/** @param id of the destination folder; `undefined` if none exists */
export function useUploadPicker(id: string | undefined, name: string): UploadPicker {
  const files = useRef<HTMLInputElement>(null);
  const directory = useRef<HTMLInputElement>(null);
  const folder = useMemo<UploadFolder | undefined>(() => (id === undefined ? undefined : { id, name }), [id, name]);

  const pick = useCallback(
    (kind: UploadKind) => {
      if (folder === undefined || files.current === null) return;
      if (kind === "multicam" || kind === "stereo") return startImport(kind, folder);
      if (kind === "folder") return directory.current?.click();
      files.current.accept = pickerAccept[kind];
      files.current.click();
    },
    [folder],
  );
  if (folder === undefined) return { pick: undefined, inputs: null };

  const take = (input: HTMLInputElement) => {
    const chosen = [...(input.files ?? [])];
    // So that the same files can be chosen again.
    input.value = "";
    if (chosen.length > 0) void import("./uploads.ts").then(({ addFiles }) => addFiles(chosen, folder));
  };
  const inputs = (
    <>
      <input
        ref={files}
        type="file"
        multiple
        hidden
        data-testid="upload-files"
        onChange={(event) => take(event.currentTarget)}
      />
      <input
        ref={directory}
        type="file"
        {...pickDirectory}
        hidden
        data-testid="upload-directory"
        onChange={(event) => take(event.currentTarget)}
      />
    </>
  );
  return { pick, inputs };
}
