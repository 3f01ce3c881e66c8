const nameMax = 200

/** Removes quotes, slashes and characters that file systems refuse; other scripts are percent-encoded. */
const cleaned = (name: string) =>
  // oxlint-disable-next-line no-control-regex -- exactly these are to be kept out
  name.replaceAll(/[\u0000-\u001F\u007F"\\/:*?<>|]/g, '_').slice(0, nameMax)

const encoded = (name: string) =>
  encodeURIComponent(name.toWellFormed()).replaceAll(
    /['()*]/g,
    (sign) => `%${sign.codePointAt(0)?.toString(16).toUpperCase()}`,
  )

/** Makes browsers save the response under that name, with the extension of the served file. */
export const attachmentHeader = (asked: string, file: string): Record<string, string> => {
  const extension = file.slice(file.lastIndexOf('.'))
  const wanted = cleaned(asked.trim()) || file
  const name = wanted.endsWith(extension) ? wanted : `${wanted}${extension}`
  return {
    'content-disposition': `attachment; filename="${name.replaceAll(/[^\x20-\x7E]/g, '_')}"; filename*=UTF-8''${encoded(name)}`,
  }
}

/** `?download=Holiday` makes browsers save the file as `Holiday.mp4`. */
export const downloadHeader = (request: Request, file: string): Record<string, string> => {
  const asked = new URL(request.url).searchParams.get('download')
  return asked === null ? {} : attachmentHeader(asked, file)
}
