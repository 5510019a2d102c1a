import { json, refuse, serve } from '../_shared/answers.ts';
import { serviceClient } from '../_shared/clients.ts';
import { isService } from '../_shared/service.ts';
import { readPart } from './read-part.ts';
import { takeApart } from './take-apart.ts';

/** Takes a mail apart, or reads one part of it: a call each, so that each has a function's time for itself. */
serve(async (request) => {
  if (!isService(request)) return refuse('service_only', 'Only the project itself may ask this.', {}, 401);
  const body = (await request.json().catch(() => null)) as { mail_id?: unknown; part_id?: unknown } | null;
  if (typeof body?.mail_id === 'string') await takeApart(serviceClient(), body.mail_id);
  else if (typeof body?.part_id === 'string') await readPart(serviceClient(), body.part_id);
  else return refuse('mail_expected', 'Say which mail or part.', {}, 400);
  return json({ success: true });
});
