/** Makes what Edge Functions take from the app; `npm run gen`, starts and tests call it. */
import { writeMade } from './make.js';

await writeMade(process.cwd());
