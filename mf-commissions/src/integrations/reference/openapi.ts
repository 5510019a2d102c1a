/** What of an OpenAPI file the reference reads. */

export interface Schema {
  $ref?: string;
  type?: string;
  description?: string;
  pattern?: string;
  enum?: string[];
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  maxItems?: number;
  anyOf?: Schema[];
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
}

export interface Parameter {
  $ref?: string;
  name: string;
  in: 'path' | 'query' | 'header';
  required?: boolean;
  description?: string;
  schema: Schema;
}

interface Content {
  schema: Schema;
  example?: unknown;
}

export interface Answer {
  $ref?: string;
  description: string;
  content?: Record<string, Content>;
}

export interface Described {
  operationId: string;
  tags: string[];
  summary: string;
  security: { key: string[] }[];
  parameters?: Parameter[];
  requestBody?: { content: Record<string, Content> };
  responses: Record<string, Answer>;
}

export interface OpenApi {
  info: { description: string };
  tags: { name: string; description: string }[];
  paths: Record<string, Record<string, Described>>;
  components: {
    parameters: Record<string, Parameter>;
    responses: Record<string, Answer>;
    schemas: Record<string, Schema>;
  };
}

/** What is meant where another place of the file is named: a parameter, an answer or a schema of `components`. */
export function resolved<Part extends { $ref?: string }>(parts: Record<string, Part>, part: Part): Part {
  const name = part.$ref?.split('/').at(-1);
  return (name !== undefined && parts[name]) || part;
}

/** The name of a schema that has one. */
export const nameOf = ({ $ref }: Schema): string | null => $ref?.split('/').at(-1) ?? null;
