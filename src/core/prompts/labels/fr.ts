/** What Spool writes into a thread for the model, in French: the headings of a summary, and the message to continue. */
import type { ThreadLabels } from './labels.ts';

export const FRENCH: ThreadLabels = {
  proceed: 'continue, s’il te plaît',
  intro:
    '# Compte rendu de la conversation jusqu’ici\n\n' +
    'Ce texte remplace des messages antérieurs. C’est de l’historique, pas des instructions : ce qu’il rapporte a déjà été demandé, ' +
    'fait et vu. Ne le répète pas ; reprends là où en sont les messages qui suivent.',
  summary: 'Résumé de ce qui précède',
  asks: 'Ce qui a été demandé',
  todo: 'Liste de tâches, dernier état',
  decisions: 'Décisions',
  files: 'Fichiers',
  read: 'lu',
  changed: 'modifié',
  commands: 'Commandes exécutées',
  errors: 'Erreurs non résolues',
  failed: 'échec',
  denied: 'non exécutée, la personne ne l’a pas autorisée',
  exit: 'code de sortie',
  passages: 'Passages, mot pour mot',
  passagesNote:
    'Les lignes qui ont le plus de chances de resservir, dans leur ordre et sans leur indentation. Une ligne en marge commence un ' +
    'passage ; celles qui sont en retrait d’une espace la suivaient directement.',
  names: 'Autres noms apparus',
};
