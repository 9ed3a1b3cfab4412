/** The site's name, pictures and messages, for components. */
import { t } from "../base/texts/index.ts";
import { alertDialog } from "../ui/confirm.tsx";
import { useQuery } from "@tanstack/react-query";
import { brandQuery, publicSettingsQuery, toBrand, type Brand } from "../queries/site.ts";

export function useBrand(): Brand {
  return toBrand(useQuery(brandQuery).data);
}

/** Address for questions, empty when the site names none; and whether the site sends mail. */
export function usePublicSettings(): { readonly contactEmail: string; readonly sendsMail: boolean } {
  const settings = useQuery(publicSettingsQuery).data;
  const email = settings?.["core.contact_email_address"];
  return {
    contactEmail: typeof email === "string" ? email : "",
    sendsMail: settings?.["wakeline.sends_mail"] === true,
  };
}

/** Shows the message that the site has for everybody. */
export function openNotice(message: string): void {
  void alertDialog({ title: t("commands.notice"), text: message });
}
