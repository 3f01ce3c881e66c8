import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { InFlight } from './in-flight.ts'
import { EncoderSlots } from './encoder-slots.ts'

const never = new AbortController().signal
const now = { isWaitedFor: true, path: ['one'] }

test('two who want the same segment wait for one making of it', async () => {
  const inFlight = new InFlight<string>()
  let made = 0
  const make = async () => {
    made += 1
    await pause(20)
    return 'segment'
  }
  expect(
    await Promise.all([inFlight.join('a', undefined, make), inFlight.join('a', undefined, make)]),
  ).toEqual(['segment', 'segment'])
  expect(made).toBe(1)
  await inFlight.join('a', undefined, make)
  expect(made).toBe(2)
})

test('a run is cancelled once no caller waits for it, not before', async () => {
  const inFlight = new InFlight<string>()
  let calledOff = false
  const make = (signal: AbortSignal) =>
    new Promise<string>((_, reject) =>
      signal.addEventListener('abort', () => {
        calledOff = true
        reject(signal.reason)
      }),
    )
  const [one, other] = [new AbortController(), new AbortController()]
  const waits = [inFlight.join('a', one.signal, make), inFlight.join('a', other.signal, make)].map(
    (wait) => wait.catch((error: Error) => error.message),
  )
  one.abort(new Error('left'))
  expect(await waits[0]).toBe('left')
  expect(calledOff).toBe(false)
  other.abort(new Error('left as well'))
  expect(await waits[1]).toBe('left as well')
  await expect.poll(() => calledOff).toBe(true)
  expect(inFlight.has('a')).toBe(false)
})

test('a failed run is reported to all callers and not kept', async () => {
  const inFlight = new InFlight<string>()
  const fail = () => Promise.reject(new Error('broken'))
  await expect(inFlight.join('a', undefined, fail)).rejects.toThrow('broken')
  expect(await inFlight.join('a', undefined, async () => 'whole')).toBe('whole')
})

test('a segment that a viewer waits for goes before those made ahead', async () => {
  const slots = new EncoderSlots(1)
  const order: string[] = []
  let release = () => {}
  const first = slots.run(now, never, () => new Promise<void>((resolve) => (release = resolve)))
  const ahead = slots.run(
    { isWaitedFor: false, path: ['one'] },
    never,
    async () => void order.push('ahead'),
  )
  const waited = slots.run(now, never, async () => void order.push('now'))
  await pause(10)
  release()
  await Promise.all([first, ahead, waited])
  expect(order).toEqual(['now', 'ahead'])
})

test('a caller who leaves the queue takes no slot, and background work begins when all slots are free', async () => {
  const slots = new EncoderSlots(1)
  let release = () => {}
  const first = slots.run(now, never, () => new Promise<void>((resolve) => (release = resolve)))
  const leaving = new AbortController()
  const left = slots.run(now, leaving.signal, async () => {}).catch(() => 'left')
  let isIdle = false
  const idle = slots.whenIdle(never).then(() => (isIdle = true))
  leaving.abort()
  expect(await left).toBe('left')
  await pause(10)
  expect(isIdle).toBe(false)
  release()
  await Promise.all([first, idle])
  expect(isIdle).toBe(true)
})

test('many requests for one asset hold up no other asset, and too many are refused', async () => {
  const slots = new EncoderSlots(1)
  const order: string[] = []
  let release = () => {}
  const ticket = (group: string) => ({
    isWaitedFor: true,
    path: ['tenant', `network of ${group}`, group],
  })
  const first = slots.run(
    ticket('greedy'),
    never,
    () => new Promise<void>((resolve) => (release = resolve)),
  )
  const run = (group: string) => slots.run(ticket(group), never, async () => void order.push(group))
  const many = Array.from({ length: 64 }, () => run('greedy'))
  const modest = [run('modest'), run('modest')]
  await expect(run('greedy')).rejects.toMatchObject({ because: 'party' })
  release()
  await Promise.all([first, ...many, ...modest])
  expect(order.slice(0, 4)).toEqual(['modest', 'greedy', 'modest', 'greedy'])
  expect(order).toHaveLength(66)
})

test('background work does not wait for ever where viewers never rest', async () => {
  const slots = new EncoderSlots(1)
  const over = new AbortController()
  const busy = async () => {
    while (!over.signal.aborted) await slots.run(now, never, () => pause(5))
  }
  const viewers = [busy(), busy()]
  const idle = slots.whenIdle(never, 100).then(() => 'begun')
  expect(await Promise.race([idle, pause(2000, 'waiting')])).toBe('begun')
  over.abort()
  await Promise.all(viewers)
})

test('broadcasts that encode take slots first, and what waits begins when they give them back', async () => {
  const slots = new EncoderSlots(2)
  const begun: string[] = []
  const ends: (() => void)[] = []
  const work = (name: string) => () =>
    new Promise<void>((resolve) => {
      begun.push(name)
      ends.push(resolve)
    })
  slots.reservedCores = 0.8
  const running = ['first', 'second', 'third'].map((name) => slots.run(now, never, work(name)))
  await pause(0)
  expect(begun).toEqual(['first'])
  slots.reservedCores = 0
  await expect.poll(() => begun).toEqual(['first', 'second'])
  // However much they take, one slot is left for viewers of recordings.
  slots.reservedCores = 5
  ends.shift()?.()
  ends.shift()?.()
  await expect.poll(() => begun).toEqual(['first', 'second', 'third'])
  ends.shift()?.()
  await Promise.all(running)
})

test('work without a deadline waits for broadcasts that encode pictures, but not for ever', async () => {
  const slots = new EncoderSlots(2)
  slots.reservedCores = 0.03
  await slots.whenAllIdle(never)
  slots.reservedCores = 0.4
  let isIdle = false
  const idle = slots.whenAllIdle(never).then(() => (isIdle = true))
  await slots.whenIdle(never)
  await slots.whenAllIdle(never, 10)
  expect(isIdle).toBe(false)
  slots.reservedCores = 0
  await idle
})
