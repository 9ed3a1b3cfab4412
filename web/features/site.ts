/** Hooks for the site's name, pictures and messages. */
import { useSignals } from "@preact/signals-react/runtime";
import { brandData, publicSettings, toBrand, type Brand } from "../api/site.ts";

export function useBrand(): Brand {
  useSignals();
  return toBrand(brandData.value);
}

/** Address for questions and of the privacy notice, empty if the site has none; ways to sign in and to get mail. */
export function usePublicSettings(): {
  readonly contactEmail: string;
  readonly privacyNotice: string;
  readonly sendsMail: boolean;
  /** Name of the identity provider; empty if none exists. */
  readonly signInAt: string;
} {
  useSignals();
  const text = (key: string): string => {
    const value = publicSettings.value[key];
    return typeof value === "string" ? value : "";
  };
  return {
    contactEmail: text("core.contact_email_address"),
    privacyNotice: text("core.privacy_notice"),
    signInAt: text("wakeline.sign_in_at"),
    sendsMail: publicSettings.value["wakeline.sends_mail"] === true,
  };
}
