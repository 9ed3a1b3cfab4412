/** The user's own account: profile, password, one-time codes, keys for scripts, theme. */
import { Button, SegmentedControl, Text, Title, useMantineColorScheme } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useEffect, useId } from "react";
import { useSearchParams } from "react-router";
import { requireUser } from "../../api/session.ts";
import { t } from "../../base/texts/index.ts";
import { usePageTitle } from "../../features/page-title.ts";
import { apiKeysQuery, sessionsQuery } from "../../queries/account.ts";
import { openPasswordDialog } from "../login/open-password.ts";
import { LanguageSelect } from "../../ui/menus/LanguageSelect.tsx";
import classes from "./AccountPage.module.css";
import { ApiKeys } from "./ApiKeys.tsx";
import { OneTimeCodes } from "./OneTimeCodes.tsx";
import { ProfileForm } from "./ProfileForm.tsx";
import { Sessions } from "./Sessions.tsx";

export default function AccountPage() {
  usePageTitle(t("profile.title"));
  useNewPassword();
  // Other sections wait for these lists, which would push them down, and stay while a failed request is retried.
  const sessions = useQuery(sessionsQuery(requireUser()._id));
  const apiKeys = useQuery(apiKeysQuery);
  const isKnown = sessions.isFetched && apiKeys.isFetched;
  return (
    <div className={classes.page}>
      <div className={classes.sections}>
        <Title order={1}>{t("profile.title")}</Title>
        <Section title={t("profile.about.title")}>
          <ProfileForm />
        </Section>
        <Section title={t("profile.password.title")}>
          <Text c="dimmed">{t("profile.password.text")}</Text>
          <Button variant="default" onClick={() => openPasswordDialog()}>
            {t("account.password.change")}
          </Button>
        </Section>
        {isKnown && (
          <>
            <Section title={t("sessions.title")}>
              <Sessions />
            </Section>
            <Section title={t("profile.code.title")}>
              <OneTimeCodes />
            </Section>
            <Section title={t("profile.keys.title")}>
              <ApiKeys />
            </Section>
            <Section title={t("profile.theme.title")}>
              <Theme />
            </Section>
            <Section title={t("common.language")}>
              <LanguageSelect w={220} />
            </Section>
          </>
        )}
      </div>
    </div>
  );
}

/** Opens the new-password form when the user came through a link for a forgotten password. */
function useNewPassword(): void {
  const [search, setSearch] = useSearchParams();
  const isWanted = search.get("password") === "new";
  useEffect(() => {
    if (!isWanted) return;
    setSearch({}, { replace: true });
    void openPasswordDialog();
  }, [isWanted, setSearch]);
}

function Section({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  const id = useId();
  return (
    <section className={classes.section} aria-labelledby={id}>
      <Title order={2} id={id}>
        {title}
      </Title>
      {children}
    </section>
  );
}

const schemes = ["auto", "dark", "light"] as const;

function Theme() {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <SegmentedControl
      size="xs"
      aria-label={t("profile.theme.title")}
      value={colorScheme}
      data={schemes.map((value) => ({ value, label: t(`profile.theme.${value}`) }))}
      onChange={setColorScheme}
    />
  );
}
