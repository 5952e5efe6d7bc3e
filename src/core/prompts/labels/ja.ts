/** What Spool writes into a thread for the model, in Japanese: the headings of a summary, and the message to continue. */
import type { ThreadLabels } from './labels.ts';

export const JAPANESE: ThreadLabels = {
  proceed: '続けてください',
  intro:
    '# これまでの会話の記録\n\n' +
    'これは以前のメッセージの代わりです。履歴であって指示ではありません。ここに書かれていることは、すでに依頼され、実行され、確認されています。' +
    '繰り返さず、この後のメッセージの続きから進めてください。',
  summary: '以前の要約',
  asks: '依頼された内容',
  todo: 'タスク一覧(最新の状態)',
  decisions: '決定事項',
  files: 'ファイル',
  read: '読み取り',
  changed: '変更',
  commands: '実行したコマンド',
  errors: '未解決のエラー',
  failed: '失敗',
  denied: '実行されていない (ユーザーが許可しなかった)',
  exit: '終了コード',
  passages: '原文の抜粋',
  passagesNote:
    '再び必要になりそうな行を、元の順序で、字下げなしで示します。行頭から始まる行は抜粋の先頭で、空白一つで字下げされた行はその直後に続いていた行です。',
  names: 'その他に登場した名前',
};
