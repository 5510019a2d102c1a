import { words } from './words.ts';

export default {
  fetch: (request: Request) => Response.json({ at: new URL(request.url).pathname, words }),
};
