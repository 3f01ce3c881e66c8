import { beforeEach, describe, expect, test } from 'vitest'
import type { Transport } from './connection.ts'
import { Outbox } from './outbox.ts'

const limits = { waitingBytesSlow: 100, waitingBytesMax: 1_000, slowMs: 30_000, queuedMax: 3 }

describe('what waits for a slow reader', () => {
  let sent: string[]
  let waiting: number
  let closed: string[]
  let now: number
  let outbox: Outbox
  const figures = { skipped: 0, dropped: 0 }
  const gap = 'gap'

  beforeEach(() => {
    sent = []
    closed = []
    waiting = 0
    now = 0
    Object.assign(figures, { skipped: 0, dropped: 0 })
    const transport: Transport = {
      name: 'websocket',
      waitingBytes: () => waiting,
      send: (frame) => {
        sent.push(frame)
      },
      close: (code, reason) => {
        closed.push(`${code} ${reason}`)
      },
    }
    outbox = new Outbox(transport, limits, { now: () => now }, figures, () =>
      transport.close(1013, 'slow'),
    )
  })

  test('is nothing while it reads', () => {
    outbox.sendState('a', 'one')
    outbox.sendInOrder('b', 'two', gap)
    expect(sent).toEqual(['one', 'two'])
  })

  test('is made when there is room, where a state has only changes; undefined drops it', () => {
    waiting = 99
    let state = 0
    outbox.sendState('a', 'first change', () => `state ${state}`)
    outbox.sendState('b', 'other change', () => undefined)
    state = 2
    waiting = 0
    outbox.sendState('a', 'second change', () => `state ${state}`)
    expect(sent).toEqual([])
    outbox.drained()
    outbox.sendState('a', 'third change')
    expect(sent).toEqual(['state 2', 'third change'])
  })

  test('is the newest state only, sent once it has read', () => {
    waiting = 99
    outbox.sendState('a', 'first state')
    outbox.sendState('a', 'second state')
    outbox.sendState('b', 'other state')
    expect(sent).toEqual([])
    expect(figures.skipped).toBe(1)
    waiting = 0
    outbox.drained()
    expect(sent).toEqual(['second state', 'other state'])
  })

  test('is every message in order, up to a limit', () => {
    waiting = 99
    for (const n of [1, 2, 3]) outbox.sendInOrder('log', `message ${n}`, gap)
    waiting = 0
    outbox.sendInOrder('log', 'message 4', gap)
    outbox.drained()
    expect(sent).toEqual([gap])
    outbox.sendInOrder('log', 'message 5', gap)
    expect(sent).toEqual([gap, 'message 5'])
    expect(figures.dropped).toBe(4)
  })

  test('keeps the order when it begins to read between two messages', () => {
    waiting = 99
    outbox.sendInOrder('log', 'message 1', gap)
    waiting = 0
    outbox.sendInOrder('log', 'message 2', gap)
    expect(sent).toEqual([])
    outbox.drained()
    expect(sent).toEqual(['message 1', 'message 2'])
  })

  test('is forgotten with its topic', () => {
    waiting = 99
    outbox.sendState('one state', 'a state of one')
    outbox.sendState('two state', 'a state of two')
    outbox.forget('one ')
    waiting = 0
    outbox.drained()
    expect(sent).toEqual(['a state of two'])
  })

  test('ends with the connection when it reads nothing for too long', () => {
    waiting = 99
    outbox.sendState('a', 'a state')
    now = 30_000
    outbox.closeIfStuck()
    expect(closed).toEqual([])
    now = 30_001
    outbox.closeIfStuck()
    expect(closed).toEqual(['1013 slow'])
  })

  test('ends with the connection when replies alone are too many', () => {
    waiting = 999
    outbox.send('a reply')
    expect(closed).toEqual(['1013 slow'])
  })

  test('one frame above the limit still reaches a reader with nothing waiting', () => {
    outbox.sendState('a', 'x'.repeat(200))
    expect(sent).toHaveLength(1)
  })
})
