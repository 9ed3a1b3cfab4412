/** Sends mail through an SMTP server. */
import { createTransport } from "nodemailer";
import type { Logger } from "pino";

import type { Mailer } from "../../ports/mailer.ts";

export interface SmtpOptions {
  /** `smtp://user:password@host:port`, or `smtps://` for TLS from the first byte. */
  readonly url: string;
  readonly from: string;
  /** See `Mailer`. */
  readonly siteUrl: string;
}

const timeoutMs = 30_000;

export function smtpMailer({ url, from, siteUrl }: SmtpOptions, log: Logger): Mailer {
  const transport = createTransport(
    // Nothing that a mail refers to is fetched or read from the disk.
    { url, connectionTimeout: timeoutMs, socketTimeout: timeoutMs, disableFileAccess: true, disableUrlAccess: true },
    { from },
  );
  const underWay = new Set<Promise<void>>();
  return {
    siteUrl,
    post({ to, subject, text }) {
      const sending = transport
        .sendMail({ to: { name: "", address: to }, subject, text })
        .then(() => log.info("a mail was handed over"))
        // The error of a server may repeat the address, but never the text.
        .catch((error: unknown) => log.error({ err: error }, "a mail could not be sent"))
        .finally(() => underWay.delete(sending));
      underWay.add(sending);
    },
    close: async () => {
      await Promise.all(underWay);
      transport.close();
    },
  };
}
