/** The site's name, pictures and messages, for components. */
import { useSignals } from "@preact/signals-react/runtime";
import { brandData, publicSettings, toBrand, type Brand } from "../api/site.ts";

export function useBrand(): Brand {
  useSignals();
  return toBrand(brandData.value);
}

/** Address for questions and of the privacy notice, empty when the site names none; and whether the site sends mail. */
export function usePublicSettings(): {
  readonly contactEmail: string;
  readonly privacyNotice: string;
  readonly sendsMail: boolean;
} {
  useSignals();
  const text = (key: string): string => {
    const value = publicSettings.value[key];
    return typeof value === "string" ? value : "";
  };
  return {
    contactEmail: text("core.contact_email_address"),
    privacyNotice: text("core.privacy_notice"),
    sendsMail: publicSettings.value["wakeline.sends_mail"] === true,
  };
}
