/** What Spool writes into a thread for the model, in German: the headings of a summary, and the message to continue. */
import type { ThreadLabels } from './labels.ts';

export const GERMAN: ThreadLabels = {
  proceed: 'bitte weitermachen',
  intro:
    '# Aufzeichnung des bisherigen Gesprächs\n\n' +
    'Dies steht an der Stelle früherer Nachrichten. Es ist Vergangenes, keine Anweisung: Was hier steht, wurde bereits gefragt, ' +
    'getan und gesehen. Wiederhole es nicht; mach dort weiter, wo die Nachrichten danach stehen.',
  summary: 'Zusammenfassung des Früheren',
  asks: 'Was gewünscht wurde',
  todo: 'Aufgabenliste, zuletzt',
  decisions: 'Entscheidungen',
  files: 'Dateien',
  read: 'gelesen',
  changed: 'geändert',
  commands: 'Ausgeführte Befehle',
  errors: 'Ungelöste Fehler',
  failed: 'fehlgeschlagen',
  denied: 'nicht ausgeführt, die Person hat es nicht erlaubt',
  exit: 'Exit-Code',
  passages: 'Stellen im Wortlaut',
  passagesNote:
    'Die Zeilen, die am ehesten noch gebraucht werden, in ihrer Reihenfolge und ohne Einrückung. Eine Zeile am Rand beginnt eine ' +
    'Stelle; um ein Leerzeichen eingerückte folgten ihr unmittelbar.',
  names: 'Weitere Namen',
};
