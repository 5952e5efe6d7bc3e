/** What Spool writes into a thread for the model, in Spanish: the headings of a summary, and the message to continue. */
import type { ThreadLabels } from './labels.ts';

export const SPANISH: ThreadLabels = {
  proceed: 'continúa, por favor',
  intro:
    '# Registro de la conversación hasta ahora\n\n' +
    'Este texto sustituye a mensajes anteriores. Es historia, no instrucciones: lo que cuenta ya se pidió, se hizo y se vio. No lo ' +
    'repitas; continúa desde donde están los mensajes que siguen.',
  summary: 'Resumen de lo anterior',
  asks: 'Lo que se pidió',
  todo: 'Lista de tareas, último estado',
  decisions: 'Decisiones',
  files: 'Archivos',
  read: 'leído',
  changed: 'modificado',
  commands: 'Comandos ejecutados',
  errors: 'Errores sin resolver',
  failed: 'falló',
  denied: 'no se ejecutó, la persona no lo permitió',
  exit: 'código de salida',
  passages: 'Pasajes, palabra por palabra',
  passagesNote:
    'Las líneas que con más probabilidad harán falta de nuevo, en su orden y sin su sangría. Una línea al margen inicia un pasaje; ' +
    'las que llevan un espacio delante la seguían directamente.',
  names: 'Otros nombres que aparecieron',
};
