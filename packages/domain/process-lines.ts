export interface ProcessLines {
  /** One for each stream of the process: it takes pieces of text as they come. */
  reader: () => (text: string) => void
  /** What the process said last, for the message about its failure. */
  lastLines: () => string[]
}

const keptLines = 20

/** Cuts what a process says into lines. */
export function processLines(log: (line: string) => void): ProcessLines {
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
