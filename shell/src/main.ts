/**
 * The app's start, in turns: React is run in one and the app in the next, so that a slow phone answers between them. All of it is one file: split,
 * it would weigh more.
 */
async function start(): Promise<void> {
  await import(/* webpackMode: "eager" */ 'react-dom/client');
  await new Promise((resolve) => setTimeout(resolve));
  await import(/* webpackMode: "eager" */ './bootstrap');
}

void start();
