export type Pause = (milliseconds: number) => Promise<void>

const stepMilliseconds = 100

/**
 * Waits for so long of time in which this process ran. One that was frozen, asleep or busy finds every timer due at
 * once, before it has read what came in, and would take its own silence for another's.
 */
export async function awakePause(
  pause: Pause,
  milliseconds: number,
  isOver: () => boolean = () => false,
): Promise<void> {
  for (let left = milliseconds; left > 0 && !isOver(); left -= stepMilliseconds)
    await pause(Math.min(stepMilliseconds, left))
}

/** Whether it resolved in time; what is asked may go on. */
export async function isAnsweredWithin(
  pause: Pause,
  asked: Promise<unknown>,
  milliseconds: number,
): Promise<boolean> {
  let isOver = false
  const isAnswered = asked.then(
    () => true,
    () => false,
  )
  const timeIsUp = awakePause(pause, milliseconds, () => isOver).then(() => false)
  const result = await Promise.race([isAnswered, timeIsUp])
  isOver = true
  return result
}
