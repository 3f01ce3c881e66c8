import { describe, expect, test } from 'vitest'
import { FairSlots, QueueFull } from './fair-slots.ts'
import { FairQueue } from './fair-queue.ts'
import { fairLevel, FairShares } from './fair-shares.ts'

/** Pseudo-random numbers, the same in every run. */
const chance = (seed: number) => () => {
  seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0
  return seed / 2 ** 32
}

const worlds = Array.from({ length: 300 }, (_, seed) => {
  const random = chance(seed + 1)
  const count = 1 + Math.floor(random() * 12)
  const holdings = Array.from({ length: count }, () => ({
    amount: 1 + Math.floor(random() ** 4 * 10_000),
    weight: 1 + Math.floor(random() * 3),
  }))
  return { holdings, capacity: 1 + Math.floor(random() * 20_000), random }
})

const sum = (numbers: readonly number[]) => numbers.reduce((all, one) => all + one, 0)

describe('the fair level', () => {
  test('shares out everything, and no more, when it does not fit', () => {
    for (const { holdings, capacity } of worlds) {
      const level = fairLevel(capacity, holdings)
      const used = sum(holdings.map(({ amount, weight }) => Math.min(amount, level * weight)))
      const wanted = sum(holdings.map(({ amount }) => amount))
      expect(used).toBeCloseTo(Math.min(wanted, capacity), 5)
    }
  })

  test('leaves those alone who hold no more than an equal part', () => {
    for (const { holdings, capacity } of worlds) {
      const level = fairLevel(capacity, holdings)
      const equal = capacity / sum(holdings.map(({ weight }) => weight))
      expect(level).toBeGreaterThanOrEqual(equal - 1e-9)
    }
  })
})

describe('amounts', () => {
  test('one party alone may have nearly all, and what is kept for others is theirs at once', () => {
    const shares = new FairShares()
    shares.change('greedy', 875)
    expect(shares.isBeyond('greedy', 1000)).toBe(false)
    shares.change('greedy', 1)
    expect(shares.isBeyond('greedy', 1000)).toBe(true)
    shares.change('modest', 124)
    expect(shares.beyond(1000)).toEqual(['greedy'])
  })

  test('among a thousand small parties only the greedy one is over its share', () => {
    const shares = new FairShares()
    for (let at = 0; at < 1000; at += 1) shares.change(`small ${at}`, 1)
    shares.change('modest', 500)
    shares.change('greedy', 9000)
    expect(shares.beyond(10_000)).toEqual(['greedy'])
  })

  test('a heavier party may hold more', () => {
    const shares = new FairShares((party) => (party === 'heavy' ? 2 : 1))
    shares.change('heavy', 580)
    shares.change('light', 320)
    expect(shares.shareOf('heavy', 1000)).toBe(2 * shares.shareOf('light', 1000))
    expect(shares.beyond(1000)).toEqual(['light'])
  })

  test('whatever comes and goes: under pressure a party is beyond a share, and giving way ends the pressure', () => {
    for (const { random, capacity } of worlds) {
      const shares = new FairShares((party) => Number(party) % 3 || 1)
      for (let step = 0; step < 200; step += 1) {
        const party = String(Math.floor(random() * 10))
        const by = Math.floor((random() - 0.3) * capacity * 0.2)
        shares.change(party, Math.max(by, -shares.of(party)))
      }
      const all = Array.from({ length: 10 }, (_, party) => shares.of(String(party)))
      expect(shares.total).toBe(sum(all))
      while (shares.isTight(capacity)) {
        const [furthest] = shares.beyond(capacity)
        expect(furthest).toBeDefined()
        shares.change(furthest!, -Math.ceil(shares.excessOf(furthest!, capacity)))
      }
      expect(shares.beyond(capacity)).toEqual([])
    }
  })

  test('a party within an equal part is never beyond its share, whatever the others do', () => {
    for (const { random } of worlds) {
      const shares = new FairShares()
      const others = 1 + Math.floor(random() * 9)
      shares.change('modest', Math.floor((875 / (others + 1)) * random()))
      for (let step = 0; step < 100; step += 1) {
        shares.change(`other ${Math.floor(random() * others)}`, Math.floor(random() * 400))
        expect(shares.isBeyond('modest', 1000)).toBe(false)
      }
    }
  })
})

describe('slots', () => {
  const options = { perParty: 3, waitingMax: { perParty: [20], all: 100 } }
  const turnsOf = (slots: FairSlots) => {
    const begun: string[] = []
    const ends: (() => void)[] = []
    const come = (name: string, more: object = {}) =>
      slots.run({ path: name.split('/'), ...more }, undefined, () => {
        begun.push(name)
        return new Promise<void>((resolve) => ends.push(resolve))
      })
    const settled = () => new Promise((resolve) => setImmediate(resolve))
    const endOne = async () => {
      await settled()
      ends.shift()?.()
      await settled()
    }
    return { begun, come, endOne, settled }
  }

  test('one party has all but one, and the one that comes next begins at once', async () => {
    const { begun, come, settled } = turnsOf(new FairSlots(options))
    for (let at = 0; at < 10; at += 1) void come('greedy')
    await settled()
    expect(begun).toEqual(['greedy', 'greedy', 'greedy'])
    void come('modest')
    void come('modest')
    await settled()
    expect(begun).toEqual(['greedy', 'greedy', 'greedy', 'modest'])
  })

  test('the party that has less goes next, then the one that waited longest', async () => {
    const { begun, come, endOne } = turnsOf(new FairSlots(options))
    for (let at = 0; at < 8; at += 1) void come('greedy')
    for (const name of ['one', 'other', 'one', 'other']) void come(name)
    for (let at = 0; at < 4; at += 1) await endOne()
    expect(begun.slice(3)).toEqual(['one', 'other', 'greedy', 'one', 'other'])
  })

  test('within a party the same holds for its networks', async () => {
    const { begun, come, endOne } = turnsOf(new FairSlots(options))
    for (let at = 0; at < 8; at += 1) void come('tenant/flood')
    void come('tenant/viewer')
    await endOne()
    expect(begun.at(-1)).toBe('tenant/viewer')
  })

  test('expensive work leaves a slot for cheap work, and cheap work goes first', async () => {
    const { begun, come, endOne, settled } = turnsOf(new FairSlots(options))
    const expensive = { isExpensive: true, rank: 1 }
    for (const name of ['a', 'b', 'c', 'd']) void come(name, expensive)
    await settled()
    expect(begun).toEqual(['a', 'b'])
    for (const name of ['x', 'y', 'z']) void come(name)
    await settled()
    expect(begun).toEqual(['a', 'b', 'x', 'y'])
    await endOne()
    expect(begun.at(-1)).toBe('z')
  })

  test('too many of one party are refused, and another still gets in', async () => {
    const { begun, come, settled } = turnsOf(new FairSlots(options))
    for (let at = 0; at < 23; at += 1) void come('greedy')
    await expect(come('greedy')).rejects.toEqual(new QueueFull('party'))
    void come('modest')
    await settled()
    expect(begun.at(-1)).toBe('modest')
  })

  test('whatever comes: every place is used, no party has them all, and all come to their turn', async () => {
    for (const { random } of worlds.slice(0, 60)) {
      const slots = new FairSlots({ perParty: 3, waitingMax: { perParty: [1000], all: 1000 } })
      const running = new Map<string, number>()
      let done = 0
      const work = (name: string) => async () => {
        running.set(name, (running.get(name) ?? 0) + 1)
        expect(running.get(name)).toBeLessThanOrEqual(3)
        expect(sum([...running.values()])).toBeLessThanOrEqual(4)
        for (let turn = random() * 4; turn > 0; turn -= 1) await Promise.resolve()
        running.set(name, (running.get(name) ?? 1) - 1)
        done += 1
      }
      const names = Array.from({ length: 50 }, () => `party ${Math.floor(random() ** 3 * 5)}`)
      const all = names.map((name) => {
        const leaving = new AbortController()
        const wait = slots.run({ path: [name] }, leaving.signal, work(name))
        if (random() < 0.2) leaving.abort(new Error('gone'))
        return wait.catch((error: Error) => error.message)
      })
      const failures = new Set(await Promise.all(all))
      expect(
        [...failures].filter((message) => message !== undefined && message !== 'gone'),
      ).toEqual([])
      expect(slots.taken).toBe(0)
      expect(done).toBeGreaterThan(20)
    }
  })
})

describe('turns', () => {
  test('parties are served evenly by what their pieces cost, each in its own order', () => {
    const queue = new FairQueue<string>()
    for (let at = 0; at < 3; at += 1) queue.push('fat', 100, `fat ${at}`)
    for (let at = 0; at < 6; at += 1) queue.push('small', 1, `small ${at}`)
    const order = Array.from({ length: 9 }, () => queue.take())
    expect(order.slice(0, 7).filter((item) => item?.startsWith('fat'))).toEqual(['fat 0'])
    expect(order.slice(-2)).toEqual(['fat 1', 'fat 2'])
    expect(order.filter((item) => item?.startsWith('small'))).toEqual(
      Array.from({ length: 6 }, (_, at) => `small ${at}`),
    )
    expect(queue.size).toBe(0)
    expect(queue.take()).toBeUndefined()
  })

  test('a late party does not wait for what others were served before', () => {
    const queue = new FairQueue<string>()
    for (let at = 0; at < 100; at += 1) queue.push('early', 10, 'early')
    for (let at = 0; at < 50; at += 1) queue.take()
    queue.push('late', 10, 'late')
    expect([queue.take(), queue.take()]).toContain('late')
  })

  test('parties with nothing queued are forgotten while another waits', () => {
    const queue = new FairQueue<string>()
    queue.push('held', 1, 'held')
    for (let at = 0; at < 5000; at += 1) {
      queue.push(`stranger ${at}`, 1, 'theirs')
      expect(queue.take((party) => party !== 'held')).toBe('theirs')
    }
    expect(queue.parties).toBeLessThan(1002)
    expect(queue.take()).toBe('held')
  })

  test('a party that may not go now is passed over', () => {
    const queue = new FairQueue<string>()
    queue.push('held', 1, 'held')
    queue.push('free', 1, 'free')
    expect(queue.take((party) => party !== 'held')).toBe('free')
    expect(queue.take((party) => party !== 'held')).toBeUndefined()
    expect(queue.take()).toBe('held')
  })

  test('removed items are dropped, also those of a party that may not go now', () => {
    const gone = new Set(['left'])
    const queue = new FairQueue<string>((item) => gone.has(item))
    for (const item of ['left', 'stays', 'left']) queue.push('held', 1, item)
    expect(queue.take((party) => party !== 'held')).toBeUndefined()
    expect(queue.size).toBe(2)
    expect([queue.take(), queue.take(), queue.size]).toEqual(['stays', undefined, 0])
  })
})
