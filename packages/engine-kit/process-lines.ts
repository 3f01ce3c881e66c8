interface ProcessLines {
  /** One for each stream of the process; accepts text in chunks. */
  reader: () => (text: string) => void
  /** The last output of the process, for the message about its failure. */
  lastLines: () => string[]
}

const keptLines = 20

/** Splits the output of a process into lines. */
export const processLines = (log: (line: string) => void): ProcessLines => {
  const kept: string[] = []
  const take = (line: string): void => {
    kept.push(line)
    if (kept.length > keptLines) kept.shift()
    log(line)
  }
  return {
    reader() {
      let rest = ''
      return (text) => {
        const lines = (rest + text).split('\n')
        rest = lines.pop() ?? ''
        for (const line of lines) take(line)
      }
    },
    lastLines: () => [...kept],
  }
}
