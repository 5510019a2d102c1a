import { json, refuse, serve } from '../_shared/answers.ts';
import { bodyOf, idIn } from '../_shared/body.ts';
import { serviceClient } from '../_shared/clients.ts';
import { isService } from '../_shared/service.ts';
import { syncNext } from './sync.ts';

/** A job calls again in a minute, and nobody waits for the answer longer. */
const MILLISECONDS = 50_000;

/** Brings what is due, of one connection or of all, part by part. For the project itself: jobs, and who syncs by hand. */
serve(async (request) => {
  if (!isService(request)) return refuse('forbidden', 'Only the project itself calls this.', {}, 403);
  const only = idIn(await bodyOf(request), 'connection_id');
  const client = serviceClient();
  const end = Date.now() + MILLISECONDS;
  let parts = 0;
  while (Date.now() < end && (await syncNext(client, only, end))) parts += 1;
  return json({ parts });
});
