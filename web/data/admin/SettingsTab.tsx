/** Site settings that can change while the server runs. Untouched settings are not sent. */
import { Alert, Button, Group, NumberInput, Select, Stack, Switch, TextInput } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { useQuery } from "@tanstack/react-query";
import { api } from "../../api/client.ts";
import { loadPublicSettings } from "../../api/site.ts";
import { t } from "../../base/texts/index.ts";
import { useSubmission } from "../../features/use-submission.ts";
import { Answer } from "../../features/Answer.tsx";
import { keys } from "../../queries/keys.ts";
import { queryClient } from "../../queries/query-client.ts";
import { settingsQuery, type Settings } from "../../queries/site-admin.ts";
import { flagOf, textOf } from "../../ui/forms/draft-fields.ts";
import { useDraft, type Draft } from "../../ui/forms/use-draft.ts";
import { ErrorAlert } from "../../ui/page/ErrorAlert.tsx";
import classes from "./AdminPage.module.css";

const policies = ["open", "approve", "closed"] as const;

export default function SettingsTab() {
  return (
    <div className={classes.form}>
      <Answer of={useQuery(settingsQuery)}>{(stored) => <SettingsForm stored={stored} />}</Answer>
    </div>
  );
}

function SettingsForm({ stored }: { readonly stored: Settings }) {
  const draft = useDraft(stored);
  const { isBusy, failure, send } = useSubmission();

  async function save(): Promise<void> {
    await send(async () => {
      await api.call("system.setSetting", { list: draft.changed.map((key) => ({ key, value: draft.values[key] })) });
      notifications.show({ color: "teal", message: t("site.settings.saved") });
      for (const queryKey of [settingsQuery.queryKey, keys.site]) await queryClient.invalidateQueries({ queryKey });
      draft.reset();
      await loadPublicSettings();
      return "open";
    });
  }

  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
      noValidate
    >
      <Stack gap="md" maw={480}>
        <AccountSettings draft={draft} />
        <DataSettings draft={draft} />
        <ServerSettings draft={draft} />
        {failure !== undefined && <ErrorAlert text={failure} />}
        {draft.overtaken.length > 0 && (
          <Alert color="yellow" role="alert">
            {t("site.settings.overtaken")}
          </Alert>
        )}
        <Group>
          <Button type="submit" loading={isBusy} disabled={!draft.isChanged}>
            {t("common.save")}
          </Button>
          {draft.overtaken.length > 0 && (
            <Button variant="default" onClick={() => draft.reset()}>
              {t("site.settings.showTheirs")}
            </Button>
          )}
        </Group>
      </Stack>
    </form>
  );
}

interface PartProps {
  readonly draft: Draft<Settings>;
}

/** Who gets an account, and whom to ask. */
function AccountSettings({ draft }: PartProps) {
  return (
    <>
      <Select
        label={t("site.settings.registration")}
        data={policies.map((value) => ({ value, label: t(`site.settings.registration.${value}`) }))}
        value={String(draft.values["core.registration_policy"])}
        allowDeselect={false}
        onChange={(value) => draft.set({ "core.registration_policy": value })}
      />
      <Switch label={t("site.settings.passwordLogin")} {...flagOf(draft, "core.enable_password_login")} />
      <NumberInput
        label={t("site.settings.sessionDays")}
        min={0}
        value={Number(draft.values["core.cookie_lifetime"])}
        onChange={(value) => draft.set({ "core.cookie_lifetime": value })}
      />
      <TextInput
        label={t("site.settings.contact")}
        description={t("site.settings.contactHint")}
        type="email"
        {...textOf(draft, "core.contact_email_address")}
      />
      <TextInput label={t("site.settings.privacy")} {...textOf(draft, "core.privacy_notice")} />
    </>
  );
}

/** Rights of all users on data. */
function DataSettings({ draft }: PartProps) {
  const collections = (draft.values["core.collection_create_policy"] ?? {}) as { readonly open?: boolean };
  return (
    <>
      <Switch
        label={t("site.settings.collections")}
        checked={collections.open === true}
        onChange={(event) =>
          draft.set({ "core.collection_create_policy": { ...collections, open: event.currentTarget.checked } })
        }
      />
      <Switch
        label={t("site.settings.clonesKeepMedia")}
        description={t("site.settings.clonesKeepMediaHint")}
        {...flagOf(draft, "clonesKeepMedia")}
      />
      <Switch
        label={t("site.settings.taskOverview")}
        description={t("site.settings.taskOverviewHint")}
        {...flagOf(draft, "taskOverview")}
      />
    </>
  );
}

/** How the server answers, and its name for other clients. */
function ServerSettings({ draft }: PartProps) {
  const chunk = draft.values["core.upload_minimum_chunk_size"];
  return (
    <>
      <Switch label={t("site.settings.stream")} {...flagOf(draft, "core.notification_stream_enabled")} />
      <NumberInput
        label={t("site.settings.chunk")}
        description={t("site.settings.chunkHint")}
        min={0}
        value={typeof chunk === "number" ? chunk : ""}
        onChange={(value) => draft.set({ "core.upload_minimum_chunk_size": value === "" ? null : value })}
      />
      <TextInput
        label={t("site.settings.cors")}
        description={t("site.settings.corsHint")}
        {...textOf(draft, "core.cors.allow_origin")}
      />
      <TextInput label={t("site.settings.brandName")} {...textOf(draft, "core.brand_name")} />
      <TextInput label={t("site.settings.bannerColor")} {...textOf(draft, "core.banner_color")} />
    </>
  );
}
