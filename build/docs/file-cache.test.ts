import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** Every upload of the product, found in its source, tells Storage that no browser may show the file without asking again. */
const ROOT = path.join(__dirname, '../..');
const isSource = (file: string) =>
  /^(shared|shell|mf-[a-z]+)\/src\/|^supabase\/(functions|takeout)\//.test(file) &&
  /\.tsx?$/.test(file) &&
  !/\.test\.tsx?$|\/testing\/|node_modules/.test(file);

const WINGS = readdirSync(ROOT).filter((name) => /^(shared|shell|supabase|mf-[a-z]+)$/.test(name));
const FOLDERS = WINGS.flatMap((name) =>
  name === 'supabase' ? ['supabase/functions', 'supabase/takeout'] : [`${name}/src`],
);

/** An upload by the client of Storage, in parts, or to a signed address. */
const UPLOADS = /\.(upload|uploadToSignedUrl|update)\((?=[^)]*contentType)|new Upload\(/g;
const RULE = /cacheControl: FILE_CACHE_SECONDS/;

const uploads = FOLDERS.flatMap((folder) =>
  readdirSync(path.join(ROOT, folder), { recursive: true }).map((name) => `${folder}/${String(name)}`),
)
  .filter(isSource)
  .flatMap((file) => {
    const text = readFileSync(path.join(ROOT, file), 'utf8');
    return [...text.matchAll(UPLOADS)].map(({ index }) => ({ file, call: text.slice(index, index + 700) }));
  });

// Holds first-version-11, security-110
test('every upload lets no browser show the file without asking again', () => {
  expect(uploads.map(({ file }) => file).toSorted()).toEqual([
    'shared/src/platform/storage/image-files.ts',
    'shared/src/platform/storage/resumable-upload.ts',
    'supabase/functions/_shared/mailbox/stored.ts',
  ]);
  expect(uploads.filter(({ call }) => !RULE.test(call))).toEqual([]);
});

test.each(['shared/src/platform/storage/file-cache.ts', 'supabase/functions/_shared/mailbox/stored.ts'])(
  '%s says none',
  (file) => {
    expect(readFileSync(path.join(ROOT, file), 'utf8')).toContain(`FILE_CACHE_SECONDS = '0';`);
  },
);
