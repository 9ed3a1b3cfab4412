/** Sends mail. Not awaited: the caller must not learn whether an address takes mail. */
export interface Mail {
  readonly to: string;
  readonly subject: string;
  /** Plain. */
  readonly text: string;
}

export interface Mailer {
  /** Where links in mails lead to: the address of the site, without a trailing slash. */
  readonly siteUrl: string;
  /** Hands a mail over; that it could not be sent is logged, without what is in it. */
  post(mail: Mail): void;
  /** Waits for what is on its way. */
  close(): Promise<void>;
}
