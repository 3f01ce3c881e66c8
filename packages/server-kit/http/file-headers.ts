/** What the handler of an endpoint with a `file` returns. */
export interface FileToSend {
  /** The file name; only letters, digits, dots, dashes and underscores. */
  name: string
  size: number
  bytes: ReadableStream<Uint8Array>
}

export const fileHeaders = (mediaType: string, { name, size }: FileToSend) => ({
  'content-type': mediaType,
  'content-length': String(size),
  'content-disposition': `attachment; filename="${name.replaceAll(/[^\w.-]/g, '_')}"`,
})
