/** Which local account belongs to which person at an identity provider. */

export interface IdentityRecord {
  readonly issuer: string;
  readonly subject: string;
  readonly userId: string;
  readonly createdMs: number;
}

export interface IdentityRepository {
  insert(identity: IdentityRecord): Promise<void>;
  find(issuer: string, subject: string): Promise<IdentityRecord | undefined>;
  removeOfUser(userId: string): Promise<void>;
}
