const ctrlC = '\u0003'

/** Calls `pressed` for each key, without waiting for Enter in a terminal. Returns what gives the terminal back. */
export const readKeys = ({ pressed, stop }, input = process.stdin) => {
  const isTerminal = input.isTTY
  // In raw mode Ctrl-C is a key, not a signal.
  if (isTerminal) input.setRawMode(true)
  const take = (text) => {
    for (const key of text) {
      if (key === ctrlC) stop()
      else pressed(key)
    }
  }
  input.setEncoding('utf8').on('data', take)
  // Without a standard input, as in a container, there are no keys.
  input.on('error', () => undefined)
  return () => {
    input.off('data', take)
    if (isTerminal) input.setRawMode(false)
    input.pause()
  }
}
