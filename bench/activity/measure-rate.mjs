import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { apiCaller, percentile } from './api-caller.mjs'

/** Enough for responses that take a tenth of a second. */
const connections = 100

/** Failed reads, all of which are logged, at a fixed rate whether or not the earlier ones were answered. */
export const measureRate = async ({
  server,
  token,
  perSecond,
  seconds,
  countLogged,
  readDropped,
}) => {
  const { call, close } = apiCaller(server.origin, token, connections)
  const before = await countLogged()
  const pending = new Set()
  const times = []
  let sent = 0
  const offer = async () => {
    const { status, ms } = await call(`/video/v1/assets/${randomUUID()}`)
    if (status !== 404) throw new Error(`A read was answered ${status}.`)
    times.push(ms)
  }
  const startedAt = performance.now()
  while (performance.now() - startedAt < seconds * 1000) {
    const due = Math.floor(((performance.now() - startedAt) / 1000) * perSecond)
    for (; sent < due; sent += 1) {
      const one = offer()
      pending.add(one)
      void one.finally(() => pending.delete(one)).catch(() => {})
    }
    await pause(4)
  }
  await Promise.all(pending)
  const elapsed = (performance.now() - startedAt) / 1000
  let logged = 0
  for (let waited = 0; waited < 50 && logged < sent; waited += 1) {
    await pause(200)
    logged = (await countLogged()) - before
  }
  close()
  return [
    ['Logged calls offered a second', `${perSecond.toLocaleString('en-US')} for ${seconds} s`],
    ['Answered a second', Math.round(sent / elapsed).toLocaleString('en-US')],
    [
      'Answered after, p50 and p95',
      `${percentile(times, 0.5).toFixed(1)} ms, ${percentile(times, 0.95).toFixed(1)} ms`,
    ],
    [
      'Rows in the log of the calls sent',
      `${logged.toLocaleString('en-US')} of ${sent.toLocaleString('en-US')}`,
    ],
    ['Dropped by the queue', String(await readDropped())],
  ]
}
