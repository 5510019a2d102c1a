/** A picture as a text a form and its draft can hold. @returns a data URL */
export function textOfPicture(picture: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(reader.result as string);
    reader.onerror = () => reject(new Error('the picture could not be read'));
    reader.readAsDataURL(picture);
  });
}

/** The picture in such a text. @throws when there is none */
export function pictureOfText(url: string): Blob {
  const [, type, body] = /^data:([\w/+.-]+);base64,(.*)$/.exec(url) ?? [];
  if (!type || body === undefined) throw new Error('not a picture');
  return new Blob([Uint8Array.from(atob(body), (letter) => letter.charCodeAt(0))], { type });
}
