import { fork } from 'node:child_process'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { apiCaller } from './api-caller.mjs'

const openViews = 2_000
const callsPerSecond = 50

const load = (child, task) =>
  new Promise((resolve, reject) => {
    child.once('message', resolve)
    child.once(
      'exit',
      (code) => code && reject(new Error(`The load generator ended with ${code}.`)),
    )
    child.send(task)
  })

/** Beacons beyond what is stored in a second, beside calls of the API that are logged, or that are not. */
export const measureCollector = async ({
  root,
  server,
  token,
  environmentKey,
  seconds,
  beaconsPerSecond,
  rounds,
}) => {
  const { call, close } = apiCaller(server.origin, token, 8)
  const rates = { log: [], none: [] }
  for (let round = 0; round < rounds; round += 1)
    for (const mode of round % 2 === 0 ? ['log', 'none'] : ['none', 'log']) {
      await server.ask(mode)
      const child = fork(path.join(root, 'bench/beacons/send-beacons.mjs'))
      const target = { origin: server.origin, environmentKey, token }
      await load(child, { ...target, kind: 'open', openViews })
      const loading = new AbortController()
      const calling = (async () => {
        while (!loading.signal.aborted)
          await Promise.all([call('/video/v1/assets/none'), pause(1000 / callsPerSecond)])
      })()
      const loaded = await load(child, { ...target, kind: 'sustain', beaconsPerSecond, seconds })
      loading.abort()
      await calling
      rates[mode].push(loaded.acknowledged / loaded.seconds)
    }
  await server.ask('log')
  close()
  const best = (mode) => Math.max(...rates[mode])
  return [
    [
      'Beacons stored a second beside logged calls',
      Math.round(best('log')).toLocaleString('en-US'),
    ],
    [
      'Beacons stored a second beside calls that are not logged',
      Math.round(best('none')).toLocaleString('en-US'),
    ],
    ['With ÷ without', `${(best('log') / best('none')).toFixed(3)} of 0.98`],
  ]
}
