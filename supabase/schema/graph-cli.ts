/** `npm run db:graph`: draws who uses whom in the database's schema, as text. */
import { readSchemas } from './schema-files.js';
import { drawn } from './walls.js';

process.stdout.write(drawn(readSchemas(process.cwd())));
