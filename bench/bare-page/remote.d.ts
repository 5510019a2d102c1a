declare module 'bare_remote/page' {
  export { default } from './rows-page';
}
