import type { TranslatedArea } from "../catalog.ts";
import type { account as english } from "../en/account.ts";

export const account = {
  welcome: "Willkommen bei {brand}",
  loginMessage: "{brand} wird jede Woche automatisch aktualisiert und ist dabei kurz nicht erreichbar.",
  tabs: "Anmelden oder registrieren",
  "tab.login": "Anmelden",
  "tab.register": "Registrieren",
  login: "Anmeldename oder E-Mail-Adresse",
  password: "Passwort",
  logIn: "Anmelden",
  "code.label": "Einmalcode",
  "code.hint": "Sechs Ziffern aus der Authenticator-App von {login}",
  "code.lost": "Kein Zugriff auf die App? Einmalcodes können von der Administration ausgeschaltet werden.",
  "code.back": "Zurück",
  register: "Registrieren",
  "register.login": "Anmeldename",
  "register.loginHint":
    "Mindestens 4 Zeichen, am Anfang ein Buchstabe; erlaubt sind Buchstaben, Ziffern, Bindestriche und Punkte",
  email: "E-Mail-Adresse",
  firstName: "Vorname",
  lastName: "Nachname",
  "password.change": "Passwort ändern",
  "password.changed": "Ihr Passwort wurde geändert.",
  "password.old": "Aktuelles Passwort",
  "password.revokeKeys": "Auch alle API-Schlüssel widerrufen",
  "password.revokeKeysHint": "Skripte, die sie verwenden, brauchen danach neue",
  "password.new": "Neues Passwort",
  passwordAgain: "Passwort wiederholen",
  passwordHint: "Mindestens 6 Zeichen",
  "error.required": "Bitte ausfüllen",
  "error.email": "Geben Sie eine Adresse wie name@example.org ein",
  "error.passwordsDiffer": "Die Passwörter stimmen nicht überein",
  "error.wrong": "Anmeldename oder Passwort ist falsch. Prüfen Sie beides und versuchen Sie es noch einmal.",
  "error.disabled": "Dieses Konto ist gesperrt. Bitten Sie die Administration, es freizuschalten.",
  "error.code":
    "Dieser Code ist falsch, abgelaufen oder wurde schon verwendet. Geben Sie den nächsten aus der App ein.",
  "error.link":
    "Dieser Anmeldelink wurde schon verwendet oder ist abgelaufen. Melden Sie sich mit Ihrem Passwort an oder bitten Sie die Administration um einen neuen Link.",
  "elsewhere.go": "Mit {name} anmelden",
  "elsewhere.unreachable":
    "Der Anmeldedienst antwortet nicht. Versuchen Sie es gleich noch einmal oder verwenden Sie Ihr Passwort.",
  "elsewhere.refused":
    "Sie wurden dort nicht angemeldet. Versuchen Sie es noch einmal oder fragen Sie die Administration, ob Sie diese Seite verwenden dürfen.",
  "elsewhere.invalid":
    "Diese Anmeldung hat zu lange gedauert oder wurde in einem anderen Fenster begonnen. Beginnen Sie hier noch einmal.",
  "elsewhere.noAccount": "Sie haben hier noch kein Konto. Bitten Sie die Administration, eines anzulegen.",
  "elsewhere.emailTaken":
    "Es gibt schon ein Konto mit Ihrer E-Mail-Adresse. Melden Sie sich mit dessen Passwort an oder wenden Sie sich an die Administration.",
  "elsewhere.noEmail":
    "Der Anmeldedienst nennt Ihre E-Mail-Adresse nicht, die ein Konto braucht. Wenden Sie sich an die Administration.",
  "elsewhere.awaitsApproval":
    "Ihr Konto wurde angelegt. Sie können sich anmelden, sobald die Administration es freigegeben hat.",
  forgot: "Passwort vergessen?",
  "forgot.title": "Passwort zurücksetzen",
  "forgot.text":
    "Von der Administration erhalten Sie einen Link, mit dem Sie sich einmal anmelden können. Öffnen Sie ihn und wählen Sie dann ein neues Passwort.",
  "forgot.mailText":
    "Wir schicken Ihnen einen Link, mit dem Sie sich einmal anmelden können. Öffnen Sie ihn und wählen Sie dann ein neues Passwort.",
  "forgot.send": "Link schicken",
  "forgot.sent":
    "Wenn ein Konto diese Adresse hat, ist ein Link unterwegs. Er gilt für eine Anmeldung innerhalb einer Stunde.",
  "link.code": "Dieses Konto ist mit Einmalcodes geschützt: Geben Sie zusätzlich einen ein.",
  "forgot.write": "An {email} schreiben",
  back: "Zurück zur Anmeldung",
  support: "Fragen oder Probleme? Schreiben Sie an {email}",
  privacy: "Datenschutz",
  "register.pending":
    "Ihr Konto wurde angelegt, kann aber noch nicht verwendet werden: Es muss erst bestätigt oder von der Administration freigeschaltet werden.",
  signingIn: "Sie werden angemeldet",
  "expired.title": "Ihre Sitzung ist abgelaufen",
  "expired.text": "Melden Sie sich wieder an, um fortzufahren. Auf dieser Seite geht nichts verloren.",
  "expired.again": "Ihre Sitzung war abgelaufen. Versuchen Sie es noch einmal.",
} as const satisfies TranslatedArea<typeof english>;
