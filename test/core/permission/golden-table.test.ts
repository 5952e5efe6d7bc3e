/** Each row of the golden table: a request, the verdict, and why. */
import { describe, expect, it } from 'vitest';
import { decide } from '../../../src/core/permission/decide.ts';
import type { Verdict } from '../../../src/core/permission/request.ts';
import { expectGolden } from '../../golden-file.ts';
import { git } from './cases/git.ts';
import { known } from './cases/known.ts';
import { places } from './cases/places.ts';
import { unsafePrograms } from './cases/unsafe-programs.ts';
import { waysAround } from './cases/ways-around.ts';
import { stateOf } from './world.ts';

const cases = [...waysAround, ...unsafePrograms, ...known, ...git, ...places];

function written(verdict: Verdict): string {
  switch (verdict.type) {
    case 'allow':
      return verdict.env ? `allow, with ${verdict.env.GIT_CONFIG_COUNT} settings of git` : 'allow';
    case 'refuse':
      return `refuse ${JSON.stringify(verdict.reason)}`;
    case 'ask': {
      const offers = verdict.offers.map(({ rule }) => ('words' in rule ? rule.words.join(' ') : 'exactly this line'));
      const shown = offers.length > 0 ? ` · offers: ${offers.join(' | ')}` : '';
      return `ask ${verdict.reasons.map((reason) => JSON.stringify(reason)).join(' ')}${shown}`;
    }
  }
}

const clipped = (text: string) => (text.length > 300 ? `${text.slice(0, 300)}… (${text.length})` : text);

describe('the golden table', () => {
  it('has the verdict that each row expects', () => {
    const wrong = cases.flatMap(({ group, name, request, setting, expected }) => {
      const { type } = decide(request, stateOf(setting));
      return type === expected ? [] : [`${group}: ${name}: ${type}, not ${expected}`];
    });
    expect(wrong).toEqual([]);
    expect(cases.length).toBeGreaterThan(400);
  });

  it('says why', async () => {
    let group = '';
    const rows = cases.flatMap((one) => {
      const heading = one.group === group ? [] : ['', `# ${one.group}`];
      group = one.group;
      return [...heading, clipped(one.name), `    ${clipped(written(decide(one.request, stateOf(one.setting))))}`];
    });
    await expectGolden('permission/decisions.txt', rows.join('\n').trim());
  });
});
