import { curlOf } from './curl';

it('a text with quotes stays one word of the shell, and a change carries its version', () => {
  const operation = {
    id: 'update_vendor',
    method: 'PATCH',
    path: '/vendors/{id}',
    summary: '',
    scope: 'vendors:write',
    parameters: ['Idempotency-Key', 'If-Match'].map((name) => ({
      name,
      where: 'header' as const,
      kind: 'text',
      required: true,
      description: '',
    })),
    body: { fields: [], example: { name: "Captain's" } },
    answer: { status: '200', fields: [] },
    problems: [],
  };
  expect(curlOf(operation, 'https://a.test/v1')).toBe(
    [
      "curl -X PATCH 'https://a.test/v1/vendors/{id}' \\",
      "  -H 'Authorization: Bearer ppk_…' \\",
      '  -H "Idempotency-Key: $(uuidgen)" \\',
      `  -H 'If-Match: "1"' \\`,
      "  -H 'Content-Type: application/json' \\",
      `  -d '{\n  "name": "Captain'\\''s"\n}'`,
    ].join('\n'),
  );
});
