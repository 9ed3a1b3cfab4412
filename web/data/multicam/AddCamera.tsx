/** The name field for an additional camera, with everything that is wrong with the name. */
import { Button, Group, TextInput } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { useState } from "react";
import { t } from "../../base/texts/index.ts";
import { changeDraft } from "./actions.ts";
import { nameProblems } from "./camera-name.ts";
import { addCamera } from "./draft.ts";
import type { OpenImport } from "./open-import.ts";

export function AddCamera({ current }: { readonly current: OpenImport }) {
  const [name, setName] = useState("");
  // An untouched field shows no error.
  const [isTouched, setIsTouched] = useState(false);
  const taken = current.draft.peek().cameras.map((camera) => camera.name);
  const problems = nameProblems(name, taken);

  function add() {
    setIsTouched(problems.length > 0);
    if (problems.length > 0) return;
    changeDraft(current, (draft) => addCamera(draft, name));
    setName("");
  }

  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        add();
      }}
    >
      <Group align="start" gap="xs" wrap="nowrap">
        <TextInput
          label={t("multicam.newCamera")}
          style={{ flex: 1 }}
          value={name}
          error={isTouched && problems.length > 0 ? problems.join(". ") : undefined}
          onChange={(event) => {
            setName(event.currentTarget.value);
            setIsTouched(true);
          }}
        />
        <Button type="submit" variant="default" mt={24} leftSection={<IconPlus size={16} />}>
          {t("multicam.add")}
        </Button>
      </Group>
    </form>
  );
}
