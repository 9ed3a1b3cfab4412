/** The site's name, texts and colors, with a preview before saving. */
import { Alert, Button, ColorInput, FileButton, Group, Paper, Stack, Text, Textarea, TextInput } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { IconAlertTriangle } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import type { BrandData } from "#schemas/wire";
import { api } from "../../api/client.ts";
import { t } from "../../base/texts/index.ts";
import { useSubmission } from "../../features/use-submission.ts";
import { Answer } from "../../features/Answer.tsx";
import { queryClient } from "../../queries/query-client.ts";
import { brandData, isColor, toBrand } from "../../api/site.ts";
import { brandQuery } from "../../queries/site.ts";
import { formatBytes } from "../../ui/text/format.ts";
import { textOf } from "../../ui/forms/draft-fields.ts";
import { useDraft, type Draft, type Problems } from "../../ui/forms/use-draft.ts";
import { applyAccent } from "../../ui/theme/accent.ts";
import { defaultFavicon } from "../../ui/theme/own-favicon.ts";
import { wake } from "../../ui/theme/theme.ts";
import { BrandMark } from "../../ui/theme/BrandMark.tsx";
import { ErrorAlert } from "../../ui/page/ErrorAlert.tsx";
import classes from "./AdminPage.module.css";
import { withAccent } from "./brand-accent.ts";

const texts = ["name", "logo", "favicon", "loginMessage", "trainingMessage", "alertMessage"] as const;
const fields = [...texts, "accent"] as const;
type Values = Readonly<Record<(typeof fields)[number], string>>;

/** Suggestions; any other color works too. */
const swatches = ["#0f6679", "#1864ab", "#5f3dc4", "#a61e4d", "#c92a2a", "#d9480f", "#e67700", "#2b8a3e"] as const;

/** Where the site sets nothing, the fields are filled with our defaults, as users see them. */
function valuesOf(data: BrandData): Values {
  const { name, loginMessage, alertMessage, accent = "" } = toBrand(data);
  return {
    name,
    accent,
    loginMessage,
    alertMessage,
    logo: data.logo ?? "",
    favicon: data.favicon ?? "",
    trainingMessage: data.trainingMessage ?? t("run.trainingMessage"),
  };
}

/** Only addresses that the site's pages may fetch pictures from; never a script. */
const isPicture = (address: string): boolean => address === "" || /^(https?:\/\/|\/(?!\/)|data:image\/)/.test(address);

/** It is sent with every page. */
const maxPictureBytes = 200_000;

export default function BrandingTab() {
  const brand = useQuery(brandQuery);
  return (
    <Answer of={brand} frame={classes.failure}>
      {(stored) => <BrandingForm stored={stored} />}
    </Answer>
  );
}

/** The values to store: untouched ones as they were, and without our defaults. */
function bodyOf(stored: BrandData, values: Values): BrandData {
  const before = valuesOf(stored);
  const ours = valuesOf({});
  const body: BrandData = { ...stored };
  for (const field of texts) {
    if (values[field] === before[field]) continue;
    // An empty name or picture means our default; an empty message means that none is shown.
    const isOurs = values[field] === ours[field] || (values[field] === "" && !field.endsWith("Message"));
    if (isOurs) delete body[field];
    else body[field] = values[field];
  }
  return values.accent === before.accent ? body : withAccent(body, values.accent);
}

/** The reasons against saving, by field. */
function problemsOf({ logo, favicon, accent }: Values): Problems<Values> {
  const wrong = t("admin.branding.pictureWrong");
  return {
    logo: isPicture(logo) ? undefined : wrong,
    favicon: isPicture(favicon) ? undefined : wrong,
    accent: accent === "" || isColor(accent) ? undefined : t("admin.branding.accentWrong"),
  };
}

function BrandingForm({ stored }: { readonly stored: BrandData }) {
  const saved = valuesOf(stored);
  const draft = useDraft(saved, problemsOf);
  const { values, problems } = draft;
  const { isBusy, failure, setFailure, send } = useSubmission();
  useAccent(problems.accent === undefined ? values.accent : saved.accent);

  async function save(): Promise<void> {
    const body = bodyOf(stored, values);
    await send(async () => {
      await api.call("configuration.setBrand", { body });
      queryClient.setQueryData(brandQuery.queryKey, body);
      brandData.value = body;
      draft.reset(valuesOf(body));
      notifications.show({ message: t("admin.branding.saved"), color: "teal" });
      return "open";
    });
  }

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
          <BrandFields draft={draft} onFailure={setFailure} />
          {failure !== undefined && <ErrorAlert text={failure} />}
          <BrandButtons draft={draft} isBusy={isBusy} />
        </Stack>
        <Preview values={values} />
      </Group>
    </form>
  );
}

interface BrandFieldsProps {
  readonly draft: Draft<Values>;
  onFailure(text: string | undefined): void;
}

function BrandFields({ draft, onFailure }: BrandFieldsProps) {
  return (
    <>
      <TextInput
        label={t("admin.branding.name")}
        description={t("admin.branding.nameHint")}
        {...textOf(draft, "name")}
      />
      <PictureField field="logo" {...{ draft, onFailure }} />
      <PictureField field="favicon" {...{ draft, onFailure }} />
      <ColorInput
        label={t("admin.branding.accent")}
        description={t("admin.branding.accentHint")}
        placeholder={wake[7]}
        swatches={[...swatches]}
        value={draft.values.accent}
        onChange={(accent) => draft.set({ accent })}
        fixOnBlur={false}
        error={draft.problems.accent}
      />
      <Textarea label={t("admin.branding.loginMessage")} autosize {...textOf(draft, "loginMessage")} />
      <Textarea label={t("admin.branding.trainingMessage")} autosize {...textOf(draft, "trainingMessage")} />
      <Textarea
        label={t("admin.branding.alertMessage")}
        description={t("admin.branding.alertHint")}
        autosize
        {...textOf(draft, "alertMessage")}
      />
    </>
  );
}

interface PictureFieldProps extends BrandFieldsProps {
  readonly field: "logo" | "favicon";
}

/** The address of a picture, or a file, which is stored as a data URL so that pages need nothing from other servers. */
function PictureField({ field, draft, onFailure }: PictureFieldProps) {
  const label = t(`admin.branding.${field}`);

  async function take(file: File | null): Promise<void> {
    if (file === null) return;
    if (file.size > maxPictureBytes)
      return onFailure(t("admin.branding.pictureLarge", { name: file.name, max: formatBytes(maxPictureBytes) }));
    const address = await dataAddress(file);
    onFailure(undefined);
    draft.set({ [field]: address });
  }

  return (
    <TextInput
      label={label}
      description={t("admin.branding.pictureHint")}
      {...textOf(draft, field)}
      rightSectionWidth={120}
      rightSection={
        <FileButton accept="image/*" onChange={(file) => void take(file)}>
          {({ onClick }) => (
            <Button
              size="compact-xs"
              variant="default"
              onClick={onClick}
              aria-label={t("admin.branding.chooseFor", { field: label })}
            >
              {t("admin.branding.choose")}
            </Button>
          )}
        </FileButton>
      }
    />
  );
}

function BrandButtons({ draft, isBusy }: { readonly draft: Draft<Values>; readonly isBusy: boolean }) {
  const ours = valuesOf({});
  const isOurs = fields.every((field) => draft.values[field] === ours[field]);
  return (
    <Group justify="flex-end" gap="xs">
      <Button variant="subtle" mr="auto" disabled={isOurs} onClick={() => draft.reset(ours)}>
        {t("admin.branding.ours")}
      </Button>
      {/* Where words are long, these two go to the next line together. */}
      <Group gap="xs" wrap="nowrap">
        <Button variant="default" disabled={!draft.isChanged} onClick={() => draft.reset()}>
          {t("admin.branding.reset")}
        </Button>
        <Button type="submit" loading={isBusy} disabled={!draft.isChanged || !draft.isValid}>
          {t("common.save")}
        </Button>
      </Group>
    </Group>
  );
}

function dataAddress(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener("load", () => resolve(String(reader.result)));
    reader.addEventListener("error", () => reject(reader.error ?? new Error(file.name)));
    reader.readAsDataURL(file);
  });
}

/** Previews the color on the whole page while it is being chosen. */
function useAccent(accent: string): void {
  useEffect(() => applyAccent(accent === "" ? undefined : accent), [accent]);
  useEffect(() => () => applyAccent(toBrand(brandData.peek()).accent), []);
}

function Preview({ values }: { readonly values: Values }) {
  const { name } = toBrand({ name: values.name });
  return (
    <Stack gap="xs" w={360} maw="100%" aria-label={t("admin.branding.preview")} role="group">
      <Text size="xs" c="dimmed" fw={500}>
        {t("admin.branding.preview")}
      </Text>
      <Paper withBorder px="sm" py={6} radius="md" maw={220}>
        <Group gap="xs" wrap="nowrap">
          <img
            src={values.favicon !== "" && isPicture(values.favicon) ? values.favicon : defaultFavicon}
            alt=""
            width={16}
            height={16}
          />
          <Text size="xs" truncate>
            {`${t("shell.data")} · ${name}`}
          </Text>
        </Group>
      </Paper>
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
        <Group gap="md" mt="md">
          <Button component="span" role="presentation">
            {t("account.logIn")}
          </Button>
          <Text size="sm" c="var(--mantine-color-anchor)">
            {t("account.forgot")}
          </Text>
        </Group>
      </Paper>
      <Paper withBorder p="sm">
        <Text size="sm" c="dimmed" style={{ overflowWrap: "anywhere", whiteSpace: "pre-line" }}>
          {values.trainingMessage}
        </Text>
      </Paper>
    </Stack>
  );
}
