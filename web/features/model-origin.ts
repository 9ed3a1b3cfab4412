/** Whose a model is, wherever models are listed: somebody's, or the installation's. */
import { t } from "../base/texts/index.ts";

export function modelOrigin({ folderId }: { readonly folderId?: string | null | undefined }): string {
  return typeof folderId === "string" ? t("models.user") : t("models.system");
}
