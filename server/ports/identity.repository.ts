/** Which account a person at an identity provider has here. */

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
