/** Settings that administrators change at run time; values are JSON. */

export interface SettingRepository {
  get(key: string): Promise<unknown>;
  set(key: string, value: unknown): Promise<void>;
  remove(key: string): Promise<void>;
}
