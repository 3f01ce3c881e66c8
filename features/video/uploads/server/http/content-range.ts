/** The bytes of the file that a request carries; both ends are inclusive. */
export type SentRange =
  | { kind: 'part'; start: number; end: number; total: number }
  /** A request without content: how much has arrived? */
  | { kind: 'question'; total: number | undefined }
  | { kind: 'whole'; total: number | undefined }

const exact = (digits: string) => {
  const value = Number(digits)
  return Number.isSafeInteger(value) ? value : undefined
}

const partOf = (digits: readonly string[], length: number | undefined) => {
  const [start, end, total] = digits.map(exact)
  if (start === undefined || end === undefined || total === undefined)
    return 'The numbers of Content-Range are too large.'
  if (end < start || end >= total)
    return 'Content-Range has to name bytes that are in the file: bytes first-last/total.'
  if (length !== undefined && length !== end - start + 1)
    return `Content-Range names ${end - start + 1} bytes, but ${length} are sent.`
  return { kind: 'part', start, end, total } as const
}

/** Returns a message when the headers contradict each other. */
export const readSentRange = (
  contentRange: string | undefined,
  contentLength: string | undefined,
): SentRange | string => {
  const length = contentLength === undefined ? undefined : exact(contentLength)
  if (contentRange === undefined) return { kind: 'whole', total: length }
  const [, ...digits] = /^bytes (\d+)-(\d+)\/(\d+)$/.exec(contentRange.trim()) ?? []
  if (digits.length > 0) return partOf(digits, length)
  const [, asked] = /^bytes \*\/(\d+|\*)$/.exec(contentRange.trim()) ?? []
  if (asked === undefined) return 'Content-Range has to be written as bytes first-last/total.'
  if (length) return 'A request for what was received must have no body.'
  return { kind: 'question', total: asked === '*' ? undefined : exact(asked) }
}
