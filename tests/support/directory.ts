/** A real LDAP server for tests: people and groups of an institute, also with TLS from the beginning or by StartTLS. */
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { fileURLToPath } from "node:url";
import { TLSSocket } from "node:tls";

import ldap from "ldapjs";

export const directoryBase = "dc=example,dc=org";
export const searcher = { bindDn: `cn=wakeline,${directoryBase}`, bindPassword: "finds people" } as const;
/** Signs the server's certificate; so does no authority of this machine. */
export const certificatePath = fileURLToPath(new URL("certificate/certificate.pem", import.meta.url));

const tls = {
  certificate: readFileSync(certificatePath, "utf8"),
  key: readFileSync(new URL("certificate/key.pem", import.meta.url), "utf8"),
};
const startTlsName = "1.3.6.1.4.1.1466.20037";

/** The types of the package describe its client only. */
interface Request {
  readonly dn: { toString(): string };
  /** Of a bind. */
  readonly credentials: string;
  /** Of a search. */
  readonly filter: { matches(attributes: object): boolean };
  readonly connection: { readonly ldap: { readonly bindDN: { toString(): string } } };
}
interface Answer {
  send(entry: object): void;
  end(): void;
}
type Handler = (request: Request, answer: Answer, next: (error?: unknown) => void) => void;
interface LdapServer {
  bind(dn: string, handler: Handler): void;
  search(base: string, handler: Handler): void;
  listen(port: number, host: string, done: () => void): void;
  close(done: () => void): void;
  address(): AddressInfo;
}

export interface DirectoryEntry {
  readonly dn: string;
  readonly password?: string;
  readonly attributes: Readonly<Record<string, readonly string[]>>;
}

export interface TestDirectory {
  /** `ldap://localhost:port`; it answers nothing before StartTLS if `ldapsUrl` is absent. */
  readonly url: string;
  /** May be changed at any time. */
  readonly entries: DirectoryEntry[];
  /** DNs that were bound, and how they ended. */
  readonly binds: string[];
  close(): Promise<void>;
}

/** @param encryption `start`: by StartTLS only */
export async function startDirectory(encryption: "none" | "tls" | "start" = "none"): Promise<TestDirectory> {
  const entries: DirectoryEntry[] = [];
  const binds: string[] = [];
  const server = ldap.createServer(encryption === "tls" ? tls : {}) as unknown as LdapServer;
  const sameDn = (one: string, other: string): boolean => ldap.parseDN(one).equals(ldap.parseDN(other));

  server.bind("", (request, answer, next) => {
    const dn = request.dn.toString();
    const password = request.credentials;
    const entry = [{ dn: searcher.bindDn, password: searcher.bindPassword }, ...entries].find((one) =>
      sameDn(one.dn, dn),
    );
    // A bind with an empty password is anonymous, and succeeds.
    const isRight = password === "" || (entry?.password !== undefined && entry.password === password);
    binds.push(`${dn} ${isRight ? "right" : "wrong"}`);
    if (!isRight) return next(new ldap.InvalidCredentialsError());
    answer.end();
    return next();
  });
  server.search(directoryBase, (request, answer, next) => {
    if (!sameDn(request.connection.ldap.bindDN.toString(), searcher.bindDn))
      return next(new ldap.InsufficientAccessRightsError());
    const base = ldap.parseDN(request.dn.toString());
    for (const { dn, attributes } of entries) {
      const isBelow = sameDn(dn, base.toString()) || base.parentOf(ldap.parseDN(dn));
      if (isBelow && request.filter.matches(attributes)) answer.send({ dn, attributes });
    }
    answer.end();
    return next();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address();
  const front = encryption === "start" ? await startFront(port) : undefined;
  return {
    url: `${encryption === "tls" ? "ldaps" : "ldap"}://localhost:${front?.port ?? port}`,
    entries,
    binds,
    async close() {
      await front?.close();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

/** The StartTLS half of a server: answers that one request, and hands on what comes through the encryption. */
async function startFront(target: number): Promise<{ port: number; close(): Promise<void> }> {
  const open = new Set<Socket>();
  const server = createServer((socket) => {
    open.add(socket);
    socket.on("error", () => undefined).on("close", () => open.delete(socket));
    socket.once("data", (request) => {
      if (!request.includes(startTlsName)) return socket.destroy();
      const [, , , , message = 0] = request;
      socket.write(Buffer.from([0x30, 0x0c, 0x02, 0x01, message, 0x78, 0x07, 0x0a, 0x01, 0, 0x04, 0, 0x04, 0]));
      const plain = new TLSSocket(socket, { isServer: true, key: tls.key, cert: tls.certificate });
      const inner = connect(target, "127.0.0.1");
      for (const one of [plain, inner]) one.on("error", () => [plain, inner].forEach((each) => each.destroy()));
      return plain.pipe(inner).pipe(plain);
    });
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    port: (server.address() as AddressInfo).port,
    async close() {
      for (const one of open) one.destroy();
      server.close();
      await once(server, "close");
    },
  };
}
