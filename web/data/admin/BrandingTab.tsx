/** What the site is called and says, with what it will look like before it is saved. */
import { Alert, Button, Group, Paper, Stack, Text, Textarea, TextInput } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { IconAlertTriangle } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { BrandData } from "#schemas/wire";
import { api } from "../../api/client.ts";
import { errorText } from "../../api/errors.ts";
import { t } from "../../base/texts/index.ts";
import { queryClient } from "../../queries/query-client.ts";
import { brandData, toBrand } from "../../api/site.ts";
import { brandQuery } from "../../queries/site.ts";
import { BrandMark } from "../../ui/BrandMark.tsx";
import { ErrorAlert } from "../../ui/ErrorAlert.tsx";
import classes from "./AdminPage.module.css";

const fields = ["name", "logo", "favicon", "loginMessage", "trainingMessage", "alertMessage"] as const;
type Values = Readonly<Record<(typeof fields)[number], string>>;

/** Of what the site does not set, people see our own: it stands in the fields, so that it can be changed. */
function valuesOf(data: BrandData): Values {
  const { name, loginMessage, alertMessage } = toBrand(data);
  return {
    name,
    loginMessage,
    alertMessage,
    logo: data.logo ?? "",
    favicon: data.favicon ?? "",
    trainingMessage: data.trainingMessage ?? t("run.trainingMessage"),
  };
}

/** Pictures come from where the site's own pages may fetch them; never a script. */
const isPicture = (address: string): boolean => address === "" || /^(https?:\/\/|\/(?!\/)|data:image\/)/.test(address);

export function BrandingTab() {
  const { data, error, refetch } = useQuery(brandQuery);
  if (error !== null) {
    return (
      <div className={classes.form}>
        <ErrorAlert text={errorText(error)} action={{ label: t("common.retry"), onClick: () => void refetch() }} />
      </div>
    );
  }
  return data === undefined ? null : <BrandingForm stored={data} />;
}

function BrandingForm({ stored }: { readonly stored: BrandData }) {
  const saved = valuesOf(stored);
  const [values, setValues] = useState(saved);
  const [failure, setFailure] = useState<string>();
  const changed = fields.filter((field) => values[field] !== saved[field]);
  const canSave = changed.length > 0 && isPicture(values.logo) && isPicture(values.favicon);

  async function save(): Promise<void> {
    // What nobody has touched stays as it is stored, also where that is nothing at all.
    const body: BrandData = { ...stored };
    for (const field of changed) {
      // An empty name or picture is ours; an empty message is meant: nothing is shown.
      if (values[field] === "" && (field === "name" || field === "logo" || field === "favicon")) delete body[field];
      else body[field] = values[field];
    }
    try {
      await api.call("configuration.setBrand", { body });
      queryClient.setQueryData(brandQuery.queryKey, body);
      brandData.value = body;
      setValues(valuesOf(body));
      setFailure(undefined);
      notifications.show({ message: t("admin.branding.saved"), color: "teal" });
    } catch (error) {
      setFailure(errorText(error));
    }
  }

  const input = (field: keyof Values) => ({
    value: values[field],
    onChange: ({ currentTarget: { value } }: { currentTarget: { value: string } }) =>
      setValues((before) => ({ ...before, [field]: value })),
  });
  const picture = (field: "logo" | "favicon") => ({
    ...input(field),
    description: t("admin.branding.pictureHint"),
    error: isPicture(values[field]) ? undefined : t("admin.branding.pictureWrong"),
  });
  return (
    <form
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <Group align="flex-start" gap="xl">
        <Stack gap="md" w={480} maw="100%">
          <TextInput label={t("admin.branding.name")} description={t("admin.branding.nameHint")} {...input("name")} />
          <TextInput label={t("admin.branding.logo")} {...picture("logo")} />
          <TextInput label={t("admin.branding.favicon")} {...picture("favicon")} />
          <Textarea label={t("admin.branding.loginMessage")} autosize {...input("loginMessage")} />
          <Textarea label={t("admin.branding.trainingMessage")} autosize {...input("trainingMessage")} />
          <Textarea
            label={t("admin.branding.alertMessage")}
            description={t("admin.branding.alertHint")}
            autosize
            {...input("alertMessage")}
          />
          {failure !== undefined && <ErrorAlert text={failure} />}
          <Group justify="flex-end" gap="xs">
            <Button variant="default" disabled={changed.length === 0} onClick={() => setValues(saved)}>
              {t("admin.branding.reset")}
            </Button>
            <Button type="submit" disabled={!canSave}>
              {t("common.save")}
            </Button>
          </Group>
        </Stack>
        <Preview values={values} />
      </Group>
    </form>
  );
}

function Preview({ values }: { readonly values: Values }) {
  const { name } = toBrand({ name: values.name });
  return (
    <Stack gap="xs" w={360} maw="100%" aria-label={t("admin.branding.preview")} role="group">
      <Text size="xs" c="dimmed" fw={500}>
        {t("admin.branding.preview")}
      </Text>
      {values.alertMessage !== "" && (
        <Alert color="yellow" py={6} icon={<IconAlertTriangle size={16} />}>
          {values.alertMessage}
        </Alert>
      )}
      <Paper withBorder p="lg">
        <Group gap="xs" mb="sm">
          <BrandMark size={22} logo={values.logo !== "" && isPicture(values.logo) ? values.logo : undefined} />
          <Text fw={600}>{name}</Text>
        </Group>
        <Text size="sm" style={{ overflowWrap: "anywhere", whiteSpace: "pre-line" }}>
          {values.loginMessage}
        </Text>
      </Paper>
      <Paper withBorder p="sm">
        <Text size="sm" c="dimmed" style={{ overflowWrap: "anywhere", whiteSpace: "pre-line" }}>
          {values.trainingMessage}
        </Text>
      </Paper>
    </Stack>
  );
}
