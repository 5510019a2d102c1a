import { fieldsOf, kindOf, type Field } from './fields';
import { resolved, type Described, type OpenApi } from './openapi';

/** A parameter, as a row: a field and where it stands. */
export interface ParameterRow extends Field {
  where: 'path' | 'query' | 'header';
}

export interface ReferenceOperation {
  id: string;
  method: string;
  path: string;
  summary: string;
  /** `sales:read`. */
  scope: string;
  parameters: ParameterRow[];
  body: { fields: Field[]; example: unknown } | null;
  answer: { status: string; fields: Field[] };
  problems: { status: string; description: string }[];
}

export interface ReferenceGroup {
  name: string;
  description: string;
  operations: ReferenceOperation[];
}

const isGood = (status: string) => status.startsWith('2');

function readOperation(
  document: OpenApi,
  path: string,
  method: string,
  { operationId: id, summary, security, parameters = [], requestBody, responses }: Described,
): ReferenceOperation {
  const body = requestBody?.content['application/json'];
  const [status = '', answer] = Object.entries(responses).find(([each]) => isGood(each)) ?? [];
  const said = answer?.content?.['application/json']?.schema;
  return {
    id,
    method: method.toUpperCase(),
    path,
    summary,
    scope: security[0]?.key[0] ?? '',
    parameters: parameters
      .map((named) => resolved(document.components.parameters, named))
      .map(({ name, in: where, required = false, description = '', schema }) => ({
        name,
        where,
        kind: kindOf(schema),
        required,
        description,
      })),
    body: body ? { fields: fieldsOf(document, body.schema), example: body.example } : null,
    answer: { status, fields: said ? fieldsOf(document, said) : [] },
    problems: Object.entries(responses)
      .filter(([each]) => !isGood(each))
      .map(([each, named]) => ({
        status: each,
        description: resolved(document.components.responses, named).description,
      })),
  };
}

/** What an OpenAPI file says, as the page shows it. */
export interface Reference {
  /** Paragraphs. */
  about: string;
  groups: ReferenceGroup[];
}

/** The operations of an OpenAPI file by resource, in the file's order. */
export function readReference(document: OpenApi): Reference {
  const all = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, described]) => ({
      tag: described.tags[0],
      operation: readOperation(document, path, method, described),
    })),
  );
  const groups = document.tags.map(({ name, description }) => ({
    name,
    description,
    operations: all.filter(({ tag }) => tag === name).map(({ operation }) => operation),
  }));
  return { about: document.info.description, groups };
}
