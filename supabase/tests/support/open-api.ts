import fs from 'node:fs';
import path from 'node:path';
import addFormats from 'ajv-formats';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020';
import { ROOT } from './backend-process';

/** A schema of the file; what it refers to stands there, too. */
export interface FileSchema {
  $ref?: string;
  type?: string;
  pattern?: string;
  enum?: string[];
  maxLength?: number;
  minItems?: number;
  anyOf?: FileSchema[];
  items?: FileSchema;
  properties?: Record<string, FileSchema>;
  required?: string[];
}

export interface FileParameter {
  $ref?: string;
  name: string;
  in: 'path' | 'query' | 'header';
  required?: boolean;
  schema: FileSchema;
}

interface FileAnswer {
  $ref?: string;
  headers?: Record<string, object>;
  content?: Record<string, { schema: FileSchema }>;
}

interface FileOperation {
  operationId: string;
  security: { key: string[] }[];
  parameters?: FileParameter[];
  requestBody?: { content: { 'application/json': { schema: FileSchema; example: Record<string, unknown> } } };
  responses: Record<string, FileAnswer>;
}

interface OpenApiFile {
  paths: Record<string, Record<string, FileOperation>>;
  components: {
    parameters: Record<string, FileParameter>;
    responses: Record<string, FileAnswer>;
    schemas: Record<string, FileSchema>;
  };
}

/** The file as it is served: all these tests know of the API. */
export const OPEN_API = JSON.parse(
  fs.readFileSync(path.join(ROOT, 'supabase/functions/api/openapi.json'), 'utf8'),
) as OpenApiFile;

const { parameters, responses, schemas } = OPEN_API.components;

/** What is meant where another place of the file is named. */
function meant<Part extends { $ref?: string }>(parts: Record<string, Part>, part: Part): Part {
  const name = part.$ref?.split('/').at(-1);
  return (name !== undefined && parts[name]) || part;
}

export const schemaMeant = (schema: FileSchema): FileSchema => meant(schemas, schema);

/** One operation of the file. */
export interface Documented {
  id: string;
  method: string;
  path: string;
  scope: string;
  parameters: FileParameter[];
  body: FileSchema | null;
  example: Record<string, unknown>;
  /** Of what goes well. */
  success: number;
  /** Of what can go wrong. */
  problems: number[];
}

export const DOCUMENTED: readonly Documented[] = Object.entries(OPEN_API.paths).flatMap(([at, methods]) =>
  Object.entries(methods).map(([method, operation]) => {
    const statuses = Object.keys(operation.responses).map(Number);
    const body = operation.requestBody?.content['application/json'];
    return {
      id: operation.operationId,
      method: method.toUpperCase(),
      path: at,
      scope: operation.security[0]?.key[0] ?? '',
      parameters: (operation.parameters ?? []).map((each) => meant(parameters, each)),
      body: body?.schema ?? null,
      example: body?.example ?? {},
      success: statuses.find((status) => status < 300) ?? 0,
      problems: statuses.filter((status) => status >= 400),
    };
  }),
);

const ajv = new Ajv2020({ strict: false, validateSchema: false, validateFormats: true });
addFormats(ajv);
ajv.addSchema(OPEN_API, 'openapi');
const compiled = new Map<string, ValidateFunction>();

/** Whether a value is what a place of the file says; each of its faults otherwise. */
function faultsAt(place: string, value: unknown): string[] {
  const check = compiled.get(place) ?? ajv.compile({ $ref: `openapi#${place}` });
  compiled.set(place, check);
  return check(value)
    ? []
    : (check.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message ?? ''}`);
}

/** An answer, as far as the file speaks of it. */
export interface Answered {
  status: number;
  headers: Headers;
  body: unknown;
}

const pointer = (text: string) => text.replaceAll('~', '~0').replaceAll('/', '~1');

/** What an answer has that the file does not say of the operation, or lacks of what it says. */
export function faultsOf({ path: at, method }: Documented, { status, headers, body }: Answered): string[] {
  const named = OPEN_API.paths[at]?.[method.toLowerCase()]?.responses[status];
  if (!named) return [`${status} is not in the file`];
  const { content = {}, headers: said = {} } = meant(responses, named);
  const [type = ''] = Object.keys(content);
  const missing = Object.keys(said).filter((name) => !headers.has(name));
  const place = named.$ref
    ? named.$ref.slice(1)
    : `/paths/${pointer(at)}/${method.toLowerCase()}/responses/${status}`;
  return [
    ...missing.map((name) => `no ${name}`),
    ...(headers.get('content-type')?.startsWith(type) ? [] : [`type ${headers.get('content-type')}`]),
    ...faultsAt(`${place}/content/${pointer(type)}/schema`, body),
  ];
}

/** Whether a body is a problem, where no operation was asked. */
export const faultsOfProblem = (body: unknown): string[] => faultsAt('/components/schemas/Problem', body);
