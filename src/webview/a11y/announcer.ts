/** The panel's one voice: a polite status that screen readers read out. */

export interface Announcer {
  say(text: string): void;
}

/** Puts the status element into the page; it must stand there before its first word. */
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
