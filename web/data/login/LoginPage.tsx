/**
 * The page for signed-out users: log in, register, reset the password, or use a one-time link
 * (`/login?user=<id>&token=<token>`).
 */
import { Alert, Anchor, Box, Center, Group, Loader, Paper, Stack, Tabs, Text, Title } from "@mantine/core";
import { useSignals } from "@preact/signals-react/runtime";
import { useEffect, useRef, useState } from "react";
import { isWrongCode, needsCode, signInByLink } from "../../api/account.ts";
import { errorStatus, errorText } from "../../api/errors.ts";
import { session } from "../../api/session.ts";
import { t } from "../../base/texts/index.ts";
import { BrandMark } from "../../ui/theme/BrandMark.tsx";
import { ErrorAlert } from "../../ui/page/ErrorAlert.tsx";
import { LanguageSelect } from "../../ui/menus/LanguageSelect.tsx";
import { usePageTitle } from "../../features/page-title.ts";
import { useBrand, usePublicSettings } from "../../features/site.ts";
import { ForgotPassword } from "./ForgotPassword.tsx";
import { LinkCode } from "./LinkCode.tsx";
import { LoginForm } from "./LoginForm.tsx";
import { noticeAtLogin } from "./notice-at-login.ts";
import { SignInElsewhere } from "./SignInElsewhere.tsx";
import { RegisterForm } from "./RegisterForm.tsx";
import classes from "./LoginPage.module.css";
import { statusProps } from "../../ui/page/announce.ts";

interface LoginPageProps {
  /** Opens a page for signed-in users; without a path, the one that was requested. */
  onEnter(path?: string): Promise<void>;
  /** Called before the browser goes to the identity provider. */
  onLeave(): void;
}

export default function LoginPage({ onEnter, onLeave }: LoginPageProps) {
  useSignals();
  const brand = useBrand();
  const settings = usePublicSettings();
  const link = useSignInLink();
  usePageTitle(t("account.tab.login"));
  // Existing clients link to the dialog under this name.
  const [forgot, setForgot] = useState(() => searchOfPage().get("dialog") === "resetpassword");
  const [failure, setFailure] = useState<string>();

  // A link signs in its user even if another user is signed in.
  const isIn = session.value.state === "signedIn" && link.state === "none";
  const next = link.state === "none" && link.isReset ? "/account?password=new" : undefined;
  useEffect(() => {
    if (isIn) onEnter(next).catch((error: unknown) => setFailure(errorText(error)));
  }, [isIn, next, onEnter]);
  const enter = () => onEnter(next);

  return (
    <Box component="main" className={classes.page ?? ""}>
      <Paper
        role="dialog"
        aria-label={t("account.welcome", { brand: brand.name })}
        className={classes.sheet ?? ""}
        p="xl"
        shadow="md"
        radius="md"
      >
        <Stack gap="lg">
          <Group gap="sm" wrap="nowrap">
            <BrandMark size={34} logo={brand.logo} />
            <Title order={1}>{t("account.welcome", { brand: brand.name })}</Title>
          </Group>
          {noticeAtLogin.value !== undefined && (
            <Alert color="yellow" role="alert">
              {noticeAtLogin.value}
            </Alert>
          )}
          {link.state === "redeeming" ? (
            <Center py="xl">
              <Group gap="sm" {...statusProps}>
                <Loader size="sm" />
                <Text>{t("account.signingIn")}</Text>
              </Group>
            </Center>
          ) : link.state === "code" ? (
            <LinkCode isWrong={link.isWrong} onCode={link.enter} />
          ) : forgot ? (
            <ForgotPassword {...settings} onBack={() => setForgot(false)} />
          ) : (
            <>
              {link.state === "refused" && <ErrorAlert text={link.text} />}
              <SignInElsewhere name={settings.signInAt} onLeave={onLeave} />
              {failure !== undefined && <ErrorAlert text={failure} />}
              <Tabs defaultValue="login" variant="default">
                <Tabs.List grow mb="md" aria-label={t("account.tabs")}>
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
            {/^(https?:\/)?\/(?!\/\/)/.test(settings.privacyNotice) && (
              <Anchor fz="sm" href={settings.privacyNotice}>
                {t("account.privacy")}
              </Anchor>
            )}
            {settings.contactEmail !== "" && (
              <Anchor fz="sm" href={`mailto:${settings.contactEmail}`}>
                {t("account.support", { email: settings.contactEmail })}
              </Anchor>
            )}
          </Stack>
        </Stack>
      </Paper>
    </Box>
  );
}

type LinkState =
  | { readonly state: "none"; readonly isReset: boolean }
  | { readonly state: "redeeming" }
  /** The link was mailed, and the account uses one-time codes. */
  | { readonly state: "code"; readonly isWrong: boolean; enter(code: string): void }
  | { readonly state: "refused"; readonly text: string };

const searchOfPage = (): URLSearchParams => new URLSearchParams(location.search);

/** Redeems the one-time link in the address, once. */
function useSignInLink(): LinkState {
  // Read when the page opened: the link works once, so it is removed from the address afterwards.
  const [{ user, token, isReset }] = useState(() => {
    const search = searchOfPage();
    return { user: search.get("user"), token: search.get("token"), isReset: search.has("reset") };
  });
  const [state, setState] = useState<LinkState>(
    user !== null && token !== null ? { state: "redeeming" } : { state: "none", isReset: false },
  );
  const started = useRef(false);

  useEffect(() => {
    if (user === null || token === null || started.current) return;
    started.current = true;
    const redeem = async (code?: string): Promise<void> => {
      try {
        await signInByLink(user, token, code);
        setState({ state: "none", isReset });
      } catch (error) {
        if (needsCode(error) || isWrongCode(error)) {
          setState({ state: "code", isWrong: isWrongCode(error), enter: (entered) => void redeem(entered) });
          return;
        }
        const refused = errorStatus(error) === 401 || errorStatus(error) === 400;
        setState({ state: "refused", text: refused ? t("account.error.link") : errorText(error) });
      }
      history.replaceState(history.state, "", location.pathname);
    };
    void redeem();
  }, [user, token, isReset]);
  return state;
}
