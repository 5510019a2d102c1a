import { json, refuse, serve } from '../_shared/answers.ts';
import { bodyOf, textIn } from '../_shared/body.ts';
import { serviceClient } from '../_shared/clients.ts';
import { isService } from '../_shared/service.ts';
import { readPart } from './read-part.ts';
import { takeApart } from './take-apart.ts';

/** Takes a mail apart, or reads one part of it: a call each, so that each has a function's time for itself. */
serve(async (request) => {
  if (!isService(request)) return refuse('service_only', 'Only the project itself may ask this.', {}, 401);
  const body = await bodyOf(request);
  const [mailId, partId] = [textIn(body, 'mail_id'), textIn(body, 'part_id')];
  if (mailId !== undefined) await takeApart(serviceClient(), mailId);
  else if (partId !== undefined) await readPart(serviceClient(), partId);
  else return refuse('mail_expected', 'Say which mail or part.', {}, 400);
  return json({ success: true });
});
