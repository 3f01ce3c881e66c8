import { describe, expect, test } from 'vitest'
import { supervise, type EngineProcess } from './supervise.ts'

interface FakeEngine extends EngineProcess {
  die(cause: string): void
}

function fakeEngine(): FakeEngine {
  let die = (_cause: string): void => {}
  const ended = new Promise<string>((resolve) => (die = resolve))
  return { ended, die, stop: async () => die('asked to'), kill: async () => die('SIGKILL') }
}

function finalError(): Error {
  return Object.assign(new Error('no such platform'), { isFinal: true })
}

test('an engine that keeps failing is tried ever more patiently, and stop ends the trying', async () => {
  const pauses: number[] = []
  const engine = fakeEngine()
  let launches = 0
  const supervision = await supervise({
    name: 'Engine',
    launch: async () => {
      launches++
      if (launches > 1) throw new Error('disk full')
      return engine
    },
    pause: async (milliseconds) => {
      pauses.push(milliseconds)
      if (pauses.length > 8) await new Promise(() => {})
    },
    log: () => {},
  })
  const statuses: string[] = []
  supervision.onStatus((status) => statuses.push(status))
  engine.die('SIGKILL')
  await expect.poll(() => pauses.length).toBe(9)
  expect(supervision.status()).toBe('restarting')
  expect(pauses).toEqual([200, 400, 800, 1600, 3200, 5000, 5000, 5000, 5000])
  await supervision.stop()
  expect(statuses).toEqual(['restarting', 'stopped'])
})

test('an engine that is asked to stop while it starts again does not stay behind', async () => {
  const engines = [fakeEngine(), fakeEngine()]
  let launches = 0
  let letSecondStart = (): void => {}
  const secondMayStart = new Promise<void>((resolve) => (letSecondStart = resolve))
  const supervision = await supervise({
    name: 'Engine',
    launch: async () => {
      const engine = engines[launches++]
      if (launches === 2) await secondMayStart
      return engine ?? fakeEngine()
    },
    pause: async () => {},
    log: () => {},
  })
  engines[0]?.die('SIGKILL')
  await expect.poll(() => launches).toBe(2)
  const stopped = supervision.stop()
  letSecondStart()
  await stopped
  expect(await engines[1]?.ended).toBe('asked to')
  expect(supervision.status()).toBe('stopped')
})

test('a first start is tried a few times, but not when trying again cannot help', async () => {
  let launches = 0
  const options = { name: 'Engine', pause: async () => {}, log: () => {} }
  const failing = supervise({
    ...options,
    launch: async () => {
      launches++
      throw new Error('not yet')
    },
  })
  await expect(failing).rejects.toThrow('not yet')
  expect(launches).toBe(4)
  launches = 0
  const hopeless = supervise({
    ...options,
    launch: async () => {
      launches++
      throw finalError()
    },
  })
  await expect(hopeless).rejects.toThrow('no such platform')
  expect(launches).toBe(1)
})

describe('an engine that answers nothing', () => {
  /** Time passes as fast as possible; other tasks run in between. */
  const fastTime = () => {
    let milliseconds = 0
    return {
      seconds: () => milliseconds / 1_000,
      pause: async (pausedMilliseconds: number) => {
        milliseconds += pausedMilliseconds
        await new Promise((resolve) => setImmediate(resolve))
      },
    }
  }

  test('is killed after 30 seconds and started again, with a line in the log', async () => {
    const engines = [fakeEngine(), fakeEngine()]
    const lines: string[] = []
    const time = fastTime()
    let launches = 0
    let killedAfter = 0
    engines[0]!.kill = async () => {
      killedAfter = time.seconds()
      engines[0]!.die('SIGKILL')
    }
    const supervision = await supervise({
      name: 'Engine',
      launch: async () => engines[launches++]!,
      ping: () => (launches === 1 ? new Promise(() => {}) : Promise.resolve()),
      pause: time.pause,
      log: (line) => lines.push(line),
    })
    await expect.poll(() => lines.at(-1)).toBe('Engine is ready again')
    expect(killedAfter).toBeGreaterThanOrEqual(30)
    expect(launches).toBe(2)
    expect(lines.slice(0, 2)).toEqual([
      'Engine has not responded for 30 seconds: it is killed',
      'Engine ended (SIGKILL); starting it again',
    ])
    await supervision.stop()
  })

  test('for 25 seconds and then answers again lives on, however often', async () => {
    const engine = fakeEngine()
    const time = fastTime()
    let pings = 0
    let launches = 0
    const supervision = await supervise({
      name: 'Engine',
      launch: async () => {
        launches += 1
        return engine
      },
      ping: async () => {
        pings += 1
        if (pings % 6 !== 0) throw new Error('nothing answers there')
      },
      pause: time.pause,
      log: () => {},
    })
    await expect.poll(() => time.seconds()).toBeGreaterThan(300)
    expect([launches, supervision.status()]).toEqual([1, 'ready'])
    await supervision.stop()
  })
})
