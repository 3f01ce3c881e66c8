import { fork } from 'node:child_process'
import path from 'node:path'

const openViews = 2_000
const rounds = 3

/** One task at a time: the load generator answers each. */
const load = (child, task) =>
  new Promise((resolve, reject) => {
    child.once('message', resolve)
    child.once('exit', (code) => {
      if (code) reject(new Error(`The load generator ended with ${code}.`))
    })
    child.send(task)
  })

/** Beacons beyond what is stored in a second, with and without open sockets that watch. */
export const measureBesideSockets = async ({ root, target, openSockets, seconds, beacons }) => {
  const rates = { with: [], without: [] }
  for (let round = 0; round < rounds; round += 1)
    for (const mode of round % 2 === 0 ? ['with', 'without'] : ['without', 'with']) {
      const sockets = mode === 'with' ? await openSockets() : undefined
      const child = fork(path.join(root, 'bench/beacons/send-beacons.mjs'))
      await load(child, { ...target, kind: 'open', openViews })
      const task = { ...target, kind: 'sustain', beaconsPerSecond: beacons, seconds }
      const loaded = await load(child, task)
      sockets?.stop()
      rates[mode].push(loaded.acknowledged / loaded.seconds)
    }
  const best = (mode) => Math.max(...rates[mode])
  const rate = (mode) => Math.round(best(mode)).toLocaleString('en-US')
  return [
    ['Beacons stored a second with open sockets', rate('with')],
    ['Beacons stored a second without', rate('without')],
    ['With ÷ without', `${(best('with') / best('without')).toFixed(2)} of 0.95`],
  ]
}
