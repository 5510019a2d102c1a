import { startBackend } from '/tmp/w4/supabase/local/src/index.js';
import { seed } from '/tmp/w4/supabase/seed/index.js';
import fs from 'node:fs';
const b = await startBackend({ workdir: '/tmp/w4', dataDir: '/tmp/w4-data', port: 0, deno: 'off', seed: seed as never, log: (m, l) => l !== 'debug' && console.log(m) });
fs.writeFileSync('/tmp/w4-db.json', JSON.stringify(b));
console.log('ready');
process.on('SIGTERM', () => void b.stop().then(() => process.exit(0)));
