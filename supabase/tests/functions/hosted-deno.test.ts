import { execFile } from 'node:child_process';
import fs from 'node:fs';
import type { ServerResponse } from 'node:http';
import https from 'node:https';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import selfsigned from 'selfsigned';
import { readProjectConfig } from '../../local/src/index';
import { ROOT } from '../support/backend-process';
import { DENOS } from '../support/tools';

/** Edge Functions under the Denos that hosted may run them with: what asks banks and webhooks, by a name and over TLS, and each that it starts. */
const names = Object.keys(readProjectConfig(ROOT).functions.functions);

const importsOf = (name: string): Record<string, string> =>
  (
    JSON.parse(fs.readFileSync(path.join(ROOT, 'supabase/functions', name, 'deno.json'), 'utf8')) as {
      imports: Record<string, string>;
    }
  ).imports;

let home: string;
const servers: https.Server[] = [];
/** A server whose certificate is of `localhost`, and one that has another name's. */
let right: string;
let wrong: string;

const answers: Record<string, (response: ServerResponse) => void> = {
  '/accounts?since=1': (response) => response.end('{"accounts": []}'),
  '/chunks': (response) => {
    response.write('one, ');
    setTimeout(() => response.end('two'), 20);
  },
  '/elsewhere': (response) => response.writeHead(302, { location: '/accounts' }).end(),
  '/later': (response) => response.writeHead(429, { 'retry-after': '60' }).end('later'),
  '/large': (response) => response.end('a'.repeat(200_000)),
  '/headers': (response) =>
    response.writeHead(200, { 'x-large': 'a'.repeat(15_000), 'x-too': 'a'.repeat(15_000) }).end(),
  '/cut': (response) => {
    response.writeHead(200, { 'content-length': '100' });
    response.write('{', () => response.destroy());
  },
  '/slow': () => undefined,
  '/slow-middle': (response) => void response.write('beginning'),
};

async function serverOf(certificate: { private: string; cert: string }): Promise<string> {
  const server = https.createServer(
    { key: certificate.private, cert: certificate.cert },
    (request, response) => {
      let body = '';
      request.on('data', (part: Buffer) => (body += part.toString()));
      request.on('end', () => {
        if (request.method === 'POST') response.end(JSON.stringify({ body, headers: request.headers }));
        else answers[request.url ?? '']?.(response);
      });
    },
  );
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
  return `https://localhost:${(server.address() as AddressInfo).port}`;
}

beforeAll(async () => {
  home = fs.mkdtempSync(path.join(os.tmpdir(), 'paperplane-deno-'));
  const authority = await selfsigned.generate([{ name: 'commonName', value: 'Test' }], {
    keyType: 'ec',
    algorithm: 'sha256',
    extensions: [{ name: 'basicConstraints', cA: true, critical: true }],
  });
  const certificateOf = (name: string) =>
    selfsigned.generate([{ name: 'commonName', value: name }], {
      keyType: 'ec',
      algorithm: 'sha256',
      ca: { key: authority.private, cert: authority.cert },
      extensions: [
        { name: 'basicConstraints', cA: false },
        { name: 'subjectAltName', altNames: [{ type: 2, value: name }] },
      ],
    });
  [right, wrong] = await Promise.all([
    serverOf(await certificateOf('localhost')),
    serverOf(await certificateOf('bridge.example')),
  ]);
  fs.writeFileSync(path.join(home, 'ca.pem'), authority.cert);
  // Of the rules one alone is other here: this machine's address counts as public.
  fs.writeFileSync(
    path.join(home, 'addresses.ts'),
    `export const isPublicAddress = () => true; export const literalAddress = () => null;`,
  );
  // The oldest one finds packages by the next package.json alone: the functions lie in a folder whose own names what they import.
  fs.cpSync(path.join(ROOT, 'supabase/functions'), path.join(home, 'functions'), { recursive: true });
  fs.symlinkSync(path.join(ROOT, 'node_modules'), path.join(home, 'node_modules'));
  const imports = Object.assign({}, ...names.map(importsOf)) as Record<string, string>;
  const versions = Object.values(imports).map((address) => /^npm:(.+)@(.+)$/.exec(address)?.slice(1) ?? []);
  fs.writeFileSync(
    path.join(home, 'package.json'),
    JSON.stringify({ private: true, dependencies: Object.fromEntries(versions) as Record<string, string> }),
  );
  const [of, by] = ['functions/_shared/addresses.ts', 'addresses.ts'].map(
    (file) => pathToFileURL(path.join(home, file)).href,
  );
  fs.writeFileSync(
    path.join(home, 'imports.json'),
    JSON.stringify({ imports: { ...imports, [String(of)]: by } }),
  );
  fs.writeFileSync(
    path.join(home, 'start.ts'),
    `let serve;
     Object.defineProperty(Deno, 'serve', { value: (given) => void (serve = given), configurable: true });
     const { default: made } = await import(Deno.args[0]);
     const answer = await (serve ?? made.fetch)(new Request('http://functions.test/', { method: 'OPTIONS' }));
     console.log(answer.status);
     Deno.exit();`,
  );
  fs.writeFileSync(
    path.join(home, 'ask.ts'),
    `import { safeFetch } from ${JSON.stringify(pathToFileURL(path.join(home, 'functions/_shared/safe-fetch.ts')).href)};
     const told = [];
     for (const { url, request, rules } of JSON.parse(Deno.args[0])) {
       told.push(await safeFetch(new URL(url), request, { allowed: [], milliseconds: 1500, mostBytes: 100_000, ...rules }).catch(
         (error) => ({ name: error.name, code: error.code, status: error.status })));
     }
     // Whatever a connection says after its end is heard here.
     await new Promise((go) => setTimeout(go, 200));
     console.log(JSON.stringify(told));`,
  );
});
afterAll(async () => {
  for (const server of servers) {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
  fs.rmSync(home, { recursive: true, force: true });
});

describe.each(DENOS)('under %s', (_name, find) => {
  let deno: string;
  beforeAll(async () => {
    deno = await find();
  }, 300_000);

  interface Asked {
    url: string;
    request?: object;
    rules?: object;
  }
  async function run(options: string[], script: string, args: string[]): Promise<string> {
    const alone = ['--quiet', '--no-prompt', '--cached-only', '--no-lock', '--no-check'];
    const may = ['--allow-net', '--allow-env', '--allow-read', '--node-modules-dir=manual'];
    const file = path.join(home, script);
    const { stdout } = await promisify(execFile)(deno, ['run', ...alone, ...may, ...options, file, ...args], {
      cwd: home,
      env: { DENO_DIR: path.join(home, 'deno'), DENO_NO_UPDATE_CHECK: '1', NO_COLOR: '1' },
    });
    return stdout;
  }
  async function ask(asked: Asked[]): Promise<unknown[]> {
    const options = [
      `--cert=${path.join(home, 'ca.pem')}`,
      `--import-map=${path.join(home, 'imports.json')}`,
    ];
    const list = JSON.stringify(asked.map((one) => ({ request: {}, ...one })));
    return JSON.parse(await run(options, 'ask.ts', [list])) as unknown[];
  }

  test('a name is asked over TLS, with every limit', async () => {
    const failed = (code: string, status: number | null = null) => ({ name: 'FetchFailure', code, status });
    const beginning = { beginningIsEnough: true };
    const cases: [Asked, unknown][] = [
      [{ url: `${right}/accounts?since=1` }, { status: 200, text: '{"accounts": []}', retryAt: null }],
      [{ url: `${right}/chunks` }, { status: 200, text: 'one, two', retryAt: null }],
      [
        { url: `${right}/in`, request: { method: 'POST', headers: { authorization: 'Basic x' }, body: 'é' } },
        {
          status: 200,
          text: expect.stringMatching(/^{"body":"é".*"authorization":"Basic x"/) as string,
          retryAt: null,
        },
      ],
      [{ url: `${right}/later` }, { status: 429, text: 'later', retryAt: expect.any(String) as string }],
      [{ url: `${right}/elsewhere` }, failed('redirect', 302)],
      [{ url: `${right}/elsewhere`, rules: beginning }, failed('redirect', 302)],
      [{ url: `${right}/large` }, failed('too_large')],
      [
        { url: `${right}/large`, rules: { ...beginning, mostBytes: 5 } },
        { status: 200, text: 'aaaaa', retryAt: null },
      ],
      [{ url: `${right}/headers` }, failed('unreachable')],
      [{ url: `${right}/cut` }, failed('unreachable')],
      [{ url: `${right}/slow` }, failed('slow')],
      [{ url: `${right}/slow-middle` }, failed('slow')],
      [
        { url: `${right}/slow-middle`, rules: beginning },
        { status: 200, text: 'beginning', retryAt: null },
      ],
      // A certificate of another name, one that nobody has signed, nobody at all.
      [{ url: `${wrong}/accounts?since=1` }, failed('unreachable')],
      [{ url: 'https://localhost:1/' }, failed('unreachable')],
      [{ url: 'https://no-such-name.invalid/' }, failed('unreachable')],
    ];
    const told = await ask(cases.map(([asked]) => asked));
    expect(told).toEqual(cases.map(([, expected]) => expected));
  }, 120_000);

  test.each(names)(
    '%s starts, and answers',
    async (name) => {
      const entry = path.join(home, 'functions', name, 'index.ts');
      const config = path.join(home, 'functions', name, 'deno.json');
      const status = Number(await run(['--config', config], 'start.ts', [pathToFileURL(entry).href]));
      expect([200, 204, 401]).toContain(status);
    },
    60_000,
  );
});
