/** Shared by the webhook commands: the folder or site, and the display of messages. */

import type { WebhookDelivery } from "#schemas/wire";
import type { Connection } from "../connection/connection.ts";
import { referenceHelp, resolveReference } from "./dataset-reference.ts";
import { io } from "../terminal/io.ts";
import { formatTable } from "../terminal/table.ts";

export const placeHelp = `a dataset or folder: ${referenceHelp}; without one, the whole site`;

/** @returns an empty object for the site */
export async function placeOf(connection: Connection, reference: string | undefined): Promise<{ folderId?: string }> {
  return reference === undefined ? {} : { folderId: await resolveReference(connection, reference) };
}

export function deliveriesTable(deliveries: readonly WebhookDelivery[]): string {
  const columns = [
    ...[{ title: "id" }, { title: "created" }, { title: "event" }, { title: "state" }],
    ...[{ title: "tries", align: "right" } as const, { title: "next try" }, { title: "failure", flexible: true }],
  ];
  const rows = deliveries.map(({ _id, event, created, state, tries, failure = "", due }) => {
    const next = state === "waiting" && due !== undefined ? minuteOf(due) : "";
    return [_id, minuteOf(created), event, state, tries, next, failure];
  });
  return formatTable(io().out, columns, rows);
}

const minuteOf = (date: string): string => date.slice(0, 16).replace("T", " ");
