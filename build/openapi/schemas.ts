/** The records of the API by the names they have in the OpenAPI file, and what is said of them where they are written. */
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { toJsonSchema, toJsonSchemaDefs, type ConversionConfig } from '@valibot/to-json-schema';
import type { GenericSchema } from 'valibot';
import { RESOURCES } from '../../supabase/functions/_shared/api/operations.ts';
import * as parts from '../../supabase/functions/_shared/api/parts.ts';
import * as problems from '../../supabase/functions/_shared/api/problem.ts';

const FOLDER = fileURLToPath(new URL('../../supabase/functions/_shared/api/', import.meta.url));
const FILES: readonly (readonly [string, object])[] = [
  ...RESOURCES.map(({ name, schemas }) => [name, schemas] as const),
  ['parts', parts],
  ['problem', problems],
];

export type JsonSchema = Record<string, unknown>;

const isSchema = (value: unknown): value is GenericSchema =>
  typeof value === 'object' && value !== null && 'kind' in value && value.kind === 'schema';

const pascal = (name: string) => name.charAt(0).toUpperCase() + name.slice(1);

/** What stands before each export of a file. */
function docsOf(file: string): Map<string, string> {
  const source = fs.readFileSync(path.join(FOLDER, `${file}.ts`), 'utf8');
  const found = source.matchAll(/\/\*\* ([^*]+?) \*\/\s*export const (\w+)/g);
  return new Map([...found].map(([, doc = '', name = '']) => [name, doc.replace(/\s+/g, ' ')]));
}

interface Named {
  name: string;
  schema: GenericSchema;
  description: string;
}

/** What has a name: every schema of parts, and those that resources name. What stands behind question marks is a parameter each. */
const NAMED: readonly Named[] = FILES.flatMap(([file, exported]) => {
  const docs = docsOf(file);
  return Object.entries(exported as Record<string, unknown>).flatMap(([name, schema]) =>
    isSchema(schema) ? [{ name: pascal(name), schema, description: docs.get(name) ?? '' }] : [],
  );
});

const definitions = Object.fromEntries(NAMED.map(({ name, schema }) => [name, schema]));

/** Plain texts that have a name, by what they are. */
const NAMED_TEXTS: Map<string, string> = new Map();

const CONFIG: ConversionConfig = {
  target: 'draft-2020-12',
  typeMode: 'input',
  definitions,
  overrideRef: ({ referenceId }) => `#/components/schemas/${referenceId}`,
  // JSON Schema has no flags: either case is written out.
  overrideAction: ({ valibotAction, jsonSchema }) => {
    const { description, requirement } = valibotAction as unknown as {
      description?: string;
      requirement?: unknown;
    };
    const { description: _said, ...text } = jsonSchema;
    const name = description && NAMED_TEXTS.get(JSON.stringify(text));
    // What has a name keeps it beside the sentence of a field.
    if (name) return { $ref: `#/components/schemas/${name}`, description };
    return requirement instanceof RegExp && requirement.flags === 'i'
      ? { ...jsonSchema, pattern: requirement.source.replaceAll('a-f', 'a-fA-F') }
      : null;
  },
};

for (const { name, schema } of NAMED)
  if (schema.type === 'string') {
    const { $schema: _dialect, ...text } = toJsonSchema(schema, { ...CONFIG, definitions: {} });
    if (!NAMED_TEXTS.has(JSON.stringify(text))) NAMED_TEXTS.set(JSON.stringify(text), name);
  }

/** A schema as the file says it; what has a name is referred to. */
export function schemaOf(schema: GenericSchema): JsonSchema {
  const { $schema: _dialect, $defs: _known, ...rest } = toJsonSchema(schema, CONFIG) as JsonSchema;
  return rest;
}

/** All that have a name. */
export function namedSchemas(): Record<string, JsonSchema> {
  const made = toJsonSchemaDefs(definitions, CONFIG) as Record<string, JsonSchema>;
  return Object.fromEntries(
    NAMED.map(({ name, description }) => [name, { ...(description && { description }), ...made[name] }]),
  );
}
