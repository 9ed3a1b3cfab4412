/** Accounts, and how people and programs sign in. */
import type { Ports } from "../../ports/index.ts";
import type { AccessService } from "../access/access.service.ts";
import type { SettingService } from "../site/setting.service.ts";
import type { FolderService } from "../tree/folder.service.ts";
import { AccountRecoveryService } from "./account-recovery.service.ts";
import { ApiKeyService } from "./api-key.service.ts";
import type { AccountOf } from "./external-refusal.ts";
import { type ExternalAccountRules, ExternalSignInService } from "./external-sign-in.service.ts";
import { GroupService } from "./group.service.ts";
import { OneTimePasswordService } from "./one-time-password.service.ts";
import type { PasswordWork } from "./password-work/password-work.ts";
import { SessionService } from "./session.service.ts";
import { SignInService } from "./sign-in.service.ts";
import { TokenService } from "./token.service.ts";
import { UserService } from "./user.service.ts";

export interface AccountServices {
  readonly accountRecovery: AccountRecoveryService;
  readonly apiKeys: ApiKeyService;
  readonly externalSignIns: ExternalSignInService;
  readonly groups: GroupService;
  readonly oneTimePasswords: OneTimePasswordService;
  readonly sessions: SessionService;
  readonly signIns: SignInService;
  readonly tokens: TokenService;
  readonly users: UserService;
}

export interface AccountOptions {
  /** For sites with an identity provider. */
  readonly externalAccounts?: ExternalAccountRules | undefined;
  /** For sites with a directory that checks passwords. */
  readonly directoryAccounts?: ExternalAccountRules | undefined;
}

interface Deps {
  readonly access: AccessService;
  readonly folders: FolderService;
  readonly passwords: PasswordWork;
  readonly settings: SettingService;
}

export function createAccountServices(
  ports: Ports,
  { access, folders, passwords, settings }: Deps,
  { externalAccounts, directoryAccounts }: AccountOptions,
): AccountServices {
  const tokens = new TokenService(ports);
  const oneTimePasswords = new OneTimePasswordService(ports, access);
  const accountOf: AccountOf = async (identity) => await directorySignIns.accountOf(identity);
  const signIns = new SignInService(ports, { access, tokens, settings, oneTimePasswords, passwords, accountOf });
  const users = new UserService(ports, { access, tokens, folders, settings, signIns, passwords });
  const directorySignIns = new ExternalSignInService(ports, { users, tokens }, directoryAccounts);
  return {
    accountRecovery: new AccountRecoveryService(ports, { tokens, settings }),
    apiKeys: new ApiKeyService(ports, tokens),
    externalSignIns: new ExternalSignInService(ports, { users, tokens }, externalAccounts),
    groups: new GroupService(ports, access),
    oneTimePasswords,
    sessions: new SessionService(ports, access),
    signIns,
    tokens,
    users,
  };
}
