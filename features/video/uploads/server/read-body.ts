import type { IncomingMessage } from 'node:http'

/** `broken`: the sender is gone. `still`: nothing came. `stopped`: the signal ended it. */
export type BodyEnd = 'complete' | 'broken' | 'still' | 'stopped'

/**
 * Reads what a request carries, one piece after the other: the next one is asked for once the last
 * one is taken. The request stays open whatever happens, because its sender still gets an answer.
 */
export const readBody = (
  incoming: IncomingMessage,
  take: (piece: Buffer) => Promise<void>,
  { idleMs, signal }: { idleMs: number; signal?: AbortSignal },
) =>
  new Promise<BodyEnd>((resolve, reject) => {
    if (incoming.destroyed) return resolve('broken')
    if (signal?.aborted) return resolve('stopped')
    let taking = Promise.resolve()
    let isSettled = false
    let failure: { error: unknown } | undefined
    const settle = (end: BodyEnd) => {
      if (isSettled) return
      isSettled = true
      clearTimeout(idle)
      signal?.removeEventListener('abort', onAbort)
      incoming.off('data', onData).off('end', onEnd).off('close', onClose)
      incoming.pause()
      // What arrived is still on its way into the file.
      void taking.then(() => (failure ? reject(failure.error) : resolve(end)))
    }
    const takeOne = async (piece: Buffer) => {
      try {
        await take(piece)
        idle.refresh()
        if (!isSettled) incoming.resume()
      } catch (error) {
        failure = { error }
        settle('broken')
      }
    }
    const onData = (piece: Buffer) => {
      incoming.pause()
      taking = takeOne(piece)
    }
    const onEnd = () => settle('complete')
    const onClose = () => settle('broken')
    const onAbort = () => settle('stopped')
    const idle = setTimeout(() => settle('still'), idleMs)
    // Stays: a connection that breaks later must not end the program.
    incoming.on('error', onClose)
    incoming.on('data', onData).on('end', onEnd).on('close', onClose)
    signal?.addEventListener('abort', onAbort)
    incoming.resume()
  })

const discardBytesMax = 64 * 2 ** 20

class EnoughDiscarded extends Error {}

/**
 * A browser reads an answer for certain only once it has sent everything. False when there is too
 * much of it: then the connection has to end with the answer.
 */
export const discardBody = async (incoming: IncomingMessage, seconds: number) => {
  if (incoming.readableEnded) return true
  let left = discardBytesMax
  const signal = AbortSignal.timeout(seconds * 1000)
  const take = async (piece: Buffer) => {
    left -= piece.length
    if (left < 0) throw new EnoughDiscarded()
  }
  try {
    return (await readBody(incoming, take, { idleMs: seconds * 1000, signal })) === 'complete'
  } catch (error) {
    if (error instanceof EnoughDiscarded) return false
    throw error
  }
}
