import type { ReferenceOperation } from './read-reference';

/** A text in single quotes, as a shell takes it. */
const quoted = (text: string) => `'${text.replaceAll("'", String.raw`'\''`)}'`;

/** How an operation is asked from a shell. @param address of the installation's API */
export function curlOf({ method, path, parameters, body }: ReferenceOperation, address: string): string {
  const has = (name: string) => parameters.some((parameter) => parameter.name === name);
  const lines = [
    `curl ${method === 'GET' ? '' : `-X ${method} `}${quoted(`${address}${path}${has('cursor') ? '?limit=50' : ''}`)}`,
    `-H 'Authorization: Bearer ppk_…'`,
  ];
  if (has('Idempotency-Key')) lines.push(`-H "Idempotency-Key: $(uuidgen)"`);
  if (has('If-Match')) lines.push(`-H 'If-Match: "1"'`);
  if (body)
    lines.push(`-H 'Content-Type: application/json'`, `-d ${quoted(JSON.stringify(body.example, null, 2))}`);
  return lines.join(' \\\n  ');
}
