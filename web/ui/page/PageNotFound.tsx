/** The page for an unknown address, of a page or of a place in the data browser. */
import { Button, EmptyState } from "@mantine/core";
import { IconMapOff } from "@tabler/icons-react";
import { Link } from "react-router";
import { t } from "../../base/texts/index.ts";

export function PageNotFound() {
  return (
    <EmptyState
      mt="15vh"
      icon={<IconMapOff stroke={1.25} />}
      title={<h1 style={{ font: "inherit", margin: 0 }}>{t("shell.notFound.title")}</h1>}
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
