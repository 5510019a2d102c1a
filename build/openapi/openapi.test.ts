import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020';
import addFormats from 'ajv-formats';
import { OPERATIONS } from '../../supabase/functions/_shared/api/operations.ts';
import { openApi } from './document';
import { EXAMPLES } from './examples';
import { FILE, openApiText } from './file';
import { namedSchemas } from './schemas';

const VALIDATOR = path.resolve('node_modules/@seriousme/openapi-schema-validator/bin/validate-api-cli.js');

// Holds integrations-51
it('is what the table of operations says now: npm run gen', () => {
  expect(fs.readFileSync(FILE, 'utf8') === openApiText()).toBe(true);
});

// Holds integrations-51
it('is OpenAPI 3.1', () => {
  // Ends with another code, and says why, where it is none.
  expect(execFileSync(process.execPath, [VALIDATOR, FILE], { encoding: 'utf8' })).toMatch(/valid/i);
  const broken = path.join(fs.mkdtempSync(path.join(path.dirname(FILE), '.broken-')), 'openapi.json');
  try {
    fs.writeFileSync(broken, JSON.stringify({ ...openApi(), paths: { sales: 1 } }));
    expect(() => execFileSync(process.execPath, [VALIDATOR, broken], { stdio: 'pipe' })).toThrow();
  } finally {
    fs.rmSync(path.dirname(broken), { recursive: true });
  }
});

it('has every operation once, under a resource that the reference shows', () => {
  const { paths, tags } = openApi() as {
    paths: Record<string, Record<string, { operationId: string; tags: string[] }>>;
    tags: { name: string }[];
  };
  const described = Object.values(paths).flatMap((methods) => Object.values(methods));
  expect(described.map(({ operationId }) => operationId).sort()).toEqual(
    OPERATIONS.map(({ id }) => id).sort(),
  );
  expect([...new Set(described.flatMap(({ tags: [tag] }) => tag))].sort()).toEqual(
    tags.map(({ name }) => name).sort(),
  );
});

it('says of every record and part what it is', () => {
  const silent = Object.entries(namedSchemas()).filter(([, { description }]) => !description);
  expect(silent).toEqual([]);
});

/** A part of the file, wherever it stands. */
interface Node {
  $ref?: string;
  pattern?: string;
  description?: string;
  anyOf?: Node[];
  items?: Node;
  properties?: Record<string, Node>;
}

// Holds integrations-33
it('says of every amount of money what sum it is, and whose', () => {
  const named = namedSchemas() as Record<string, Node>;
  const MONEY = ['Amount', 'AmountIn', 'SignedAmountIn'];
  const patterns = MONEY.map((name) => named[name]?.pattern);
  const isMoney = ({ $ref, pattern, anyOf = [], items }: Node): boolean =>
    MONEY.includes($ref?.split('/').at(-1) ?? '') ||
    (pattern !== undefined && patterns.includes(pattern)) ||
    [...anyOf, ...(items ? [items] : [])].some(isMoney);
  const found: string[] = [];
  const silent: string[] = [];
  const walk = (node: unknown, at: string): void => {
    if (typeof node !== 'object' || node === null) return;
    for (const [name, property] of Object.entries((node as Node).properties ?? {}))
      if (isMoney(property)) {
        found.push(`${at}.${name}`);
        if (!property.description) silent.push(`${at}.${name}`);
      }
    for (const [name, inner] of Object.entries(node)) walk(inner, `${at}/${name}`);
  };
  walk(openApi(), '');
  expect(patterns).not.toContain(undefined);
  expect(found.length).toBeGreaterThan(20);
  expect(silent).toEqual([]);
});

it('begins every body with an example that is one', () => {
  const ajv = new Ajv2020({ strict: false, validateSchema: false });
  addFormats(ajv);
  ajv.addSchema(openApi(), 'openapi');
  const written = OPERATIONS.filter(({ body }) => body);
  expect(Object.keys(EXAMPLES).sort()).toEqual(written.map(({ id }) => id).sort());
  for (const { id, path: at, method } of written) {
    const place = `/paths/${at.replaceAll('/', '~1')}/${method.toLowerCase()}/requestBody/content/application~1json/schema`;
    const check = ajv.compile({ $ref: `openapi#${place}` });
    expect([id, check(EXAMPLES[id]), check.errors]).toEqual([id, true, null]);
    expect(check({ ...EXAMPLES[id], unknown: 1 })).toBe(false);
  }
});
