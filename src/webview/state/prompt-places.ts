/** The places of an inserted prompt that a person is to fill in, as `${input:name}`: which are left, and which comes next. */
import { PROMPT_VARIABLES } from '../../core/protocol/prompt.ts';

/** A variable that is still there had nothing to stand for: nothing is selected, or no file is open. */
const PLACES = new RegExp(
  String.raw`\$\{(?:input:[^}]{1,600}|${PROMPT_VARIABLES.join('|')})\}|\$ARGUMENTS(?:\[\d{1,2}\])?(?!\w)`,
  'g',
);

/** Each once, as it stands in the text. */
export function placesIn(text: string): readonly string[] {
  return [...new Set(text.match(PLACES))];
}

export interface PlaceSpan {
  readonly start: number;
  readonly end: number;
}

/** The first place at or after `from`, in UTF-16 units; undefined where none follows. */
export function nextPlace(text: string, places: readonly string[], from: number): PlaceSpan | undefined {
  const spans = places.flatMap((place) => {
    const start = text.indexOf(place, from);
    return start < 0 ? [] : [{ start, end: start + place.length }];
  });
  return spans.toSorted((a, b) => a.start - b.start || b.end - a.end)[0];
}
