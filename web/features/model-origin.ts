/** The owner of a model, wherever models are listed: a user, or the installation. */
import { t } from "../base/texts/index.ts";

export function modelOrigin({ folderId }: { readonly folderId?: string | null | undefined }): string {
  return typeof folderId === "string" ? t("models.user") : t("models.system");
}
