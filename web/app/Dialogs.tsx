/** Renders dialogs that were opened by a function call. */
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
    // The provider has been listening since its layout effect, which ran earlier.
    setDialogsDrawn(true);
    return () => setDialogsDrawn(false);
  }, []);
  return null;
}
