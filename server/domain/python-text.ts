/** Dates that clients compare with dates written by Python. */

/** `str(datetime)` in UTC: `2024-05-01 12:34:56.789000+00:00`; without the fraction if it is zero. */
export function pythonDateText(date: Date): string {
  const [day = "", rest = ""] = date.toISOString().split("T");
  const [time = "", ms = "000"] = rest.replace("Z", "").split(".");
  return `${day} ${time}${ms === "000" ? "" : `.${ms}000`}+00:00`;
}
