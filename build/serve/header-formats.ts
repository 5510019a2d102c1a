/** The product's headers in the words of static hosts. */
import { DROPS_CACHE, FOR_EVER, HASHED_FOLDERS, SIGNED_OUT } from './headers';

type Headers = Readonly<Record<string, string>>;

const lines = (headers: Headers, line: (name: string, value: string) => string): string[] =>
  Object.entries(headers).map(([name, value]) => line(name, value));

/** Content of `_headers`. Netlify joins the values of all rules that match, and asks again for what has none: only hashed files have one. */
function netlify(headers: Headers): string {
  const rule = (pattern: string, of: Headers) => [
    pattern,
    ...lines(of, (name, value) => `  ${name}: ${value}`),
  ];
  const kept = { 'Cache-Control': FOR_EVER };
  return [
    ...rule('/*', headers),
    ...HASHED_FOLDERS.flatMap((folder) => rule(`/${folder}/*`, kept)),
    ...rule('/remotes/:name/:version/*', kept),
    ...rule(SIGNED_OUT, DROPS_CACHE),
  ].join('\n');
}

/** For `vercel.json`. */
function vercel(headers: Headers): string {
  const list = (of: Headers) => Object.entries(of).map(([key, value]) => ({ key, value }));
  const kept = list({ 'Cache-Control': FOR_EVER });
  const rules = [
    { source: '/(.*)', headers: list(headers) },
    { source: `/(${HASHED_FOLDERS.join('|')})/(.*)`, headers: kept },
    { source: '/remotes/([^/]+)/([^/]+)/(.*)', headers: kept },
    { source: SIGNED_OUT, headers: list(DROPS_CACHE) },
  ];
  return JSON.stringify({ headers: rules }, null, 2);
}

/** Two parts: a `map` beside the `server` block, and headers inside it. A `location` with an `add_header` of its own drops all of them. */
function nginx(headers: Headers): string {
  return [
    '# in the http block',
    'map $uri $paperplane_cache {',
    '  default "no-cache";',
    `  "~^/(${HASHED_FOLDERS.join('|')})/" "${FOR_EVER}";`,
    `  "~^/remotes/[^/]+/[^/]+/" "${FOR_EVER}";`,
    `  "${SIGNED_OUT}" "${DROPS_CACHE['Cache-Control']}";`,
    '}',
    // A header without a value is not sent.
    'map $uri $paperplane_clear {',
    '  default "";',
    `  "${SIGNED_OUT}" '${DROPS_CACHE['Clear-Site-Data']}';`,
    '}',
    '',
    '# in the server block',
    ...lines(headers, (name, value) => `add_header ${name} "${value}" always;`),
    'add_header Cache-Control $paperplane_cache;',
    'add_header Clear-Site-Data $paperplane_clear;',
  ].join('\n');
}

/** By address: `*` stands for any characters. */
function json(headers: Headers): string {
  const kept = { 'Cache-Control': FOR_EVER };
  return JSON.stringify(
    {
      '/*': { ...headers, 'Cache-Control': 'no-cache' },
      ...Object.fromEntries(HASHED_FOLDERS.map((folder) => [`/${folder}/*`, kept])),
      '/remotes/*/*/*': kept,
      [SIGNED_OUT]: DROPS_CACHE,
    },
    null,
    2,
  );
}

export const FORMATS = { netlify, nginx, vercel, json } as const;
export type Format = keyof typeof FORMATS;
export const isFormat = (name: string): name is Format => name in FORMATS;
