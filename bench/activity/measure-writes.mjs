import { setTimeout as pause } from 'node:timers/promises'
import { apiCaller, percentile } from './api-caller.mjs'
import { processorMsOfChildren } from '../processor-time.mjs'

const connections = 4
/** Longer than calls are gathered for one insert. */
const settledMs = 1_500

const annotation = (number) => ({
  date: Math.floor(Date.now() / 1000) - (number % 86_400),
  note: `Release ${number}`,
})

/** Writes of the API with the log of calls and without it, in turns on one program. */
export const measureWrites = async ({ server, token, writes, rounds }) => {
  const { call, close } = apiCaller(server.origin, token, connections)
  const modes = { log: { times: [], processorMs: 0 }, none: { times: [], processorMs: 0 } }
  let number = 0
  const write = async (times, count) => {
    const worker = async () => {
      while (count > 0) {
        count -= 1
        number += 1
        const body = annotation(number)
        const { status, ms, text } = await call('/data/v1/annotations', { method: 'POST', body })
        if (status !== 201) throw new Error(`A write was answered ${status}: ${text}`)
        times.push(ms)
      }
    }
    await Promise.all(Array.from({ length: connections }, worker))
  }
  await write([], 500)
  for (let round = 0; round < rounds; round += 1)
    for (const mode of round % 2 === 0 ? ['log', 'none'] : ['none', 'log']) {
      await server.ask(mode)
      await pause(settledMs)
      const before = processorMsOfChildren()
      await write(modes[mode].times, Math.ceil(writes / rounds))
      await pause(settledMs)
      modes[mode].processorMs += processorMsOfChildren() - before
    }
  await server.ask('log')
  close()
  const { log, none } = modes
  const p95 = (mode) => percentile(mode.times, 0.95)
  return [
    [
      'API write with the log, p50 and p95',
      `${percentile(log.times, 0.5).toFixed(2)} ms, ${p95(log).toFixed(2)} ms`,
    ],
    [
      'API write without it, p50 and p95',
      `${percentile(none.times, 0.5).toFixed(2)} ms, ${p95(none).toFixed(2)} ms`,
    ],
    ['p95 with ÷ without', `${(p95(log) / p95(none)).toFixed(3)} of 1.02`],
    [
      'Processor time of a write, program and databases',
      `${(log.processorMs / log.times.length).toFixed(2)} ms and ${(none.processorMs / none.times.length).toFixed(2)} ms`,
    ],
    ['Processor time with ÷ without', `${(log.processorMs / none.processorMs).toFixed(3)} of 1.05`],
  ]
}
