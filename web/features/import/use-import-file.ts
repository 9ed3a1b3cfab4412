/** The file chosen in the import dialog: its inspection, the answers of the user about it, and its problem. */
import { useCallback, useState } from "react";
import { t } from "../../base/texts/index.ts";
import { isImportableName, isInspectedName, isYaml } from "./annotation-files.ts";
import { type ImportMedia, loadImportMedia } from "./import-media.ts";
import { isPreview, type FileChoices } from "./import-preview.ts";
import { rememberedColumns } from "./known-columns.ts";
import { mayStart, usePreview } from "./use-preview.ts";

export type ChosenFile = ReturnType<typeof useImportFile>;

interface Options {
  readonly id: string;
  /** Frames and pictures of an open dataset; otherwise they are requested from the server. */
  readonly media: (() => ImportMedia | undefined) | undefined;
  /** Preselected. */
  readonly given: File | undefined;
}

export function useImportFile({ id, media, given }: Options) {
  const [file, choose] = useState<File | null>(given ?? null);
  const [said, setSaid] = useState<FileChoices & { readonly of?: File | null }>({});
  const isUnknown = file !== null && !isImportableName(file.name) && !isInspectedName(file.name);
  const isEmpty = file !== null && file.size === 0;
  const inspect = useCallback(
    async (chosen: File) => {
      const [{ inspectImport }, known] = await Promise.all([
        import("./inspect-import.ts"),
        media?.() ?? loadImportMedia(id, chosen.name),
      ]);
      return await inspectImport(chosen, known, { ...(said.of === chosen && said), remembered: rememberedColumns });
    },
    [id, media, said],
  );
  const previewed = usePreview(isUnknown || isEmpty ? null : file, inspect);
  const { preview } = previewed;
  const isWrong = isUnknown || (file !== null && isYaml(file.name) && isPreview(preview) && preview.isRefused);
  const problem = isWrong
    ? t("upload.error.annotationType")
    : isEmpty
      ? t("upload.error.emptyFile", { name: file.name })
      : undefined;
  return {
    ...previewed,
    file,
    choose,
    /** The answers of the user about this file. */
    choices: said.of === file ? said : {},
    say: (choices: FileChoices) => setSaid({ ...choices, of: file }),
    problem,
    canStart: file !== null && problem === undefined && mayStart(preview, isInspectedName(file.name)),
  };
}
