import { fromDatabase, toDatabase, type CamelCased } from '@paperplane/shared/domain';
import { is, parse, type GenericSchema, type InferInput, type InferOutput } from 'valibot';

/** Any part of a value, at any depth; of a list, its items. */
export type Said<Value> = Value extends readonly unknown[]
  ? { readonly [Index in keyof Value]: Said<Value[Index]> }
  : Value extends object
    ? { readonly [Key in keyof Value]?: Said<Value[Key]> | undefined }
    : Value;

/** The id of something with a short name: `idOf('v1')` is the same everywhere. @throws Error for a name that does not fit into one */
export function idOf(name: string): string {
  const digits = [...name].map((letter) => letter.charCodeAt(0).toString(16).padStart(2, '0')).join('');
  if (digits.length > 32) throw new Error(`too long for an id: ${name}`);
  return digits.padStart(32, '0').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}

/** Of a text or number the first that fits: whatever it must be, it is the same in every run. */
const EXAMPLES = ['', idOf(''), '2026-11-21', '2026-11-21T12:00:00+00:00', 0, 1];

/** The parts of a schema that say what a value consists of. */
interface Parts {
  type: string;
  entries: Record<string, Parts>;
  wrapped: Parts;
  item: Parts;
  items: Parts[];
  value: Parts;
  literal: unknown;
}

type Names = Record<string, unknown>;

const fits = (schema: Parts, value: unknown): boolean => is(schema as unknown as GenericSchema, value);
const optionsOf = (schema: Parts) => (schema as unknown as { options: readonly unknown[] }).options;

/** What is said, and the least beside it that the schema asks for. What the schema does not know stays, and fails. */
function filled(schema: Parts, said: unknown): unknown {
  if (said === null) return null;
  switch (schema.type) {
    case 'nullable':
      return said === undefined ? null : filled(schema.wrapped, said);
    case 'optional':
      return said === undefined ? undefined : filled(schema.wrapped, said);
    case 'object':
    case 'loose_object':
    case 'strict_object': {
      if (said !== undefined && typeof said !== 'object') return said;
      const whole = Object.entries(schema.entries).map(([name, part]) => [
        name,
        filled(part, (said as Names)?.[name]),
      ]);
      return { ...(said as Names), ...Object.fromEntries(whole.filter(([, value]) => value !== undefined)) };
    }
    case 'array':
      return Array.isArray(said) ? said.map((item) => filled(schema.item, item)) : (said ?? []);
    case 'tuple':
    case 'strict_tuple':
      return said ?? schema.items.map((item) => filled(item, undefined));
    case 'record':
      return typeof said === 'object'
        ? Object.fromEntries(Object.entries(said).map(([name, value]) => [name, filled(schema.value, value)]))
        : (said ?? {});
    case 'variant':
    case 'union': {
      const whole = (optionsOf(schema) as Parts[]).map((option) => [option, filled(option, said)] as const);
      return (whole.find(([option, value]) => fits(option, value)) ?? whole[0])?.[1];
    }
    case 'picklist':
      return said ?? optionsOf(schema)[0];
    case 'literal':
      return said ?? schema.literal;
    case 'boolean':
      return said ?? false;
    case 'string':
    case 'number':
      return said ?? EXAMPLES.find((example) => fits(schema, example));
    default:
      return said ?? null;
  }
}

/**
 * What the database answers by a schema of its contract: what is said, and beside it nothing, none, 0, the first of several words, a
 * fixed text, day, moment or id. So a test lists what it is about.
 * @throws ValiError where the database never answers that
 */
export function answerOf<Schema extends GenericSchema>(
  schema: Schema,
  said?: Said<NonNullable<InferInput<Schema>>>,
): NonNullable<InferOutput<Schema>> {
  const parts = schema as unknown as Parts;
  const whole = filled(parts.type === 'nullable' ? parts.wrapped : parts, said);
  return parse(schema, whole) as NonNullable<InferOutput<Schema>>;
}

/** The same in the browser's names, as pages get it. */
export const shownOf = <Schema extends GenericSchema>(
  schema: Schema,
  said: Said<CamelCased<NonNullable<InferInput<Schema>>>> = {} as Said<
    CamelCased<NonNullable<InferInput<Schema>>>
  >,
): CamelCased<NonNullable<InferOutput<Schema>>> => fromDatabase(answerOf(schema, toDatabase(said)));
