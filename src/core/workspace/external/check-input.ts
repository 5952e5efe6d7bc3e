/** Checks the input of a call against a tool's JSON schema, within a bounded amount of work; the error is one sentence for the model. */
import type { Json } from '../../lang/json.ts';
import { type ForeignRecord, field, isList, isRecord } from '../../lang/json-fields.ts';
import { resolved } from './schema-root.ts';

/** Schemas and values that are compared, at most, since an external schema may branch without end. What comes after them is left to the tool. */
const MOST_STEPS = 50_000;
/** References inside each other without a step into the value. */
const MOST_REFS = 50;
const MOST_NAMED = 20;
/** UTF-16 units of a value that are repeated. */
const SHOWN = 80;

/**
 * What is wrong with the input; undefined where nothing is. `schema` is cleaned. Patterns, formats and `not` are left to the tool
 * itself: an external pattern may take forever. Of `oneOf` more than one may fit.
 */
export function inputProblem(input: Json, schema: Json): string | undefined {
  if (!isRecord(input)) return `The input must be an object, not ${shown(input)}.`;
  return isRecord(schema) ? new Check(schema).problem(input, schema, '', 0) : undefined;
}

class Check {
  readonly #root: ForeignRecord;
  #steps = 0;

  constructor(root: ForeignRecord) {
    this.#root = root;
  }

  problem(value: Json, schema: Json, at: string, refs: number): string | undefined {
    if (!isRecord(schema) || ++this.#steps > MOST_STEPS) return undefined;
    const target = refs < MOST_REFS ? resolved(field(schema, '$ref'), this.#root) : undefined;
    return (
      (target && this.problem(value, target, at, refs + 1)) ??
      typeProblem(value, schema, at) ??
      chosenProblem(value, schema, at) ??
      boundProblem(value, schema, at) ??
      this.#partsProblem(value, schema, at) ??
      this.#formsProblem(value, schema, at, refs)
    );
  }

  #partsProblem(value: Json, schema: ForeignRecord, at: string): string | undefined {
    if (isList(value)) return this.#itemsProblem(value, schema, at);
    if (!isRecord(value)) return undefined;
    const properties = field(schema, 'properties');
    const names = isRecord(properties) ? Object.keys(properties) : [];
    const required = field(schema, 'required');
    const missing = isList(required)
      ? required.find((name) => typeof name === 'string' && !Object.hasOwn(value, name))
      : undefined;
    if (missing !== undefined) return `${placed(at, String(missing))} is missing.`;
    const others = field(schema, 'additionalProperties');
    // Patterns are not run, so any other key may be covered by one of them.
    const rest = field(schema, 'patternProperties') === undefined ? (others ?? {}) : {};
    for (const [name, one] of Object.entries(value)) {
      const own = field(properties, name);
      if (own === undefined && rest === false)
        return `Unknown key ${JSON.stringify(name.slice(0, SHOWN))}${at === '' ? '' : ` in ${at}`}. It takes ${names.slice(0, MOST_NAMED).join(', ') || 'none'}.`;
      const found = this.problem(one, own ?? rest, placed(at, name), 0);
      if (found) return found;
    }
    return undefined;
  }

  #itemsProblem(value: readonly Json[], schema: ForeignRecord, at: string): string | undefined {
    const first = field(schema, 'prefixItems');
    const each = field(schema, 'items') ?? {};
    for (const [n, one] of value.entries()) {
      const own = isList(first) ? (first[n] ?? each) : each;
      const found = this.problem(one, own, `${at}[${n}]`, 0);
      if (found) return found;
    }
    return undefined;
  }

  #formsProblem(value: Json, schema: ForeignRecord, at: string, refs: number): string | undefined {
    for (const part of listOf(field(schema, 'allOf'))) {
      const found = this.problem(value, part, at, refs + 1);
      if (found) return found;
    }
    for (const key of ['anyOf', 'oneOf']) {
      const forms = listOf(field(schema, key));
      if (forms.length === 0 || refs >= MOST_REFS) continue;
      let last: string | undefined;
      const fits = forms.some((form) => {
        last = this.problem(value, form, at, refs + 1);
        return last === undefined;
      });
      if (!fits)
        return forms.length === 1
          ? last
          : `${named(at)} fits none of its ${forms.length} forms; of the last one: ${last}`;
    }
    return undefined;
  }
}

const NAMES: Readonly<Record<string, string>> = {
  object: 'an object',
  array: 'a list',
  string: 'a text',
  number: 'a number',
  integer: 'a whole number',
  boolean: 'true or false',
  null: 'null',
};

function typeProblem(value: Json, schema: ForeignRecord, at: string): string | undefined {
  const type = field(schema, 'type');
  const types = listOf(isList(type) ? type : type === undefined ? [] : [type]).map(String);
  if (types.length === 0 || types.some((one) => isOf(value, one))) return undefined;
  return `${named(at)} must be ${types.map((one) => NAMES[one] ?? one).join(' or ')}, not ${shown(value)}.`;
}

function isOf(value: Json, type: string): boolean {
  switch (type) {
    case 'object':
      return isRecord(value);
    case 'array':
      return isList(value);
    case 'integer':
      return Number.isInteger(value);
    case 'null':
      return value === null;
    case 'string':
    case 'number':
    case 'boolean':
      return typeof value === type;
    default:
      return true;
  }
}

function chosenProblem(value: Json, schema: ForeignRecord, at: string): string | undefined {
  const constant = field(schema, 'const');
  const choices = constant === undefined ? listOf(field(schema, 'enum')) : [constant];
  if (choices.length === 0) return undefined;
  const given = JSON.stringify(value);
  if (choices.some((one) => JSON.stringify(one) === given)) return undefined;
  const more = choices.length > MOST_NAMED ? ', …' : '';
  return `${named(at)} must be one of ${choices.slice(0, MOST_NAMED).map(shown).join(', ')}${more}, not ${shown(value)}.`;
}

function boundProblem(value: Json, schema: ForeignRecord, at: string): string | undefined {
  const of = (least: string, most: string) => [field(schema, least), field(schema, most)] as const;
  const outside = (size: number, [least, most]: readonly [unknown, unknown], what: string) => {
    if (typeof least === 'number' && size < least)
      return `${named(at)} must have at least ${least} ${what}, not ${size}.`;
    if (typeof most === 'number' && size > most) return `${named(at)} must have at most ${most} ${what}, not ${size}.`;
    return undefined;
  };
  if (typeof value === 'string') return outside([...value].length, of('minLength', 'maxLength'), 'characters');
  if (isList(value)) return outside(value.length, of('minItems', 'maxItems'), 'items');
  if (isRecord(value)) return outside(Object.keys(value).length, of('minProperties', 'maxProperties'), 'keys');
  if (typeof value !== 'number') return undefined;
  const [least, most] = of('minimum', 'maximum');
  const [above, below] = of('exclusiveMinimum', 'exclusiveMaximum');
  if (typeof least === 'number' && value < least) return `${named(at)} must be at least ${least}, not ${value}.`;
  if (typeof most === 'number' && value > most) return `${named(at)} must be at most ${most}, not ${value}.`;
  if (typeof above === 'number' && value <= above) return `${named(at)} must be more than ${above}, not ${value}.`;
  if (typeof below === 'number' && value >= below) return `${named(at)} must be less than ${below}, not ${value}.`;
  return undefined;
}

function listOf(value: Json | undefined): readonly Json[] {
  return isList(value) ? value : [];
}

function placed(at: string, name: string): string {
  const key = /^[\p{L}_$][\p{L}\p{N}_$-]*$/u.test(name) ? name : `[${JSON.stringify(name.slice(0, SHOWN))}]`;
  return at === '' || key.startsWith('[') ? `${at}${key}` : `${at}.${key}`;
}

function named(at: string): string {
  return at === '' ? 'The input' : at;
}

function shown(value: Json): string {
  const text = JSON.stringify(value);
  return text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text;
}
