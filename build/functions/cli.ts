/** `npm run functions:reader`: writes the bundle; with `--check` only says whether it is what the sources make. */
import { BUNDLE, bundleReader, readBundle, writeBundle } from './reader.js';

const text = await bundleReader();
if (!process.argv.includes('--check')) {
  writeBundle(text);
  console.log(`Wrote ${BUNDLE}`);
} else if (text !== readBundle()) {
  console.error(`${BUNDLE} is not what its sources make: run npm run functions:reader`);
  process.exitCode = 1;
}
