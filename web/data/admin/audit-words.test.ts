import { afterAll, expect, test } from "vitest";
import type { AuditEntry } from "#schemas/wire";
import { setLanguage } from "../../base/texts/index.ts";
import { changeText, targetText } from "./audit-words.ts";

const format = (area: AuditEntry["area"], name: string, from: string | null, to: string | null): string =>
  changeText(area, { name, from, to });

afterAll(() => setLanguage("en"));

test("fields and their values are shown in words; what people have written stays as it is", () => {
  expect(format("user", "firstName", null, "Ada")).toBe("First name: – → Ada");
  expect(format("user", "firstName", "true", "enabled")).toBe("First name: true → enabled");
  expect(format("user", "status", "pending", "enabled")).toBe("Status: Waiting for approval → enabled");
  expect(format("user", "admin", "false", "true")).toBe("Administrator of the site: no → yes");
  expect(format("setting", "core.registration_policy", null, "closed")).toBe(
    "Who may create an account: – → Administrators only",
  );
  expect(format("setting", "core.brand_name", "closed", "open")).toBe("Name for existing clients: closed → open");
  const theme = '{"theme":{"themes":{"dark":{"primary":"#d32f2f"},"light":{"primary":"#d32f2f"}}}}';
  expect(format("setting", "vuetify", theme, null)).toBe("Accent color: #d32f2f → –");
  expect(format("setting", "vuetify", '{"theme":', null)).toBe('Accent color: {"theme": → –');
  expect(format("group", "ada1", null, "moderator")).toMatch(/^ada1: – → \w+$/);
});

test("levels of access are shown in words, of people by their login and of groups as groups", () => {
  expect(format("access", "ada1", "read", null)).toBe("ada1: can read → –");
  expect(format("access", "group Divers", null, "write")).toBe("Group Divers: – → can edit");
  expect(format("access", "public", "false", "true")).toBe("Public: no → yes");
});

test("settings are called as on their page; what has no words here is called by its name", () => {
  expect(targetText({ targetType: "setting", targetName: "core.cookie_lifetime" })).toBe("Session length in days");
  expect(targetText({ targetType: "folder", targetName: "core.cookie_lifetime" })).toBe("core.cookie_lifetime");
  expect(targetText({ targetType: "setting", targetName: "core.later" })).toBe("core.later");
  expect(format("setting", "toString", null, "1")).toBe("toString: – → 1");
});

test("in German, too", async () => {
  await setLanguage("de");
  expect(format("access", "group Taucher", null, "admin")).toBe("Gruppe Taucher: – → besitzt es");
  expect(format("user", "status", "enabled", "disabled")).toBe("Status: freigeschaltet → gesperrt");
});
