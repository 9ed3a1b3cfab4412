/** A real SMTP server that stores the mails it receives, for tests. */
import { once } from "node:events";
import type { AddressInfo } from "node:net";

import { SMTPServer } from "smtp-server";

export const smtpPassword = "smtp-secret";

export interface ReceivedMail {
  readonly to: readonly string[];
  /** Including the headers; wrapped lines are rejoined. */
  readonly text: string;
}

export interface PostOffice {
  /** For `WAKELINE_SMTP_URL`. */
  readonly url: string;
  readonly mails: ReceivedMail[];
  /** From now on it refuses all mails, or accepts them again. */
  refuse(isRefusing: boolean): void;
  close(): Promise<void>;
}

export async function openPostOffice(): Promise<PostOffice> {
  const mails: ReceivedMail[] = [];
  let isRefusing = false;
  const server = new SMTPServer({
    authMethods: ["PLAIN"],
    hideSTARTTLS: true,
    allowInsecureAuth: true,
    onAuth: ({ username, password }, _session, done) => {
      const isRight = username === "site" && password === smtpPassword;
      done(isRight ? null : new Error("who are you?"), { user: username });
    },
    onData: (stream, session, done) => {
      const parts: Buffer[] = [];
      stream.on("data", (part: Buffer) => parts.push(part));
      stream.on("end", () => {
        if (isRefusing) return done(new Error("The mailbox is full"));
        const text = Buffer.concat(parts).toString("utf8").replaceAll("=\r\n", "").replaceAll("=3D", "=");
        mails.push({ to: session.envelope.rcptTo.map(({ address }) => address), text });
        done();
      });
    },
  });
  const listening = server.listen(0, "127.0.0.1");
  await once(listening, "listening");
  return {
    url: `smtp://site:${smtpPassword}@127.0.0.1:${(listening.address() as AddressInfo).port}`,
    mails,
    refuse: (given) => (isRefusing = given),
    close: () => new Promise<void>((resolve) => server.close(resolve)),
  };
}
