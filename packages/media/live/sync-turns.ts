/** Node has four threads for files. The others stay free for the writes of parts, which viewers wait for. */
const syncsMax = 2

let running = 0
const waiting: (() => void)[] = []

/** Runs syncs of all broadcasts of this process, few at a time: on a slow disk each one holds its thread for long. */
export const syncInTurn = async (sync: () => Promise<void>) => {
  if (running < syncsMax) running += 1
  else await new Promise<void>((resolve) => waiting.push(resolve))
  try {
    await sync()
  } finally {
    const next = waiting.shift()
    if (next) next()
    else running -= 1
  }
}
