/**
 * The page of everybody who is not signed in: log in, register, reset the password, or come in by a one-time link
 * (`/login?user=<id>&token=<token>`).
 */
import { Anchor, Box, Center, Group, Loader, Modal, Stack, Tabs, Text, Title } from "@mantine/core";
import { useSignals } from "@preact/signals-react/runtime";
import { useEffect, useRef, useState } from "react";
import { Navigate, useNavigate, useSearchParams } from "react-router";
import { signInByLink } from "../../api/account.ts";
import { errorStatus, errorText } from "../../api/errors.ts";
import { session } from "../../api/session.ts";
import { t } from "../../base/texts/index.ts";
import { BrandMark } from "../../ui/BrandMark.tsx";
import { ErrorAlert } from "../../ui/ErrorAlert.tsx";
import { LanguageSelect } from "../../ui/LanguageSelect.tsx";
import { usePageTitle } from "../../features/page-title.ts";
import { useBrand, usePublicSettings } from "../../features/site.ts";
import { ForgotPassword } from "./ForgotPassword.tsx";
import { LoginForm } from "./LoginForm.tsx";
import { RegisterForm } from "./RegisterForm.tsx";
import classes from "./LoginPage.module.css";

export default function LoginPage() {
  useSignals();
  const brand = useBrand();
  const settings = usePublicSettings();
  const navigate = useNavigate();
  const link = useSignInLink();
  usePageTitle(t("account.tab.login"));
  const [forgot, setForgot] = useState(false);

  // A link signs in whoever opened it, also when somebody else is signed in already.
  if (session.value.state === "signedIn" && link.state === "none") return <Navigate to="/" replace />;
  const enter = () => void navigate("/", { replace: true });

  return (
    <Box component="main" className={classes.page ?? ""}>
      <Modal
        opened
        onClose={() => undefined}
        withCloseButton={false}
        closeOnEscape={false}
        closeOnClickOutside={false}
        withOverlay={false}
        withinPortal={false}
        size={400}
        padding="xl"
        shadow="md"
        transitionProps={{ duration: 0 }}
        attributes={{ content: { "aria-label": t("account.welcome", { brand: brand.name }) } }}
      >
        <Stack gap="lg">
          <Group gap="sm" wrap="nowrap">
            <BrandMark size={34} logo={brand.logo} />
            <Title order={1}>{t("account.welcome", { brand: brand.name })}</Title>
          </Group>
          {link.state === "redeeming" ? (
            <Center py="xl">
              <Group gap="sm" role="status">
                <Loader size="sm" />
                <Text>{t("account.signingIn")}</Text>
              </Group>
            </Center>
          ) : forgot ? (
            <ForgotPassword contactEmail={settings.contactEmail} onBack={() => setForgot(false)} />
          ) : (
            <>
              {link.state === "refused" && <ErrorAlert text={link.text} />}
              <Tabs defaultValue="login" variant="default">
                <Tabs.List grow mb="md">
                  <Tabs.Tab value="login">{t("account.tab.login")}</Tabs.Tab>
                  <Tabs.Tab value="register">{t("account.tab.register")}</Tabs.Tab>
                </Tabs.List>
                <Tabs.Panel value="login">
                  <LoginForm onDone={enter} onForgot={() => setForgot(true)} />
                </Tabs.Panel>
                <Tabs.Panel value="register">
                  <RegisterForm onDone={enter} />
                </Tabs.Panel>
              </Tabs>
            </>
          )}
          <Stack gap={4} className={classes.notes ?? ""}>
            <LanguageSelect variant="unstyled" className={classes.language ?? ""} />
            {brand.loginMessage !== "" && <Text c="dimmed">{brand.loginMessage}</Text>}
            {settings.contactEmail !== "" && (
              <Anchor fz="sm" href={`mailto:${settings.contactEmail}`}>
                {t("account.support", { email: settings.contactEmail })}
              </Anchor>
            )}
          </Stack>
        </Stack>
      </Modal>
    </Box>
  );
}

type LinkState = { readonly state: "none" | "redeeming" } | { readonly state: "refused"; readonly text: string };

/** Redeems the one-time link of the address, once. */
function useSignInLink(): LinkState {
  const [search, setSearch] = useSearchParams();
  const user = search.get("user");
  const token = search.get("token");
  const [state, setState] = useState<LinkState>({ state: user !== null && token !== null ? "redeeming" : "none" });
  const started = useRef(false);

  useEffect(() => {
    if (user === null || token === null || started.current) return;
    started.current = true;
    signInByLink(user, token)
      .then(() => setState({ state: "none" }))
      .catch((error: unknown) => {
        const refused = errorStatus(error) === 401 || errorStatus(error) === 400;
        setState({ state: "refused", text: refused ? t("account.error.link") : errorText(error) });
      })
      // The link works once: keep it out of the history and of a reload.
      .finally(() => setSearch({}, { replace: true }));
  }, [user, token, setSearch]);
  return state;
}
