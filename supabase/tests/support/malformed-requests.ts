import fc from 'fast-check';
import { requestText } from './raw-request';

/** What an attacker knows of the place. */
export interface Place {
  host: string;
  tables: string[];
  functions: string[];
  buckets: string[];
  /** Tokens and keys to come with: one that only reads is enough for what is well formed. */
  publishableKey: string;
  secretKey: string;
  token: string;
}

/** A request that no client sends, and what it is about. Nothing that is sent with a right to write is well formed. */
export interface MalformedRequest {
  about: string;
  parts: Buffer[];
  /** When to hang up, in milliseconds; the default is for requests that may have an end. */
  patienceMs?: number;
}

const one = <T>(...values: readonly T[]) => fc.constantFrom(...values);

const words = (text: string) => text.trim().split(/\s+/);

/** Pieces of addresses: what has a meaning somewhere, left open, doubled, or in the wrong place. */
const PIECES = [
  ...words(String.raw`
    % %00 %zz %ff %c0%af %0a %0d%0a %09 %20 %22 %ED%A0%80 %F0%9F%92%A9 " ' "a a" (" ( ) (((( )) { } [ ] < >
    | ^ ~ , ,, . .. ... / // /../ : :: * ! !inner -> ->> ->>a:: # ? & = ; ';-- $1 $$ /* null and or not not.
    NaN -1 1e400 0x1 true eq eq. eq." in.( in.(" in.() cs.{ cs.[ fts( fts(.a is.x like(any).{ ov.[ sl.(
    match.( id id:: id::uuid id->>a id( *(*) count() sum() a:b:c ...x ...x( x!y!z(a) id.asc.x __proto__
    constructor toString hasOwnProperty
  `),
  '',
  '\u00e9',
  '`',
  '\\',
  '-- ',
  '9'.repeat(400),
  'a'.repeat(3000),
  '(a,'.repeat(700),
];
const piece = one(...PIECES);
const text = fc.array(piece, { minLength: 1, maxLength: 4 }).map((pieces) => pieces.join(''));
/** For a place where only a valid address line is of interest: blanks would end it. */
const word = text.map((value) => value.replace(/ /g, '%20'));

const KEYS = words(String.raw`
  select order limit offset and or not.and columns on_conflict id name created_at nope
`);
const query = fc
  .array(fc.tuple(fc.oneof(one(...KEYS), word), word), { maxLength: 4 })
  .map((pairs) => pairs.map(([key, value]) => `${key}=${value}`).join('&'))
  .map((pairs) => (pairs ? `?${pairs}` : ''));

const deep = (depth: number) => `${'[{"a":'.repeat(depth)}1${'}]'.repeat(depth)}`;
/** Bodies that say nothing a service could do. */
const BODIES = [
  ...words(String.raw`
    { } [ [{ {" {"a {"a": {"a":1 {"a":1,} {'a':1} {a:1} null true 1 "text" [1,2] [null] {"a":"\u0000"}
    {"email":"\u0000","password":"\u0000"} {"a":"\ud800"} {"\u0000":1} {"a":1}{"b":2} {"__proto__":{"a":1}}
    {"email":{"address":"x"},"password":[]} {"email":1} {"data":[]} {"data":"x","email":"x"} {"a":1e999}
    --x-- a=1&a[=2&%=%
  `),
  '',
  '\ufeff{}',
  '\u0000',
  'a,b\n"1',
  'a,b\n1,2,3',
  '--x\r\nContent-Disposition: form-data',
  '\u00ff\u00fe\u00fd',
  ...[deep(100), deep(5000), '['.repeat(60_000), '{"a":'.repeat(30_000), `{"a":${'9'.repeat(5000)}}`],
];
const body = fc.oneof(
  one(...BODIES),
  fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes)),
);

const HEADERS = `
  content-type: application/json | text/csv | multipart/form-data | multipart/form-data; boundary=x | text/plain | x | application/x-www-form-urlencoded | application/octet-stream | application/json; charset=utf-16
  prefer: count= | return=nothing | resolution=x | tx=rollback | max-affected=x | handling=strict, nope | " | ,,,,
  accept: application/vnd.pgrst.object+json | application/vnd.pgrst.plan | text/csv | x | */*;q=x | , | application/geo+json
  range: bytes=5-2 | bytes=- | bytes=--1 | bytes=9999999999999999999- | bytes=0-1,5-2 | 5-2 | - | 0- | items=1-0 | 99999999999999999999-
  range-unit: items | x
  accept-profile: private | nope | " |  | auth
  content-profile: private | nope | " | 
  authorization: Bearer | Bearer x | Bearer a.b.c | Basic eDp5 | Bearer e30.e30. | Bearer eyJhbGciOiJub25lIn0.e30.
  apikey:  | x | __proto__ | a.b.c
  x-upsert: true | x
  x-metadata: x | e30 | eyJhIjoiXHUwMDAwIn0=
  if-none-match: " | * | W/"x | ,,,
  x-client-info: 
  expect: 100-continue | x
  content-encoding: gzip | x
  transfer-encoding: chunked | identity | gzip, chunked
  content-length: -1 | 5, 6 | x | 99999999 | 3
  cookie: a=b; c
  origin: null | https://evil.test | x |  | http://127.0.0.1:3000
  host:  | evil.test | 127.0.0.1 | 127.0.0.1:1 | [::1]:1 | a b
  upgrade: websocket | h2c | x
  access-control-request-headers: a, b
  x-http-method-override: DELETE
`
  .trim()
  .split('\n')
  .flatMap((line) => {
    const [, name = '', values = ''] = /^\s*([\w-]+): (.*)$/.exec(line) ?? [];
    return values.split(' | ').map((value): [string, string] => [name, value]);
  })
  .concat([
    ['prefer', 'count=\tplanned'],
    ['authorization', 'Bearer \u00ff'],
    ['apikey', '\u00ff'],
    ['x-client-info', '\u00ff'],
    ['cookie', '\u00ff'],
    ['access-control-request-headers', '\u00ff'],
    ['x-metadata', Buffer.from('['.repeat(5000)).toString('base64')],
    ['x-client-info', 'x'.repeat(2000)],
  ]);
const header = one(...HEADERS);
const headers = fc
  .array(header, { maxLength: 3 })
  .map((pairs): Record<string, string> => Object.fromEntries(pairs));

const WRITING = ['POST', 'PUT', 'PATCH', 'DELETE'];
const STRANGE = words(String.raw`
  TRACE PROPFIND PURGE LINK M-SEARCH CONNECT get QUERY OPTIONS HEAD X
`);

const AUTH_PATHS = words(String.raw`
  signup token token?grant_type=password token?grant_type=refresh_token token?grant_type=pkce otp recover
  resend verify user logout invite admin/users settings authorize factors magiclink reauthenticate nope
`);
const STORAGE_PATHS = words(String.raw`
  object/ object/list/ object/sign/ object/public/ object/info/ object/authenticated/ object/move
  object/copy object/upload/sign/ object/list-v2/ bucket bucket/ render/image/public/ upload/resumable
  health nope
`);

/** Paths below the services. */
const path = ({ tables, functions, buckets }: Place) =>
  fc.oneof(
    fc.tuple(one('/rest/v1/'), fc.oneof(one(...tables), word)),
    fc.tuple(one('/rest/v1/rpc/'), fc.oneof(one(...functions), word)),
    fc.tuple(one('/auth/v1/'), fc.oneof(one(...AUTH_PATHS), word)),
    fc.tuple(
      one(
        '/auth/v1/verify?token=x&type=',
        '/auth/v1/verify?type=signup&token=',
        '/auth/v1/verify?token=x&redirect_to=',
      ),
      word,
    ),
    fc
      .tuple(one(...STORAGE_PATHS), fc.oneof(one(...buckets), word), word)
      .map(([start, bucket, key]): [string, string] => ['/storage/v1/', `${start}${bucket}/${key}`]),
    fc.tuple(
      one(
        '/realtime/v1/',
        '/realtime/v1/websocket?apikey=',
        '/',
        '//',
        '///',
        '/health/',
        'http://evil.test/',
        '*',
        '/rest/v1//',
        '/rest/',
      ),
      word,
    ),
  );

/** Over HTTP, to a service. Whoever may write sends nothing but rubbish: a body that is none, and never a filter alone. */
const toService = (place: Place): fc.Arbitrary<MalformedRequest> =>
  fc
    .record({
      path: path(place),
      query,
      headers,
      body,
      method: fc.oneof(one('GET', 'POST'), one(...WRITING), one(...STRANGE)),
      who: one('anon', 'anon', 'person', 'service', 'nobody'),
    })
    .map(({ path: [start, rest], query: asked, headers: own, body: content, method, who }) => {
      const reads = method === 'GET' || method === 'HEAD';
      const bearer = who === 'person' && (reads || method === 'POST') ? place.token : place.publishableKey;
      const key = who === 'service' && reads ? place.secretKey : place.publishableKey;
      const keys: Record<string, string> =
        who === 'nobody'
          ? {}
          : { apikey: key, authorization: `Bearer ${key === place.secretKey ? key : bearer}` };
      const address = start + rest + (rest.includes('?') ? asked.replace('?', '&') : asked);
      const given = { method, host: place.host, headers: { ...keys, ...own }, body: reads ? '' : content };
      return { about: `${method} ${address} as ${who}`, parts: [requestText(address, given)] };
    });

/** A web socket that begins well and goes on with rubbish, or does not even begin. */
const toSocket = (place: Place): fc.Arbitrary<MalformedRequest> =>
  fc
    .record({
      address: one(
        `/realtime/v1/websocket?apikey=${place.publishableKey}&vsn=2.0.0`,
        '/realtime/v1/websocket',
        '//',
        '//x',
        '/',
        '*',
        'x',
      ),
      key: one('dGhlIHNhbXBsZSBub25jZQ==', 'x', ''),
      version: one('13', '7', 'x'),
      method: one('GET', 'GET', 'POST', 'TRACE'),
      frames: fc.uint8Array({ maxLength: 300 }),
    })
    .map(({ address, key, version, method, frames }) => {
      const upgrade = {
        connection: 'Upgrade',
        upgrade: 'websocket',
        'sec-websocket-key': key,
        'sec-websocket-version': version,
      };
      const start = requestText(address, { method, host: place.host, headers: upgrade });
      return {
        about: `web socket ${method} ${address}`,
        parts: [start, Buffer.from(frames)],
        patienceMs: 200,
      };
    });

/** What is hardly HTTP. */
const rubbish = ({ host }: Place): fc.Arbitrary<MalformedRequest> => {
  const lines = [
    `GET / HTTP/1.1\r\nhost: ${host}\r\nbad header\r\n\r\n`,
    `GET / HTTP/1.1\r\nhost: ${host}\r\nx: a\0b\r\n\r\n`,
    `GET / HTTP/1.1\r\nhost: ${host}\r\n x: folded\r\n\r\n`,
    `GET / HTTP/9.9\r\nhost: ${host}\r\n\r\n`,
    `GET /\r\n\r\n`,
    `GET / HTTP/1.1\r\n\r\n`,
    `PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n`,
    `POST /rest/v1/rpc/x HTTP/1.1\r\nhost: ${host}\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n`,
    `POST /rest/v1/rpc/x HTTP/1.1\r\nhost: ${host}\r\ntransfer-encoding: chunked\r\n\r\nffffffffffffffff\r\n`,
    `POST /storage/v1/object/x/y HTTP/1.1\r\nhost: ${host}\r\ncontent-length: 1000\r\n\r\nabc`,
    `POST /x HTTP/1.1\r\nhost: ${host}\r\ncontent-length: 3\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n`,
    `GET /${'a'.repeat(40_000)} HTTP/1.1\r\nhost: ${host}\r\n\r\n`,
    `GET / HTTP/1.1\r\nhost: ${host}\r\nx: ${'a'.repeat(40_000)}\r\n\r\n`,
    `GET // HTTP/1.1\r\nhost: ${host}\r\nconnection: upgrade\r\nupgrade: websocket\r\n\r\n`,
    `\r\n\r\n\r\n`,
  ].map((line) => Buffer.from(line, 'latin1'));
  const cut = fc
    .tuple(one(...lines), fc.nat(60))
    .map(([line, at]) => [line.subarray(0, at), line.subarray(at)].filter((part) => part.length > 0));
  const bytes = fc.uint8Array({ minLength: 1, maxLength: 300 }).map((some) => [Buffer.from(some)]);
  return fc
    .oneof(cut, bytes)
    .map((parts) => ({ about: JSON.stringify(parts.join('').slice(0, 200)), parts, patienceMs: 200 }));
};

/** Malformed requests to everything that listens at a place. */
export const malformedRequest = (place: Place): fc.Arbitrary<MalformedRequest> =>
  fc.oneof(
    { weight: 8, arbitrary: toService(place) },
    { weight: 1, arbitrary: toSocket(place) },
    { weight: 1, arbitrary: rubbish(place) },
  );
