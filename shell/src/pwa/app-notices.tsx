import { useState } from 'react';
import { InstallPrompt } from './install-prompt';
import { UpdateNotice } from './update-notice';
import { appUpdates } from './updates';

/** Install prompt and update notice; registers the service worker when they are first shown. */
export function AppNotices() {
  const [updates] = useState(appUpdates);
  return (
    <>
      <InstallPrompt />
      {updates && <UpdateNotice updates={updates} />}
    </>
  );
}
