import { setImmediate as turn } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { workAhead } from './work-ahead.ts'

const aRead = () => {
  let resolve!: (value: string) => void
  let reject!: (error: Error) => void
  const promise = new Promise<string>((one, other) => {
    resolve = one
    reject = other
  })
  return { promise, resolve, reject }
}

/** Reads that a test ends one by one, each of the next number. */
const aSource = (ahead = 1) => {
  const begun: ReturnType<typeof aRead>[] = []
  const state = { isEnded: false }
  const source = (async function* () {
    try {
      for (let number = 0; ; number += 1) yield number
    } finally {
      state.isEnded = true
    }
  })()
  const work = (number: number) => {
    begun[number] = aRead()
    return begun[number].promise
  }
  return { begun, state, reads: workAhead(source, ahead, work) }
}

test('so many reads are under way while one is being sent, and no further one; they come in order', async () => {
  const { begun, reads } = aSource(2)
  const first = reads.next()
  while (begun.length < 3) await turn()
  begun[1]!.resolve('second')
  begun[0]!.resolve('first')
  expect(await first).toEqual({ done: false, value: 'first' })
  await turn()
  expect(begun).toHaveLength(3)
  const second = reads.next()
  expect(await second).toEqual({ done: false, value: 'second' })
  expect(begun).toHaveLength(4)
})

test('all results come before the end', async () => {
  const source = (async function* () {
    yield* [1, 2, 3]
  })()
  const results: number[] = []
  for await (const result of workAhead(source, 5, async (item) => item * 10)) results.push(result)
  expect(results).toEqual([10, 20, 30])
})

test('a source that fails is reported after what it gave', async () => {
  const source = (async function* () {
    yield 1
    throw new Error('Postgres is away.')
  })()
  const reads = workAhead(source, 1, async (item) => item)
  expect((await reads.next()).value).toBe(1)
  await expect(reads.next()).rejects.toThrow('Postgres is away.')
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
  while (begun.length < 2) await turn()
  begun[0]!.resolve('first')
  expect((await first).value).toBe('first')
  begun[1]!.reject(new Error('The engine is away.'))
  // The first batch is still on its way.
  await turn()
  await turn()
  expect(unhandled).toEqual([])
  const failed = reads.next()
  void failed.catch(() => {})
  while (begun.length < 3) await turn()
  begun[2]!.resolve('third')
  await expect(failed).rejects.toThrow('The engine is away.')
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
    while (begun.length < 2) await turn()
    begun[0]!.resolve('first')
    await turn()
    expect(isDone).toBe(false)
    if (ending === 'succeeds') begun[1]!.resolve('second')
    else begun[1]!.reject(new Error('Stopped.'))
    await expect(work).rejects.toThrow('Refused.')
    expect(state.isEnded).toBe(true)
  },
)
