/** Asks to log in again over a page whose session has expired, so that nothing on it is lost. */
import { Stack, Text } from "@mantine/core";
import { useSignals } from "@preact/signals-react/runtime";
import { session } from "../api/session.ts";
import { t } from "../base/texts/index.ts";
import { LoginForm } from "../data/login/LoginForm.tsx";
import { refetchAll } from "../queries/query-client.ts";
import { MountedModal } from "../ui/dialogs/MountedModal.tsx";

export default function SessionExpired() {
  useSignals();
  const now = session.value;
  if (now.state !== "expired") return null;
  const before = now.user;

  function resume() {
    const after = session.peek();
    // The page belongs to the previous user: do not show it to another one.
    if (after.state === "signedIn" && after.user._id !== before._id) location.assign("/");
    else void refetchAll();
  }

  return (
    <MountedModal
      onClose={() => undefined}
      withCloseButton={false}
      closeOnEscape={false}
      closeOnClickOutside={false}
      size={380}
      // Above the dialog that may be open.
      zIndex={350}
      title={t("account.expired.title")}
    >
      <Stack>
        <Text>{t("account.expired.text")}</Text>
        <LoginForm login={before.login} onDone={resume} />
      </Stack>
    </MountedModal>
  );
}
