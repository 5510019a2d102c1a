/**
 * The app's start, in turns: React is run in one, store and api in the next and then the app, so that a slow phone answers between them. All of it
 * is one file: split, it would weigh more.
 */
import { nextTurn } from './next-turn';

async function start(): Promise<void> {
  await import(/* webpackMode: "eager" */ 'react-dom/client');
  await nextTurn();
  await import(/* webpackMode: "eager", webpackExports: ["createApi"] */ '@reduxjs/toolkit/query/react');
  await nextTurn();
  await import(/* webpackMode: "eager" */ './bootstrap');
}

void start();
