/** An address of the data browser that names no kind of place. */
import { Button, EmptyState } from "@mantine/core";
import { IconMapOff } from "@tabler/icons-react";
import { Link } from "react-router";
import { t } from "../../base/texts/index.ts";

export function PlaceNotFound() {
  return (
    <EmptyState
      mt={100}
      icon={<IconMapOff stroke={1.25} />}
      title={t("shell.notFound.title")}
      description={t("shell.notFound.text")}
    >
      <EmptyState.Actions>
        <Button component={Link} to="/">
          {t("shell.notFound.action")}
        </Button>
      </EmptyState.Actions>
    </EmptyState>
  );
}
