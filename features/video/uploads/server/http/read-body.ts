import type { IncomingMessage } from 'node:http'

/** `broken`: the client disconnected. `still`: no data arrived in time. `stopped`: the signal aborted it. */
type BodyEnd = 'complete' | 'broken' | 'still' | 'stopped'

/**
 * Reads the body of a request in chunks, with backpressure: the next chunk is read after the last
 * one is written. The request stays open in every case, because the client still gets a response.
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
      // The last chunks are still being written to the file.
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
    // This listener stays: an error of the connection later must not end the program.
    incoming.on('error', onClose)
    incoming.on('data', onData).on('end', onEnd).on('close', onClose)
    signal?.addEventListener('abort', onAbort)
    incoming.resume()
  })

const discardBytesMax = 64 * 2 ** 20

class EnoughDiscarded extends Error {}

/**
 * A browser reads a response reliably only after it has sent the whole body. Returns false when too
 * much is left: then the connection must close with the response.
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
