// The load generator of bench/ingest.mjs: receives tasks as messages, replies with its measurements.
import { event, newView, openEvents, post } from './player-beacons.mjs'

const connectionCount = 64

process.on('message', async (task) => {
  if (task.kind === 'open') return process.send(await open(task))
  process.send(await sustain(task))
  if (!task.more) process.disconnect()
})

let views = []

async function openViews({ origin, environmentKey, openViews: count }) {
  views = Array.from({ length: count }, () => newView(environmentKey))
  const left = [...views]
  const worker = async () => {
    for (let view = left.pop(); view; view = left.pop()) await post(origin, openEvents(view))
  }
  await Promise.all(Array.from({ length: connectionCount }, worker))
}

async function open(task) {
  await openViews(task)
  return {}
}

/** Sends beacons at a fixed rate, whether or not the previous ones were answered. */
async function sustain(task) {
  const { origin, beaconsPerSecond, seconds } = task
  const times = []
  let failed = 0
  let offered = 0
  const pending = new Set()
  const offer = async (view) => {
    const time = await post(origin, [event(view, 'hb')])
    if (time === undefined) failed += 1
    else times.push(time)
  }
  const startedAt = performance.now()
  const monitoring = watchMonitoring(task)
  while (performance.now() - startedAt < seconds * 1000) {
    const due = Math.floor(((performance.now() - startedAt) / 1000) * beaconsPerSecond)
    for (; offered < due; offered += 1) {
      const view = views[offered % views.length]
      const answer = offer(view)
      pending.add(answer)
      void answer.finally(() => pending.delete(answer))
    }
    await new Promise((resolve) => setTimeout(resolve, 4))
  }
  await Promise.all(pending)
  const elapsed = (performance.now() - startedAt) / 1000
  times.sort((a, b) => a - b)
  const at = (share) => times[Math.floor((times.length - 1) * share)] ?? Number.NaN
  return {
    acknowledged: times.length,
    failed,
    seconds: elapsed,
    p50: at(0.5),
    p99: at(0.99),
    monitoring: await monitoring,
  }
}

const probeEveryMs = 1_300

/** Time from a beacon to the monitoring response that contains its view, spread evenly over its steps of five seconds. */
async function watchMonitoring(task) {
  const until = performance.now() + task.seconds * 1000
  const probes = []
  while (performance.now() < until) {
    probes.push(probe(task))
    await new Promise((resolve) => setTimeout(resolve, probeEveryMs))
  }
  const times = (await Promise.all(probes)).filter((time) => time !== undefined)
  times.sort((a, b) => a - b)
  const p95 = times[Math.ceil(times.length * 0.95) - 1]
  return p95 === undefined
    ? 'never answered'
    : `${(p95 / 1000).toFixed(2)} s over ${times.length} of ${probes.length} views`
}

async function probe({ origin, environmentKey, token }) {
  const authorization = `Basic ${Buffer.from(`${token.id}:${token.secret}`).toString('base64')}`
  const view = newView(environmentKey)
  const title = `Probe ${view.id}`
  const [first, ...rest] = openEvents(view)
  const startedAt = performance.now()
  await post(origin, [{ ...first, vtt: title }, ...rest])
  const address = `${origin}/data/v1/monitoring/metrics/current-concurrent-viewers/breakdown?dimension=video_title&filters[]=${encodeURIComponent(`video_title:${title}`)}`
  while (performance.now() - startedAt < 20_000) {
    const answer = await fetch(address, { headers: { authorization } }).catch(() => undefined)
    if (answer?.ok && (await answer.text()).includes(title)) return performance.now() - startedAt
    await new Promise((resolve) => setTimeout(resolve, 250))
  }
  return undefined
}
