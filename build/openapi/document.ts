import {
  OPERATIONS,
  RESOURCES,
  SCOPES,
  type Operation,
} from '../../supabase/functions/_shared/api/operations.ts';
import { EXAMPLES } from './examples';
import { ABOUT, HEADERS, PARAMETERS } from './words';
import { problemResponses, problemsByStatus } from './problems';
import { namedSchemas, schemaOf, type JsonSchema } from './schemas';

const ref = (kind: string, name: string) => ({ $ref: `#/components/${kind}/${name}` });

/** Said with every answer. */
const LIMITS = Object.fromEntries(
  Object.keys(HEADERS)
    .filter((name) => name.startsWith('RateLimit'))
    .map((name) => [name, ref('headers', name)]),
);

/** What may stand behind the question mark, one parameter each. */
function queryParameters({ query }: Operation): object[] {
  if (!query) return [];
  const { properties } = schemaOf(query) as { properties: Record<string, JsonSchema> };
  return Object.entries(properties).map(([name, schema]) =>
    name === 'limit' || name === 'cursor'
      ? ref('parameters', name)
      : { name, in: 'query', schema, ...(PARAMETERS[name] && { description: PARAMETERS[name] }) },
  );
}

const parametersOf = (operation: Operation): object[] => [
  ...(operation.path.includes('{id}') ? [ref('parameters', 'id')] : []),
  ...queryParameters(operation),
  ...(operation.method === 'GET' ? [] : [ref('parameters', 'Idempotency-Key')]),
  ...(operation.matched ? [ref('parameters', 'If-Match')] : []),
];

function described(operation: Operation): object {
  const { id, path, scope, summary, body, answer, status, tagged } = operation;
  const parameters = parametersOf(operation);
  return {
    operationId: id,
    tags: [path.split('/')[1]],
    summary,
    security: [{ key: [scope] }],
    ...(parameters.length > 0 && { parameters }),
    ...(body && {
      requestBody: {
        required: true,
        content: { 'application/json': { schema: schemaOf(body), example: EXAMPLES[id] } },
      },
    }),
    responses: {
      [status]: {
        description: status === 201 ? 'Made.' : 'Done.',
        headers: { ...(tagged && { ETag: ref('headers', 'ETag') }), ...LIMITS },
        content: { 'application/json': { schema: schemaOf(answer) } },
      },
      ...problemsByStatus(operation),
    },
  };
}

function pathsOf(operations: readonly Operation[]): Record<string, object> {
  const paths: Record<string, Record<string, object>> = {};
  for (const operation of operations)
    (paths[operation.path] ??= {})[operation.method.toLowerCase()] = described(operation);
  return paths;
}

/** A parameter that several operations take. */
const shared = (name: string, where: 'query' | 'path' | 'header', schema: JsonSchema, required = false) => ({
  name,
  in: where,
  ...(required && { required }),
  description: PARAMETERS[name],
  schema,
});

/** The API as OpenAPI 3.1 has it. */
export function openApi(): object {
  const list = OPERATIONS.find(({ query }) => query)?.query;
  const { properties } = schemaOf(list as NonNullable<typeof list>) as {
    properties: Record<string, JsonSchema>;
  };
  return {
    openapi: '3.1.0',
    info: { title: 'Paperplane', version: '1', description: ABOUT },
    servers: [{ url: '/functions/v1/api/v1' }],
    tags: RESOURCES.map(({ name, about }) => ({ name, description: about })),
    paths: pathsOf(OPERATIONS),
    components: {
      securitySchemes: {
        key: {
          type: 'http',
          scheme: 'bearer',
          description: `A key of the agency: \`Authorization: Bearer ppk_…\`. What it may do: ${SCOPES.map((scope) => `\`${scope}\``).join(', ')}; who writes also reads.`,
        },
      },
      parameters: {
        limit: shared('limit', 'query', properties['limit'] ?? {}),
        cursor: shared('cursor', 'query', properties['cursor'] ?? {}),
        id: shared('id', 'path', ref('schemas', 'Id'), true),
        'Idempotency-Key': shared(
          'Idempotency-Key',
          'header',
          { type: 'string', pattern: '^[\\x21-\\x7e]{1,255}$' },
          true,
        ),
        'If-Match': shared('If-Match', 'header', { type: 'string', pattern: '^"[1-9]\\d{0,8}"$' }, true),
      },
      headers: HEADERS,
      responses: problemResponses(LIMITS),
      schemas: namedSchemas(),
    },
  };
}
