import type { Messages } from '../messages.js';

/** German. */
export const messages: Messages = {
  loading: 'Ihre Bestellung wird geladen …',
  'loading-failed': 'Ihre Bestellung konnte nicht geladen werden.',
  reload: 'Erneut versuchen',
  'card-details': 'Kartendaten',
  'contact-details': 'Kontaktdaten',
  'billing-address': 'Rechnungsadresse',
  methods: 'Wie möchten Sie bezahlen?',
  card: 'Karte',
  'payment-service': 'dem Zahlungsdienst',
  'holder-details': 'Kontodaten',
  holder: 'Name des Kontoinhabers',
  'continue-to': 'Weiter zu {method}',
  'redirect-hint': 'Sie werden zu {method} weitergeleitet, um {amount} zu bezahlen, und kommen danach hierher zurück.',
  'step-initiating': 'Verbindung zu {method} wird hergestellt …',
  'step-redirecting': 'Sie werden zu {method} weitergeleitet …',
  'redirect-unfinished':
    'Wir haben noch nichts von {method} gehört. Falls Sie dort noch nicht fertig bezahlt haben, können Sie weitermachen.',
  'redirect-kept':
    'Möglicherweise haben Sie bereits mit {method} bezahlt, daher können Sie jetzt nicht anders bezahlen. Falls Sie dort noch nicht fertig bezahlt haben, können Sie weitermachen.',
  'other-method': 'Anders bezahlen',
  'reading-payment': 'Ihre Zahlung wird gesucht …',
  'step-awaiting-status': 'Warten auf die Bestätigung Ihrer Zahlung von {method} …',
  'another-way': 'Zurück zur Bezahlung',
  number: 'Kartennummer',
  expiry: 'Gültig bis',
  'expiry-hint': 'MM/JJ',
  'security-code': 'Sicherheitscode',
  'security-code-hint': '{digits} Ziffern auf Ihrer Karte',
  name: 'Name auf der Karte',
  email: 'E-Mail',
  phone: 'Mobiltelefon',
  'phone-hint': 'Mit Ländervorwahl, zum Beispiel +49',
  line1: 'Adresse',
  city: 'Ort',
  postcode: 'Postleitzahl',
  country: 'Land',
  'choose-country': 'Land auswählen',
  'number-missing': 'Geben Sie Ihre Kartennummer ein.',
  'number-incomplete': 'Diese Kartennummer ist zu kurz.',
  'number-wrong': 'Prüfen Sie die Kartennummer: Eine Ziffer stimmt nicht.',
  'number-unknown': 'Diese Kartenart wird hier nicht angenommen.',
  'expiry-missing': 'Geben Sie das Datum wie auf Ihrer Karte ein, zum Beispiel 04/27.',
  'expiry-wrong': 'Geben Sie Monat und Jahr ein, zum Beispiel 04/27.',
  'expiry-past': 'Diese Karte ist abgelaufen.',
  'code-missing': 'Geben Sie den Sicherheitscode Ihrer Karte ein.',
  'code-wrong': 'Der Sicherheitscode hat {digits} Ziffern.',
  'name-missing': 'Geben Sie den Namen ein, wie er auf Ihrer Karte steht.',
  'name-long': 'Geben Sie höchstens {most} Zeichen ein.',
  'holder-missing': 'Geben Sie den Namen des Kontoinhabers ein.',
  'email-wrong': 'Geben Sie eine E-Mail-Adresse ein, zum Beispiel name@example.com.',
  'phone-wrong': 'Geben Sie die Nummer mit Ländervorwahl ein, zum Beispiel +44 20 7946 0000.',
  'field-missing': 'Füllen Sie dieses Feld aus.',
  'field-refused': 'Die Bank hat das nicht angenommen. Bitte prüfen Sie die Angabe.',
  pay: '{amount} bezahlen',
  'pay-with': '{amount} mit {method} bezahlen',
  'save-card': 'Karte speichern',
  cancel: 'Abbrechen',
  'step-awaiting-preparation': 'Verbindung zu Ihrer Bank wird hergestellt …',
  'step-authenticating': 'Ihre Bank prüft die Zahlung …',
  'step-opening-challenge': 'Die Seite Ihrer Bank wird geöffnet …',
  'step-challenging': 'Bitte bestätigen Sie die Zahlung bei Ihrer Bank.',
  'step-reading-result': 'Die Entscheidung Ihrer Bank wird abgefragt …',
  'challenge-title': 'Bei Ihrer Bank bestätigen',
  'challenge-frame': 'Die Seite Ihrer Bank',
  'challenge-cancel': 'Zahlung abbrechen',
  'challenge-question': 'Diese Zahlung nicht mehr bestätigen?',
  'challenge-stop': 'Ja, Zahlung abbrechen',
  'challenge-keep': 'Nein, weiter bestätigen',
  'challenge-slow': 'Die Seite Ihrer Bank braucht lange, bis sie erscheint.',
  'challenge-wait': 'Weiter warten',
  'challenge-again': 'Noch einmal öffnen',
  'step-awaiting-bank': 'Bitte bestätigen Sie die Zahlung in der App Ihrer Bank. Diese Seite wartet auf Ihre Antwort.',
  'try-again': 'Erneut versuchen',
  check: 'Erneut nachsehen',
  'from-your-bank': 'Ihre Bank sagt:',
  'paid-title': 'Zahlung abgeschlossen',
  'authenticated-title': 'Karte bestätigt',
  'declined-title': 'Zahlung abgelehnt',
  'not-authenticated-title': 'Zahlung nicht bestätigt',
  'cancelled-title': 'Zahlung abgebrochen',
  'pending-title': 'Zahlung läuft noch',
  'in-doubt-title': 'Wir wissen es noch nicht',
  'failed-title': 'Zahlung nicht möglich',
  authorized: 'Vielen Dank. Sie haben {amount} bezahlt.',
  'already-paid': 'Diese Bestellung ist bezahlt. Sie müssen nichts weiter tun.',
  'card-authenticated': 'Ihre Karte ist bestätigt. Es wurde nichts abgebucht.',
  declined:
    'Ihre Bank hat die Zahlung abgelehnt. Es wurde nichts abgebucht. Sie können es erneut versuchen oder eine andere Karte verwenden.',
  referral: 'Ihre Bank möchte mit Ihnen sprechen, bevor sie diese Zahlung erlaubt. Es wurde nichts abgebucht.',
  'card-blocked':
    'Ihre Bank hat diese Karte abgelehnt. Es wurde nichts abgebucht. Bitte verwenden Sie eine andere Karte.',
  'authentication-demanded':
    'Ihre Bank möchte, dass Sie diese Zahlung bestätigen. Es wurde nichts abgebucht. Bitte versuchen Sie es erneut.',
  'authentication-failed': 'Ihre Bank konnte nicht bestätigen, dass Sie es sind. Es wurde nichts abgebucht.',
  'issuer-rejected':
    'Ihre Bank hat diese Zahlung verweigert. Es wurde nichts abgebucht. Bitte verwenden Sie eine andere Karte.',
  'challenge-failed': 'Ihre Bank hat die Zahlung nicht bestätigt. Es wurde nichts abgebucht.',
  'authentication-impossible':
    'Ihre Bank kann zurzeit keine Zahlungen bestätigen. Es wurde nichts abgebucht. Bitte verwenden Sie eine andere Karte.',
  'authentication-attempted':
    'Ihre Bank konnte die Zahlung nicht bestätigen. Es wurde nichts abgebucht. Bitte verwenden Sie eine andere Karte.',
  'not-enrolled':
    'Diese Karte kann nicht bei ihrer Bank bestätigt werden, was dieser Shop verlangt. Es wurde nichts abgebucht. Bitte verwenden Sie eine andere Karte.',
  'challenge-cancelled': 'Sie haben die Zahlung abgebrochen. Es wurde nichts abgebucht.',
  'awaiting-final-status':
    'Ihre Bestellung geht weiter, sobald der endgültige Status der Zahlung eintrifft. Sie müssen nicht noch einmal bezahlen.',
  'payment-not-completed':
    'Die Zahlung wurde nicht abgeschlossen. Es wurde nichts abgebucht. Sie können es erneut versuchen oder anders bezahlen.',
  'authorization-unanswered':
    'Die Zahlung wurde gesendet, aber es ist noch keine Antwort gekommen. Möglicherweise wurde sie abgebucht, bezahlen Sie daher bitte nicht noch einmal. Wir klären das.',
  'backend-unanswered':
    'Die Zahlung wurde gesendet, aber es ist noch keine Antwort gekommen. Möglicherweise wurde sie abgebucht, bezahlen Sie daher bitte nicht noch einmal, bevor Sie es wissen.',
  'challenge-timed-out': 'Die Zeit zum Bestätigen der Zahlung ist abgelaufen. Es wurde nichts abgebucht.',
  'challenge-blocked': 'Die Seite Ihrer Bank konnte hier nicht angezeigt werden. Es wurde nichts abgebucht.',
  'challenge-too-late':
    'Die Seite Ihrer Bank hat sich nicht rechtzeitig geöffnet. Es wurde nichts abgebucht. Bitte versuchen Sie es erneut.',
  'card-not-supported':
    'Diese Kartenart wird hier nicht angenommen. Es wurde nichts abgebucht. Bitte verwenden Sie eine andere Karte.',
  'issuer-unavailable':
    'Ihre Bank ist zurzeit nicht erreichbar. Es wurde nichts abgebucht. Bitte versuchen Sie es erneut oder verwenden Sie eine andere Karte.',
  'gateway-unavailable':
    'Der Zahlungsdienst ist zurzeit nicht erreichbar. Es wurde nichts abgebucht. Bitte versuchen Sie es erneut.',
  'gateway-refused':
    'Der Zahlungsdienst des Shops hat die Zahlung verweigert. Es wurde nichts abgebucht. Bitte sagen Sie dem Shop Bescheid.',
  'backend-unavailable':
    'Der Shop ist zurzeit nicht erreichbar. Es wurde nichts abgebucht. Bitte versuchen Sie es erneut.',
  'backend-refused':
    'Der Shop konnte die Zahlung nicht annehmen. Es wurde nichts abgebucht. Bitte sagen Sie dem Shop Bescheid.',
  'order-not-found': 'Diese Bestellung ist nicht bekannt. Es wurde nichts abgebucht.',
  'order-closed': 'Diese Bestellung nimmt keine Zahlung mehr an.',
  'too-many-attempts':
    'Für diese Bestellung gab es zu viele Zahlungsversuche. Es wurde nichts abgebucht. Bitte sagen Sie dem Shop Bescheid.',
  'too-many-requests':
    'In kurzer Zeit gab es zu viele Versuche. Es wurde nichts abgebucht. Bitte versuchen Sie es in einigen Minuten erneut.',
};
