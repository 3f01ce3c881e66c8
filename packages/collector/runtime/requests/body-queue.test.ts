import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import { expect, test } from 'vitest'
import { BodyQueue } from './body-queue.ts'
import { unknownEnvironmentId } from '../collector-options.ts'
import { Delivery } from './delivery.ts'

const fatBytes = 400_000
/** Longer than one turn may block the event loop. */
const takes = (milliseconds: number) => {
  const until = performance.now() + milliseconds
  while (performance.now() < until);
}

const setUp = (mayGo: (environmentId: string) => boolean = () => true) => {
  const turns = new BodyQueue(mayGo)
  const order: string[] = []
  const come = (environmentId: string, network: string, bytes: number) => {
    const response = new ServerResponse(new IncomingMessage(new Socket()))
    const delivery = new Delivery(response, { network, release: () => {} })
    delivery.environmentId = environmentId
    delivery.bytes = bytes
    turns.add(delivery, () => {
      takes(bytes === fatBytes ? 10 : 0)
      order.push(`${environmentId} ${network}`)
    })
    return delivery
  }
  return { turns, order, come }
}

test('behind very many large bodies of another environment a small one waits for one of them', async () => {
  const { order, come } = setUp()
  for (let at = 0; at < 35; at += 1) come('greedy', 'one', fatBytes)
  come('modest', 'one', 2_000)
  await expect.poll(() => order.length).toBe(36)
  expect(order.indexOf('modest one')).toBe(1)
})

test('while no environment is known, networks take turns', async () => {
  const { order, come } = setUp()
  for (let at = 0; at < 35; at += 1) come(unknownEnvironmentId, 'greedy', fatBytes)
  come(unknownEnvironmentId, 'modest', 2_000)
  await expect.poll(() => order.length).toBe(36)
  expect(order.indexOf(`${unknownEnvironmentId} modest`)).toBe(1)
})

test('an environment that has put enough into the next batch waits for it, and others go on', async () => {
  let isFull = true
  const { turns, order, come } = setUp((environmentId) => !isFull || environmentId !== 'greedy')
  come('greedy', 'one', fatBytes)
  come('modest', 'one', 2_000)
  await expect.poll(() => order).toEqual(['modest one'])
  isFull = false
  turns.schedule()
  await expect.poll(() => order).toEqual(['modest one', 'greedy one'])
})

test('strangers of however many networks take the turns of one environment', () => {
  const { turns, order, come } = setUp()
  for (let at = 0; at < 200; at += 1) come(unknownEnvironmentId, `198.51.100.${at}`, 500_000)
  for (let at = 0; at < 20; at += 1) come('known', 'one', 2_000)
  turns.takeAll()
  expect(order).toHaveLength(220)
  expect(order.lastIndexOf('known one')).toBeLessThan(23)
})

test('strangers that were given up leave their turn', () => {
  const { turns, order, come } = setUp()
  for (let at = 0; at < 20; at += 1) come(unknownEnvironmentId, 'many', 500_000)
  const left = come(unknownEnvironmentId, 'left', 2_000)
  come(unknownEnvironmentId, 'few', 2_000)
  left.abandon()
  turns.takeAll()
  expect(order.indexOf(`${unknownEnvironmentId} few`)).toBe(1)
  expect(order).toHaveLength(21)
  come(unknownEnvironmentId, 'many', 2_000)
  turns.takeAll()
  expect(order).toHaveLength(22)
})
