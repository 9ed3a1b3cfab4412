/** All services of one server, wired together. */
import type { Ports } from "../ports/index.ts";
import { AccessService } from "./access.service.ts";
import { FolderService } from "./folder.service.ts";
import { SettingService, type SettingDefaults } from "./setting.service.ts";
import { TokenService } from "./token.service.ts";
import { UserService } from "./user.service.ts";

export interface Services {
  readonly access: AccessService;
  readonly folders: FolderService;
  readonly settings: SettingService;
  readonly tokens: TokenService;
  readonly users: UserService;
}

export function createServices(ports: Ports, defaults: SettingDefaults): Services {
  const access = new AccessService(ports);
  const settings = new SettingService(ports, defaults);
  const tokens = new TokenService(ports);
  const folders = new FolderService(ports, access);
  const users = new UserService(ports, { access, tokens, folders, settings });
  return { access, folders, settings, tokens, users };
}
