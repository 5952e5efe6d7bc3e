/** Two frames and an idle moment: drawn, measured, coloured. It is also sent into a page as text, so it uses nothing else. */
export function drawn(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(
      () => requestAnimationFrame(() => requestAnimationFrame(() => requestIdleCallback(() => resolve()))),
      20,
    );
  });
}
