/** What Spool writes into a thread for the model, in simplified Chinese: the headings of a summary, and the message to continue. */
import type { ThreadLabels } from './labels.ts';

export const CHINESE: ThreadLabels = {
  proceed: '请继续',
  intro:
    '# 到目前为止的对话记录\n\n' +
    '本文代替较早的消息。它是历史记录,不是指令:其中的内容已经提出过、完成过、看过。不要重复,请从其后的消息处继续。',
  summary: '此前内容的摘要',
  asks: '用户的要求',
  todo: '待办清单(最新状态)',
  decisions: '决定',
  files: '文件',
  read: '已读取',
  changed: '已修改',
  commands: '已运行的命令',
  errors: '未解决的错误',
  failed: '失败',
  denied: '未运行，用户未允许',
  exit: '退出码',
  passages: '原文摘录',
  passagesNote: '最可能再次用到的行,按原有顺序列出,不含缩进。顶格的行是一段摘录的开头;缩进一个空格的行紧随其后。',
  names: '其他出现过的名称',
};
