/** Two frames and an idle moment, after the pause between two drawings of a reply that is being streamed: drawn, measured, coloured, and what is loaded late is there. It is also sent into a page as text, so it uses nothing else. */
export async function drawn(): Promise<void> {
  const inPanel = (selector: string) => document.querySelector('spool-panel')?.shadowRoot?.querySelectorAll(selector);
  const frames = () =>
    new Promise<void>((resolve) => {
      setTimeout(
        () => requestAnimationFrame(() => requestAnimationFrame(() => requestIdleCallback(() => resolve()))),
        inPanel('spool-reply-stream')?.length ? 170 : 20,
      );
    });
  await frames();
  const late = inPanel(':not(:defined)') ?? [];
  if (late.length === 0) return;
  await Promise.all([...late].map(({ localName }) => customElements.whenDefined(localName)));
  await frames();
}
