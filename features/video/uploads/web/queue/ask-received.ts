/**
 * How many bytes of the file the server holds. Zero when it cannot say: parts that it holds may be sent again, and a
 * refusal comes with the first of them.
 */
export const askReceived = async (url: string, size: number): Promise<number> => {
  const response = await fetch(url, {
    method: 'PUT',
    headers: { 'content-range': `bytes */${size}` },
  }).catch(() => undefined)
  if (response?.status === 200) return size
  const last = /^bytes=0-(\d+)$/.exec(response?.headers.get('range') ?? '')?.[1]
  return last === undefined ? 0 : Number(last) + 1
}
