/** Moves the keyboard focus to the element of the panel that a target of the host names. */
import type { FocusTarget } from '../../core/protocol/panel-messages.ts';

const ELEMENTS: Readonly<Record<FocusTarget, string>> = {
  thread: 'spool-thread',
  context: 'spool-context-card',
  composer: 'spool-composer',
  question: 'spool-question',
  find: 'spool-find',
  summary: 'spool-thread',
};

/** Waits for an element that is loaded with its first use. */
export function focusElement(root: ParentNode, target: FocusTarget): void {
  const { [target]: name } = ELEMENTS;
  const focus = () => root.querySelector<HTMLElement>(name)?.focus();
  if (customElements.get(name)) focus();
  else void customElements.whenDefined(name).then(focus);
}
