import { doHere, type Task } from './in-thread.ts';

/** The thread in which a mail is opened and a file is read: gets it, answers once. */
addEventListener('message', ({ data }: MessageEvent<Task>) => {
  void doHere(data).then((said) => postMessage(said));
});
