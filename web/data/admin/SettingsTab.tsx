/** Site settings that can change while the server runs. Untouched settings are not sent. */
import { Button, Group, NumberInput, Select, Stack, Switch, TextInput } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { api } from "../../api/client.ts";
import { errorText } from "../../api/errors.ts";
import { loadPublicSettings } from "../../api/site.ts";
import { t } from "../../base/texts/index.ts";
import { Answer } from "../../features/Answer.tsx";
import { keys } from "../../queries/keys.ts";
import { queryClient } from "../../queries/query-client.ts";
import { settingKeys, settingsQuery, type SettingKey, type Settings } from "../../queries/site-admin.ts";
import { ErrorAlert } from "../../ui/page/ErrorAlert.tsx";
import classes from "./AdminPage.module.css";

const policies = ["open", "approve", "closed"] as const;

export function SettingsTab() {
  return (
    <div className={classes.form}>
      <Answer of={useQuery(settingsQuery)}>
        {/* Remounted when others have changed something. */}
        {(stored) => <SettingsForm key={JSON.stringify(stored)} stored={stored} />}
      </Answer>
    </div>
  );
}

function SettingsForm({ stored }: { readonly stored: Settings }) {
  const [values, setValues] = useState(stored);
  const [failure, setFailure] = useState<string>();
  const changed = settingKeys.filter((key) => values[key] !== stored[key]);
  const set = (key: SettingKey, value: unknown): void => setValues((before) => ({ ...before, [key]: value }));

  async function save(): Promise<void> {
    try {
      await api.call("system.setSetting", { list: changed.map((key) => ({ key, value: values[key] })) });
      notifications.show({ color: "teal", message: t("site.settings.saved") });
      setFailure(undefined);
      for (const queryKey of [settingsQuery.queryKey, keys.site]) await queryClient.invalidateQueries({ queryKey });
      await loadPublicSettings();
    } catch (error) {
      setFailure(errorText(error));
    }
  }

  const text = (key: SettingKey) => ({
    value: String(values[key] ?? ""),
    onChange: (event: { currentTarget: { value: string } }) => set(key, event.currentTarget.value),
  });
  const flag = (key: SettingKey) => ({
    checked: values[key] === true,
    onChange: (event: { currentTarget: { checked: boolean } }) => set(key, event.currentTarget.checked),
  });
  const collections = (values["core.collection_create_policy"] ?? {}) as { readonly open?: boolean };

  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
      noValidate
    >
      <Stack gap="md" maw={480}>
        <Select
          label={t("site.settings.registration")}
          data={policies.map((value) => ({ value, label: t(`site.settings.registration.${value}`) }))}
          value={String(values["core.registration_policy"])}
          allowDeselect={false}
          onChange={(value) => set("core.registration_policy", value)}
        />
        <Switch label={t("site.settings.passwordLogin")} {...flag("core.enable_password_login")} />
        <NumberInput
          label={t("site.settings.sessionDays")}
          min={0}
          value={Number(values["core.cookie_lifetime"])}
          onChange={(value) => set("core.cookie_lifetime", value)}
        />
        <TextInput
          label={t("site.settings.contact")}
          description={t("site.settings.contactHint")}
          type="email"
          {...text("core.contact_email_address")}
        />
        <TextInput label={t("site.settings.privacy")} {...text("core.privacy_notice")} />
        <Switch
          label={t("site.settings.collections")}
          checked={collections.open === true}
          onChange={(event) =>
            set("core.collection_create_policy", { ...collections, open: event.currentTarget.checked })
          }
        />
        <Switch
          label={t("site.settings.clonesKeepMedia")}
          description={t("site.settings.clonesKeepMediaHint")}
          {...flag("clonesKeepMedia")}
        />
        <Switch
          label={t("site.settings.taskOverview")}
          description={t("site.settings.taskOverviewHint")}
          {...flag("taskOverview")}
        />
        <Switch label={t("site.settings.stream")} {...flag("core.notification_stream_enabled")} />
        <NumberInput
          label={t("site.settings.chunk")}
          description={t("site.settings.chunkHint")}
          min={0}
          value={
            typeof values["core.upload_minimum_chunk_size"] === "number" ? values["core.upload_minimum_chunk_size"] : ""
          }
          onChange={(value) => set("core.upload_minimum_chunk_size", value === "" ? null : value)}
        />
        <TextInput
          label={t("site.settings.cors")}
          description={t("site.settings.corsHint")}
          {...text("core.cors.allow_origin")}
        />
        <TextInput label={t("site.settings.brandName")} {...text("core.brand_name")} />
        <TextInput label={t("site.settings.bannerColor")} {...text("core.banner_color")} />
        {failure !== undefined && <ErrorAlert text={failure} />}
        <Group>
          <Button type="submit" disabled={changed.length === 0}>
            {t("common.save")}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
