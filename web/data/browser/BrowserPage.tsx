/** The data browser: the place that the address names. */
import { useSignals } from "@preact/signals-react/runtime";
import { useState } from "react";
import { useNavigationType, useParams } from "react-router";
import { requireUser } from "../../api/session.ts";
import { PageNotFound } from "../../ui/page/PageNotFound.tsx";
import { PlacePage } from "./PlacePage.tsx";
import { placeOf } from "./place-of.ts";

interface BrowserOptions {
  /** Whether the root is a place of its own. */
  readonly rootLocation?: boolean;
}

export default function BrowserPage({ rootLocation = true }: BrowserOptions) {
  const { routeType, routeId } = useParams();
  useSignals();
  const user = requireUser();
  const place = placeOf({ type: routeType, id: routeId }, { userId: user._id, rootLocation });
  // Arrived through a link inside the application; opening or reloading the page starts at its top.
  const arrivedByLink = useNavigationType() === "PUSH";
  const [visit, setVisit] = useState({ to: place?.id, from: arrivedByLink ? "" : undefined });
  if (place === undefined) return <PageNotFound />;
  if (visit.to !== place.id) setVisit({ to: place.id, from: visit.to ?? "" });
  return <PlacePage key={`${place.type}/${place.id}`} {...{ place, rootLocation }} cameFrom={visit.from} />;
}
