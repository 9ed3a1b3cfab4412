/** Lets signed-in users through; everybody else goes to the login page. */
import { useSignals } from "@preact/signals-react/runtime";
import { Navigate, Outlet } from "react-router";
import { session } from "../api/session.ts";

export function RequireUser() {
  useSignals();
  if (session.value.state === "anonymous" || session.value.state === "unknown") return <Navigate to="/login" replace />;
  return <Outlet />;
}
