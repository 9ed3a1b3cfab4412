/** The site's name, pictures and messages, for components. */
import { useSignals } from "@preact/signals-react/runtime";
import { brandData, publicSettings, toBrand, type Brand } from "../api/site.ts";

export function useBrand(): Brand {
  useSignals();
  return toBrand(brandData.value);
}

/** Address for questions, empty when the site names none; and whether the site sends mail. */
export function usePublicSettings(): { readonly contactEmail: string; readonly sendsMail: boolean } {
  useSignals();
  const email = publicSettings.value["core.contact_email_address"];
  return {
    contactEmail: typeof email === "string" ? email : "",
    sendsMail: publicSettings.value["wakeline.sends_mail"] === true,
  };
}
