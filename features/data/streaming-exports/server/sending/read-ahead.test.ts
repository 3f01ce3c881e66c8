import { setImmediate as turn } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { readAhead } from './read-ahead.ts'

const aRead = () => {
  let resolve!: (value: string) => void
  let reject!: (error: Error) => void
  const promise = new Promise<string>((one, other) => {
    resolve = one
    reject = other
  })
  return { promise, resolve, reject }
}

/** Reads that a test ends one by one. */
const aSource = () => {
  const begun: ReturnType<typeof aRead>[] = []
  const state = { isEnded: false }
  const source = (async function* () {
    try {
      for (;;) {
        const one = aRead()
        begun.push(one)
        yield await one.promise
      }
    } finally {
      state.isEnded = true
    }
  })()
  return { begun, state, reads: readAhead(source) }
}

test('the next read is under way while one is being sent, and no further one', async () => {
  const { begun, reads } = aSource()
  const first = reads.next()
  begun[0]!.resolve('first')
  expect(await first).toEqual({ done: false, value: 'first' })
  await turn()
  expect(begun).toHaveLength(2)
  begun[1]!.resolve('second')
  await turn()
  expect(begun).toHaveLength(2)
  expect(await reads.next()).toEqual({ done: false, value: 'second' })
})

test('a read that fails while batches are being sent is reported after them, once', async () => {
  const unhandled: unknown[] = []
  const note = (reason: unknown) => unhandled.push(reason)
  process.on('unhandledRejection', note)
  onTestFinished(() => {
    process.off('unhandledRejection', note)
  })
  const { begun, state, reads } = aSource()
  const first = reads.next()
  begun[0]!.resolve('first')
  expect((await first).value).toBe('first')
  await turn()
  begun[1]!.reject(new Error('The engine is away.'))
  // The first batch is still on its way.
  await turn()
  await turn()
  expect(unhandled).toEqual([])
  await expect(reads.next()).rejects.toThrow('The engine is away.')
  expect(state.isEnded).toBe(true)
  expect(await reads.next()).toEqual({ done: true, value: undefined })
})

test.each(['succeeds', 'fails'])(
  'a consumer that fails ends the source, after a read under way that %s',
  async (ending) => {
    const { begun, state, reads } = aSource()
    const work = (async () => {
      for await (const _ of reads) throw new Error('Refused.')
    })()
    let isDone = false
    void work.catch(() => {
      isDone = true
    })
    begun[0]!.resolve('first')
    while (begun.length < 2) await turn()
    await turn()
    expect(isDone).toBe(false)
    if (ending === 'succeeds') begun[1]!.resolve('second')
    else begun[1]!.reject(new Error('Stopped.'))
    await expect(work).rejects.toThrow('Refused.')
    expect(state.isEnded).toBe(true)
  },
)
