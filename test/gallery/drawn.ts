/** Two frames and an idle moment: drawn, measured, coloured, and what is loaded late is there. It is also sent into a page as text, so it uses nothing else. */
export async function drawn(): Promise<void> {
  const frames = () =>
    new Promise<void>((resolve) => {
      setTimeout(
        () => requestAnimationFrame(() => requestAnimationFrame(() => requestIdleCallback(() => resolve()))),
        20,
      );
    });
  await frames();
  const late = document.querySelector('spool-panel')?.shadowRoot?.querySelectorAll(':not(:defined)') ?? [];
  if (late.length === 0) return;
  await Promise.all([...late].map(({ localName }) => customElements.whenDefined(localName)));
  await frames();
}
