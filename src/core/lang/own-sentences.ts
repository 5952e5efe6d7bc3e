/** Holds and translates Spool's own error sentences (failed calls, refused compactions, failed imports). Errors and logs have them in English, the panel in its language. */
import { filled, type Translate } from './translate.ts';

/** Marks a sentence for translation. */
const t = (sentence: string): string => sentence;

/** By name. The value of a placeholder may be one of these itself, or a provider's own words. */
const SENTENCES = {
  connectionFailed: t('The connection to {0} failed: {1}'),
  notReached: t('Could not reach {0}: {1}'),
  answerBrokeOff: t('The answer of {0} broke off: {1}'),
  baseUrl: t('the base URL'),
  unsendableKey: t('The API key has characters in it that no key has.'),
  noKey: t('There is no API key for {0}.'),
  noServer: t('No server is set: give its address in the setting {0}.'),
  notTheApi: t('{0} is not the {1} API: it answered with {2}.'),
  noType: t('no type'),
  foreignEvents: t('events of another form, such as {0}'),
  statusOnly: t('{0} answered with status {1} and nothing else.'),
  noMessage: t('{0} answered with HTTP {1} and no message.'),
  noModels: t('{0} answered with no list of models.'),
  notClaude: t('{0} did not answer as the Claude API does: {1}'),
  webPage: t('{0} and a web page'),
  geminiWebPage: t('A web page came in place of an answer (status {0}). Is {1} the address of the Gemini API?'),
  pageCame: t('A web page came (HTTP {0}) and not the answer of an API.'),
  pageSaid: t('A web page came (HTTP {0}, “{1}”) and not the answer of an API.'),
  otherCame: t('{0} came (HTTP {1}) and not the answer of an API.'),
  otherSaid: t('{0} came (HTTP {1}, “{2}”) and not the answer of an API.'),
  ollamaApi: t('Ollama’s own API answered. Its API for this has /v1 at the end of the base URL.'),
  nothingToSay: t('The server answered that it has nothing to say (HTTP {0}).'),
  sendsOn: t('The server does not answer here but sends on to {0}.'),
  tooLong: t('The answer is too long.'),
  endless: t(
    'The answer did not end: more than {0} MB in all, {1} MB in one line, or {2} million characters of text came.',
  ),
  silent: t('Nothing came for {0} seconds.'),
  cutShort: t('The stream ended before the reply did.'),
  saidNothing: t('The reply has neither text nor calls.'),
  malformed: t("The model's reply has not the form that it must have ({0})."),
  contentFilter: t('The reply was stopped by the content filter ({0}).'),
  brokenOff: t('The server broke off the reply ({0}).'),
  lostModel: t('The server lost the connection to the model ({0}).'),
  windowExceeded: t('The context window of the model is exceeded ({0}).'),
  ranIntoWindow: t("The reply ran into the end of the model's context window."),
  declined: t('The model declined to go on.'),
  geminiWithheld: t('Gemini withheld the reply ({0}).'),
  geminiBlocked: t('Gemini blocked the request ({0}).'),
  noReason: t('The server ended the response as failed and gave no reason.'),
  failedSilently: t('The response failed without a message.'),
  notLoaded: t('{0} could not be loaded: {1}'),
  notOffered: t('The provider does not offer this.'),
  answerWithoutCount: t('The answer had no count in it.'),
  noCount: t('{0} did not say how many tokens there are.'),
  theModel: t('The model'),
  noCompaction: t('{0} gave no compaction.'),
  noSummary: t('The provider made no summary of this thread.'),
  notPermitted: t('VS Code has no permission to let Spool use this model.'),
  modelBlocked: t('This model is blocked for now, as its quota is used up.'),
  modelGone: t('VS Code no longer offers this model.'),
  quotaUsedUp: t('The quota of this model is used up.'),
  noMoreRequests: t('This model takes no more requests for now.'),
  tokenLimit: t('The token limit of this sub-agent is reached.'),
  sizes: t('the request has {0} tokens, the context size is {1}'),
  saidWithSizes: t('{0}: the request has {1} tokens, the context size is {2}'),
  notSmaller: t('{0} tokens would replace {1}'),
  nothingLeft: t('nothing would be left to send'),
  newestWouldChange: t('the newest typed message would change'),
  pinWouldChange: t('the pinned message {0} would change'),
  outOfOrder: t('entry {0} would come after entry {1}'),
  emptyFile: t('the file is empty. Choose a recorded thread.'),
  binaryFile: t('this is no text in UTF-8. Choose a thread that is recorded as JSON or JSONL.'),
  notJson: t('this is not JSON. Choose a thread that is recorded as JSON or JSONL.'),
  cutDocument: t('the file ends in the middle of its JSON. Copy the file again.'),
  cutLine: t('the file ends in the middle of this line. Remove line {0} or copy the file again.'),
  largeDocument: t(
    'this is one JSON document of {0} MB, and {1} MB is the most that is read. Record the thread as JSONL, or split it.',
  ),
  unknownFormat: t('this is JSON, but no recorded thread that is known here. Known formats: {0}.'),
  noMessages: t('no message was found, read as {0}. Choose another file or format.'),
  oneThread: t('it holds one thread, so there is no thread {0}. Leave the number out.'),
  manyThreads: t('it holds {0} threads, so there is no thread {1}. Choose a number from 1 to {2}.'),
  newerExport: t('this thread was exported by a newer version of Spool. Update Spool to import it.'),
  emptyExport: t('the export holds no entries. Export the thread again.'),
  siblingFile: t('{0}; choose {1}.'),
  clineShown: t('this is what Cline, Roo Code or Kilo Code showed, not what the model was sent'),
  clineTask: t('this is what Cline, Roo Code or Kilo Code keeps beside a task'),
  clineHistory: t('api_conversation_history.json in the same folder'),
  sessionList: t("this is {0}'s list of sessions"),
  promptList: t("this is {0}'s list of prompts"),
  opencodeRest: t('this is what opencode keeps of a session without its messages'),
  fileOfSession: t('the file in the same folder that is named by the id of the session'),
  sessionFile: t('a session file in the folder {0} beside it'),
  rolloutFile: t('a rollout file in the folder {0} beside it'),
  exportedFile: t('the file that `{0}` writes'),
  isBaseUrlRight: t('{0} Is the base URL right?'),
  askedAt: t('{0} (asked at {1})'),
  withStatus: t('{0} (HTTP {1})'),
} as const;

export type OwnSentence = keyof typeof SENTENCES;

/** In English. */
export function ownSentence(name: OwnSentence, ...args: readonly (string | number)[]): string {
  return filled(SENTENCES[name], ...args);
}

/** Sentences in sentences; a provider's words could repeat ours without end. */
const DEEPEST = 4;

/**
 * The message in a person's language, as far as it is made of Spool's own sentences: a provider's words stay as they are. What is behind
 * one of our sentences, and the name of a check before it, stays too. Linear in the message for each sentence.
 */
export function translateOwn(message: string, translate: Translate, deepest = DEEPEST): string {
  if (deepest === 0) return message;
  const inner = (text: string) => translateOwn(text, translate, deepest - 1);
  const [, check, rest = ''] = /^([a-z-]{1,20}): ([\s\S]+)$/.exec(message) ?? [];
  if (check !== undefined && inner(rest) !== rest) return `${check}: ${inner(rest)}`;
  for (const template of OWN_SENTENCES) {
    const args = argumentsIn(message, template);
    if (args) return translate(template, ...args.map(inner));
  }
  const whole = WHOLE.find((template) => message.startsWith(`${template} `));
  return whole === undefined ? message : `${translate(whole)} ${inner(message.slice(whole.length + 1))}`;
}

/** With their placeholders. The more words a sentence has of its own, the earlier it is tried. */
export const OWN_SENTENCES: readonly string[] = Object.values(SENTENCES).sort((a, b) => wordsOf(b) - wordsOf(a));
const WHOLE = OWN_SENTENCES.filter((template) => !template.includes('{0}') && template.endsWith('.'));

function wordsOf(template: string): number {
  return template.replace(/\{\d\}/g, '').length;
}

/** The values of a template's placeholders, which stand in the order of their numbers; undefined where the message is not made of it. */
function argumentsIn(message: string, template: string): readonly string[] | undefined {
  const [first = '', ...literals] = template.split(/\{\d\}/);
  const last = literals.pop();
  if (last === undefined) return message === template ? [] : undefined;
  if (!message.startsWith(first) || !message.endsWith(last)) return undefined;
  const end = message.length - last.length;
  const args: string[] = [];
  let at = first.length;
  for (const literal of literals) {
    const found = message.indexOf(literal, at);
    if (found < 0) return undefined;
    args.push(message.slice(at, found));
    at = found + literal.length;
  }
  return at > end ? undefined : [...args, message.slice(at, end)];
}
