/** Sends what waits in the box; called by the database, every minute and when somebody sends. */
import { json, refuse, serve } from '../_shared/answers.ts';
import { serviceCall } from '../_shared/database.ts';
import { env } from '../_shared/env.ts';
import { isService } from '../_shared/service.ts';
import { sendMails } from './send.ts';
import { setUp } from './set-up.ts';

serve(async (request) => {
  if (!isService(request)) return refuse('forbidden', 'This function is called by the database.', {}, 401);
  return json({
    success: true,
    count: await sendMails(serviceCall(), setUp(), env('APP_URL')?.replace(/\/+$/, '')),
  });
});
