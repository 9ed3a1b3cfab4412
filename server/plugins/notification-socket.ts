/**
 * Notifications over a WebSocket (api-v1 12.2): `/notifications/me?token=…` at the root of the server. Only the server
 * sends; the token is in the URL and cookies are ignored, so that no other site can listen for a user.
 */
import type { IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";

import type { FastifyInstance } from "fastify";
import { type WebSocket, WebSocketServer } from "ws";

import type { Actor } from "../services/access/actor.ts";
import type { AccountServices } from "../services/accounts/account-services.ts";
import type { SiteServices } from "../services/site/site-services.ts";
import { TokenScope } from "../services/accounts/token.service.ts";
import { isAllowedHost } from "./host-check.ts";
import { sortedJson } from "./json.ts";

/** One generation of clients uses the second. */
const paths = ["/notifications/me", "/notification/me"];
/**
 * Bytes that may be queued for a slow reader before it is disconnected; it reads the current state when it reconnects.
 */
const maxWaitingBytes = 4 * 1024 * 1024;
/** Detects dead connections. Browsers answer pings automatically. */
const pingMs = 30_000;
/** Clients send nothing. */
const maxReceivedBytes = 1024;
const goingAway = 1001;
const tokenEnded = 3000;

/** @param hosts host names that a server on the loopback address accepts; `undefined`: any */
export function addNotificationSocket(
  app: FastifyInstance,
  { notifications, tokens }: Pick<SiteServices, "notifications"> & Pick<AccountServices, "tokens">,
  hosts: readonly string[] | undefined,
): void {
  const sockets = new WebSocketServer({ noServer: true, maxPayload: maxReceivedBytes, perMessageDeflate: false });

  const upgrade = async (request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> => {
    if (hosts !== undefined && !isAllowedHost(request.headers.host, hosts)) return refuse(socket, "Host not allowed");
    const url = new URL(request.url ?? "", "http://server");
    if (!paths.includes(url.pathname)) return refuse(socket, "No such path");
    const token = url.searchParams.get("token") ?? "";
    if (token === "") return refuse(socket, "Token is required");
    const actor = await tokens.authenticate(token);
    if (actor.user === undefined || actor.token?.scopes.includes(TokenScope.userAuth) !== true) {
      return refuse(socket, "Invalid token");
    }
    sockets.handleUpgrade(request, socket, head, (client) => serve(client, actor));
  };

  const serve = (client: WebSocket, actor: Actor): void => {
    let isAlive = true;
    const unsubscribe = notifications.subscribe(
      actor,
      ({ type, data, ...rest }) => {
        if (client.bufferedAmount > maxWaitingBytes) return client.terminate();
        client.send(sortedJson(withPythonDates({ type, data, ...rest })));
      },
      (reason) => (reason === "token" ? client.close(tokenEnded, "Invalid token") : client.close(goingAway)),
    );
    const timer = setInterval(() => {
      if (!isAlive) return client.terminate();
      isAlive = false;
      client.ping();
    }, pingMs);
    client.on("pong", () => void (isAlive = true));
    client.on("error", (error) => app.log.debug({ err: error }, "a WebSocket broke"));
    client.on("close", () => {
      clearInterval(timer);
      unsubscribe();
    });
  };

  app.server.on("upgrade", (request, socket, head) => {
    socket.on("error", (error) => app.log.debug({ err: error }, "a WebSocket could not be opened"));
    upgrade(request, socket, head).catch((error: unknown) => {
      app.log.error({ err: error }, "a WebSocket could not be opened");
      socket.destroy();
    });
  });
  app.addHook("preClose", async () => {
    for (const client of sockets.clients) client.close(goingAway);
    sockets.close();
  });
}

/** Called before the connection becomes a WebSocket. */
function refuse(socket: Duplex, reason: string): void {
  socket.end(
    `HTTP/1.1 403 Forbidden\r\nConnection: close\r\nContent-Type: text/plain\r\nContent-Length: ${reason.length}\r\n\r\n${reason}`,
  );
}

const dateKeys: ReadonlySet<string> = new Set(["created", "updated", "when", "time", "expires"]);

/** Dates as Python prints them: a space instead of the `T`. */
function withPythonDates(value: unknown, key = ""): unknown {
  if (Array.isArray(value)) return value.map((entry) => withPythonDates(entry));
  if (typeof value === "object" && value !== null) {
    return Object.fromEntries(Object.entries(value).map(([name, entry]) => [name, withPythonDates(entry, name)]));
  }
  return typeof value === "string" && dateKeys.has(key) ? value.replace("T", " ") : value;
}
