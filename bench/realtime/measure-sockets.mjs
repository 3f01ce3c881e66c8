import { setTimeout as pause } from 'node:timers/promises'

/** They also pay for code, boards and connections, which are not memory of a socket. */
const firstSockets = 1_000
const socketsOfToken = 20
const watchedMs = 20_000
const pushesDue = 8
const bareRounds = 9

/** Memory of sockets, and processor time of a push to all of them, against a bare `ws` server. */
export const measureManySockets = async ({
  server,
  environment,
  tokens,
  sockets,
  metricsToken,
  startChild,
}) => {
  const given = { origin: server.origin, environment: environment.id, types: ['time_series'] }
  const open = (count, used) =>
    startChild('bench/realtime/watch.mjs', { ...given, tokens: used, sockets: count })
  const ofFirst = firstSockets / socketsOfToken

  const one = await open(1, tokens.slice(-1))
  await server.ask('reset')
  await pause(watchedMs)
  const idle = await server.ask('figures')
  one.stop()
  const first = await open(firstSockets, tokens.slice(0, ofFirst))
  const few = await server.ask('live')
  const others = await open(sockets - firstSockets, tokens.slice(ofFirst))
  const children = [first, others]
  const many = await server.ask('live')

  const askAll = (question) => Promise.all(children.map((child) => child.ask(question)))
  // Heartbeats are no pushes, and the bare loop has none.
  await askAll({ quiet: true })
  await pause(4_000)
  await askAll({ read: true })
  const skippedBefore = await readSkipped(server, metricsToken)
  await server.ask('reset')
  await pause(watchedMs)
  const busy = await server.ask('figures')
  const read = await askAll({ read: true })
  await askAll({ quiet: false })
  const skipped = (await readSkipped(server, metricsToken)) - skippedBefore
  for (const child of children) child.stop()
  const arrived = read
    .flatMap(({ arrivals }) => Object.values(arrivals))
    .reduce((sum, moments) => sum + moments.length, 0)
  const bytes = Math.round(read.reduce((sum, { bytes }) => sum + bytes, 0) / arrived)

  const bare = await measureBare(startChild, sockets, bytes)
  // A machine that is too busy brings several steps in one push: compares what was received.
  const perPush = ((busy.processorMs - idle.processorMs) / arrived) * sockets
  const ours = kibOfEach(few, many, sockets)
  return {
    rows: [
      ['Memory of a socket that watches the time series', `${ours.toFixed(1)} KiB`],
      ['The same of a bare ws server', `${bare.kib.toFixed(1)} KiB`],
      ['Memory against bare ws', times(ours / bare.kib)],
      [`Pushes received by each, of ${pushesDue}`, (arrived / sockets).toFixed(1)],
      ['Pushes skipped for a newer one', String(skipped)],
      ['Bytes of a push', String(bytes)],
      ['Processor time of one push to all of them', `${perPush.toFixed(0)} ms`],
      ['The same of a bare ws loop', `${bare.processorMs.toFixed(0)} ms`],
      ['Processor time against the bare loop', times(perPush / bare.processorMs)],
    ],
    how: `Memory after collection, of the sockets beyond the first ${firstSockets}. Processor time of the whole program without what one watcher needs, heartbeats aside, for the pushes that arrived.`,
  }
}

const times = (number) => `${number.toFixed(2)} ×`

function kibOfEach(few, many, sockets) {
  return ((many.liveMiB - few.liveMiB) * 1024) / (sockets - firstSockets)
}

async function measureBare(startChild, sockets, frameBytes) {
  const bare = await startChild('bench/realtime/bare-sockets.mjs', undefined, ['--expose-gc'])
  const open = (count) =>
    startChild('bench/realtime/watch.mjs', { bare: bare.first.port, sockets: count })
  const children = [await open(firstSockets)]
  const few = await bare.ask({})
  children.push(await open(sockets - firstSockets))
  const many = await bare.ask({})
  const frame = 'x'.repeat(frameBytes)
  const sent = []
  for (let round = 0; round < bareRounds; round += 1)
    sent.push((await bare.ask({ frame })).processorMs)
  for (const child of [...children, bare]) child.stop()
  const processorMs = sent.toSorted((a, b) => a - b)[Math.floor(bareRounds / 2)]
  return { kib: kibOfEach(few, many, sockets), processorMs }
}

async function readSkipped({ origin }, token) {
  const answer = await fetch(`${origin}/metrics`, { headers: { authorization: `Bearer ${token}` } })
  return Number(/^playhead_skipped_pushes_total (\d+)$/m.exec(await answer.text())[1])
}
