import { nameOf, resolved, type OpenApi, type Schema } from './openapi';

/** A field of a body or an answer, as a row. */
export interface Field {
  /** `lines[].amount` stands in a list. */
  name: string;
  /** `text`, `Amount`, `open or matched`, `list of Id`; with `, or null`. */
  kind: string;
  required: boolean;
  description: string;
}

const PLAIN: Readonly<Record<string, string>> = {
  string: 'text',
  integer: 'whole number',
  number: 'number',
  boolean: 'true or false',
  object: 'object',
  array: 'list',
};

/** The one that is not null, of a schema that allows null. */
function withoutNull({ anyOf }: Schema): Schema | null {
  const rest = anyOf?.filter(({ type }) => type !== 'null') ?? [];
  return rest.length === 1 && rest.length !== anyOf?.length ? (rest[0] ?? null) : null;
}

/** What a value of this schema is, in words. */
export function kindOf(schema: Schema): string {
  const certain = withoutNull(schema);
  if (certain) return `${kindOf(certain)}, or null`;
  const name = nameOf(schema);
  if (name) return name;
  if (schema.enum) return schema.enum.join(', ');
  if (schema.type === 'array') return `list of ${schema.items ? kindOf(schema.items) : 'anything'}`;
  const kind = PLAIN[schema.type ?? ''] ?? 'anything';
  return schema.maxLength === undefined ? kind : `${kind} of at most ${schema.maxLength} characters`;
}

/** The fields of an object, those of the objects in it behind their name. */
export function fieldsOf(document: OpenApi, schema: Schema, prefix = ''): Field[] {
  const { properties = {}, required = [] } = resolved(document.components.schemas, schema);
  return Object.entries(properties).flatMap(([name, given]) => {
    const property = withoutNull(given) ?? given;
    const items = property.items && resolved(document.components.schemas, property.items);
    const inner = property.properties && !nameOf(property) ? property : null;
    const field: Field = {
      name: prefix + name,
      kind: items?.properties && !nameOf(property.items ?? {}) ? 'list of objects' : kindOf(given),
      required: required.includes(name),
      description: given.description ?? resolved(document.components.schemas, property).description ?? '',
    };
    if (items?.properties && property.items)
      return [field, ...fieldsOf(document, property.items, `${prefix}${name}[].`)];
    return inner ? [field, ...fieldsOf(document, inner, `${prefix}${name}.`)] : [field];
  });
}
