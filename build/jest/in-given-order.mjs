/** Runs test files in the order in which the command line names them, and remembers nothing of how they went. */
export default class InGivenOrder {
  constructor({ globalConfig }) {
    this.files = globalConfig.nonFlagArgs;
  }

  sort(tests) {
    const place = ({ path }) => this.files.findIndex((file) => path.endsWith(file));
    return [...tests].sort((a, b) => place(a) - place(b));
  }

  cacheResults() {}
}
