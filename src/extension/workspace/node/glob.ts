/** Matches paths against a glob of a model: `*.ts` in any folder, `src/**` below one, `{a,b}` for either. */
import ignore from 'ignore';

const MOST_ALTERNATIVES = 200;

/** Whether a path (relative, with `/`) matches. A glob with a `/` begins at the folder that is searched. */
export function globMatcher(pattern: string): (relative: string) => boolean {
  const trimmed = pattern.replace(/^\.?\/+/, '/');
  const alternatives = braced(trimmed).map((one) => one.replace(/^[!#]/, '\\$&').replace(/\s+$/, ''));
  const matcher = ignore({ ignorecase: true, allowRelativePaths: true }).add(alternatives);
  return (relative) => relative !== '' && matcher.ignores(relative);
}

/** `a{b,c}` as `ab` and `ac`; a brace without its other half stays as it is. */
function braced(pattern: string): readonly string[] {
  let patterns = [pattern];
  for (let grew = true; grew; ) {
    grew = false;
    const next: string[] = [];
    for (const one of patterns) {
      const found = /^(.*?)\{([^{}]*,[^{}]*)\}(.*)$/s.exec(one);
      if (!found) next.push(one);
      else {
        for (const choice of (found[2] ?? '').split(',')) next.push(`${found[1]}${choice}${found[3]}`);
        grew = true;
      }
    }
    if (next.length > MOST_ALTERNATIVES) return patterns;
    patterns = next;
  }
  return patterns;
}
