/** `https://www.example.com/trade` -> `example.com`; what is no web address stays as it is. */
export function webHost(url: string): string {
  return URL.canParse(url) ? new URL(url).host.replace(/^www\./, '') : url;
}
