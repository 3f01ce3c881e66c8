export type Pause = (milliseconds: number) => Promise<void>

const stepMilliseconds = 100

/**
 * Waits for this much time in which the process actually ran. A process that was frozen, asleep or busy finds all
 * timers due at once, before it has read its input, and would mistake its own silence for that of a server.
 */
export const awakePause = async (
  pause: Pause,
  milliseconds: number,
  isOver: () => boolean = () => false,
): Promise<void> => {
  for (let left = milliseconds; left > 0 && !isOver(); left -= stepMilliseconds)
    await pause(Math.min(stepMilliseconds, left))
}

/** Whether it resolved in time; the work itself may continue. */
export const settlesWithin = async (
  pause: Pause,
  asked: Promise<unknown>,
  milliseconds: number,
): Promise<boolean> => {
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
