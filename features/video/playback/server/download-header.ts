const nameMax = 200

/** Without quotes, slashes and what no file system likes; letters of every script travel percent-encoded. */
const cleaned = (name: string) =>
  // oxlint-disable-next-line no-control-regex -- exactly these are to be kept out
  name.replaceAll(/[\u0000-\u001F\u007F"\\/:*?<>|]/g, '_').slice(0, nameMax)

const encoded = (name: string) =>
  encodeURIComponent(name.toWellFormed()).replaceAll(
    /['()*]/g,
    (sign) => `%${sign.codePointAt(0)?.toString(16).toUpperCase()}`,
  )

/** Kept as a file of that name, with the ending of the one it is. */
export const attachmentHeader = (asked: string, file: string): Record<string, string> => {
  const extension = file.slice(file.lastIndexOf('.'))
  const wanted = cleaned(asked.trim()) || file
  const name = wanted.endsWith(extension) ? wanted : `${wanted}${extension}`
  return {
    'content-disposition': `attachment; filename="${name.replaceAll(/[^\x20-\x7E]/g, '_')}"; filename*=UTF-8''${encoded(name)}`,
  }
}

/** `?download=Holiday` has the file kept as `Holiday.mp4`. */
export const downloadHeader = (request: Request, file: string): Record<string, string> => {
  const asked = new URL(request.url).searchParams.get('download')
  return asked === null ? {} : attachmentHeader(asked, file)
}
