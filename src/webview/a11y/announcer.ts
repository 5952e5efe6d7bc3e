/** The status element whose text screen readers announce (`role=status`); the panel has one. */

export interface Announcer {
  say(text: string): void;
}

/** Adds the status element to the page; screen readers announce only changes of an element that was there before. */
export function createAnnouncer(page: Document): Announcer {
  const status = page.createElement('div');
  status.id = 'announcer';
  status.setAttribute('role', 'status');
  page.body.append(status);
  return {
    say: (text) => {
      status.textContent = text;
    },
  };
}
