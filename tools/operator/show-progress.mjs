const clearLine = '\r\u001b[K'

/** Progress, separate from the result: an updating line for people, JSON lines for programs, nothing in a log. */
export const progressShown = (isJson) => {
  if (isJson)
    return {
      tell: (progress) => process.stderr.write(`${JSON.stringify({ progress })}\n`),
      clear: () => {},
    }
  if (!process.stderr.isTTY) return { tell: () => {}, clear: () => {} }
  return {
    tell: ({ message }) => {
      const width = Math.max(20, (process.stderr.columns || 80) - 1)
      process.stderr.write(`${clearLine}${message.slice(0, width)}`)
    },
    clear: () => process.stderr.write(clearLine),
  }
}
