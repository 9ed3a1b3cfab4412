/** Where dialogs are drawn that were opened by a function. */
import { ModalsProvider } from "@mantine/modals";
import { useEffect } from "react";
import { setDialogsDrawn } from "../ui/dialogs.ts";

export default function Dialogs() {
  return (
    <ModalsProvider>
      <Drawn />
    </ModalsProvider>
  );
}

function Drawn() {
  useEffect(() => {
    // The provider listens since its layout effect, which came before.
    setDialogsDrawn(true);
    return () => setDialogsDrawn(false);
  }, []);
  return null;
}
