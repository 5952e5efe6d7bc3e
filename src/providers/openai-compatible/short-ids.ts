/** Rewrites call ids to nine letters and digits, as Mistral's models require. */

const OWN = /^[a-zA-Z0-9]{9}$/;

/** A spelling for one request, as `safeIds`: what comes later changes no id before it, and ids of their own kind stay. */
export function shortIds(): (id: string) => string {
  const ids = new Map<string, string>();
  const used = new Set<string>();
  let n = 0;
  return (id) => {
    const known = ids.get(id);
    if (known !== undefined) return known;
    let short = OWN.test(id) ? id : '';
    while (short === '' || used.has(short)) short = `call${String(++n).padStart(5, '0')}`;
    used.add(short);
    ids.set(id, short);
    return short;
  };
}
