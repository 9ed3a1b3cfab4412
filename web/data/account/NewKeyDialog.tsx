/** Creates an API key: its permissions, and how long its sessions last. The key itself is shown only once. */
import { Button, Checkbox, Code, CopyButton, Modal, NumberInput, Radio, Stack, Text, TextInput } from "@mantine/core";
import { DialogButtons } from "../../ui/dialogs/DialogButtons.tsx";
import { useState, type FormEvent } from "react";
import type { ScopeDescription } from "#schemas/wire";
import { api } from "../../api/client.ts";
import { requireUser } from "../../api/session.ts";
import { t } from "../../base/texts/index.ts";
import { useSubmission } from "../../features/use-submission.ts";
import { apiKeysQuery } from "../../queries/account.ts";
import { queryClient } from "../../queries/query-client.ts";
import { ErrorAlert } from "../../ui/page/ErrorAlert.tsx";

interface Scopes {
  readonly custom: readonly ScopeDescription[];
  readonly adminCustom: readonly ScopeDescription[];
}

interface NewKeyDialogProps {
  readonly isOpen: boolean;
  readonly scopes: Scopes | undefined;
  onClose(): void;
}

export function NewKeyDialog({ isOpen, scopes, onClose }: NewKeyDialogProps) {
  const [created, setCreated] = useState<string>();
  function close(): void {
    setCreated(undefined);
    onClose();
  }
  return (
    <Modal
      opened={isOpen}
      onClose={close}
      title={t(created === undefined ? "profile.keys.new" : "profile.keys.created")}
      // A secret that is shown only once must not vanish by a click outside.
      closeOnClickOutside={created === undefined}
      closeButtonProps={{ "aria-label": t("common.close") }}
    >
      {created === undefined ? (
        <NewKeyForm scopes={scopes} onCreate={setCreated} />
      ) : (
        <CreatedKey value={created} onDone={close} />
      )}
    </Modal>
  );
}

interface NewKeyFormProps {
  readonly scopes: Scopes | undefined;
  onCreate(key: string): void;
}

function NewKeyForm({ scopes, onCreate }: NewKeyFormProps) {
  const offered = [...(scopes?.custom ?? []), ...(requireUser().admin ? (scopes?.adminCustom ?? []) : [])];
  const [name, setName] = useState("");
  const [isLimited, setLimited] = useState(false);
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const [days, setDays] = useState<number | string>("");
  const { isBusy, failure, send } = useSubmission();
  const isComplete = name.trim() !== "" && (!isLimited || chosen.length > 0);

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (!isComplete) return;
    await send(async () => {
      const { key } = await api.call("apiKey.create", {
        name: name.trim(),
        ...(isLimited && { scope: [...chosen] }),
        ...(typeof days === "number" && { tokenDuration: days }),
      });
      onCreate(key);
      await queryClient.invalidateQueries({ queryKey: apiKeysQuery.queryKey });
    });
  }

  return (
    <form onSubmit={(event) => void submit(event)} noValidate>
      <Stack gap="sm">
        {failure !== undefined && <ErrorAlert text={failure} />}
        <TextInput
          label={t("profile.keys.name")}
          description={t("profile.keys.nameHint")}
          withAsterisk
          data-autofocus
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <Radio.Group
          label={t("profile.keys.scope")}
          value={isLimited ? "limited" : "everything"}
          onChange={(value) => setLimited(value === "limited")}
        >
          <Stack gap={6} mt={4}>
            <Radio size="xs" value="everything" label={t("profile.keys.everything")} />
            <Radio size="xs" value="limited" label={t("profile.keys.limited")} />
          </Stack>
        </Radio.Group>
        {isLimited && (
          <Checkbox.Group value={[...chosen]} onChange={setChosen} aria-label={t("profile.keys.limited")}>
            <Stack gap={6} ps="lg">
              {offered.map((scope) => (
                <Checkbox key={scope.id} value={scope.id} label={scope.name} description={scope.description} />
              ))}
            </Stack>
          </Checkbox.Group>
        )}
        <NumberInput
          size="sm"
          label={t("profile.keys.days")}
          description={t("profile.keys.daysHint")}
          min={1}
          value={days}
          onChange={setDays}
        />
        <DialogButtons>
          <Button type="submit" loading={isBusy} disabled={!isComplete}>
            {t("profile.keys.create")}
          </Button>
        </DialogButtons>
      </Stack>
    </form>
  );
}

function CreatedKey({ value, onDone }: { readonly value: string; onDone(): void }) {
  return (
    <Stack gap="sm">
      <Text>{t("profile.keys.createdText")}</Text>
      <Code block data-testid="new-key">
        {value}
      </Code>
      <DialogButtons>
        <CopyButton value={value}>
          {({ copied, copy }) => (
            <Button variant="default" onClick={copy}>
              {t(copied ? "profile.keys.copied" : "profile.keys.copy")}
            </Button>
          )}
        </CopyButton>
        <Button onClick={onDone}>{t("profile.keys.done")}</Button>
      </DialogButtons>
    </Stack>
  );
}
