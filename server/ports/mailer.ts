/** Sends mail. Not awaited: the response must not reveal whether an address accepts mail. */
export interface Mail {
  readonly to: string;
  readonly subject: string;
  /** Plain. */
  readonly text: string;
}

export interface Mailer {
  /** Base of links in mails: URL of the site, without a trailing slash. */
  readonly siteUrl: string;
  /** Queues a mail; failures are logged, without its contents. */
  post(mail: Mail): void;
  /** Waits for mails being sent. */
  close(): Promise<void>;
}
