import { TextDecoder, TextEncoder } from 'node:util';

// How long a test takes tells how busy the machine is: only what hangs is to fail.
jest.setTimeout(60_000);

// jsdom lacks what every browser has; the router needs it.
Object.assign(globalThis, { TextDecoder, TextEncoder });

// Nor does it lay anything out: all that is observed is in view.
Object.assign(globalThis, {
  IntersectionObserver: class {
    constructor(private readonly tell: (entries: { isIntersecting: boolean }[]) => void) {}
    observe() {
      this.tell([{ isIntersecting: true }]);
    }
    disconnect() {}
  },
});

// Nor does it open dialogs. Modality (focus trap, inert page) is the browser's and is tested there. Tests of rules have no page.
if (typeof HTMLDialogElement !== 'undefined') {
  Object.assign(HTMLDialogElement.prototype, {
    showModal(this: HTMLDialogElement) {
      this.setAttribute('open', '');
    },
    close(this: HTMLDialogElement) {
      this.removeAttribute('open');
    },
  });
}
