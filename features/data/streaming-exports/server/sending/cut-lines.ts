const newline = 10

/** Lines with their ends, as bytes: texts are neither decoded nor copied, except where a line spans two chunks. */
export const cutLines = async function* (
  chunks: AsyncIterable<Buffer>,
): AsyncGenerator<readonly Buffer[]> {
  let begun: Buffer[] = []
  for await (const chunk of chunks) {
    const lines: Buffer[] = []
    let start = 0
    for (let end = chunk.indexOf(newline); end !== -1; end = chunk.indexOf(newline, start)) {
      const line = chunk.subarray(start, end + 1)
      lines.push(begun.length > 0 ? Buffer.concat([...begun, line]) : line)
      begun = []
      start = end + 1
    }
    if (start < chunk.length) begun.push(chunk.subarray(start))
    yield lines
  }
  if (begun.length > 0) throw new Error('A response ended within a line.')
}
