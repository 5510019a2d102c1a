/** `npm run gen:functions` */
import { writeMade } from './make.js';

await writeMade();
