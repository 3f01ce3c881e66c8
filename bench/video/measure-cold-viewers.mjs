import { fork } from 'node:child_process'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { processorMsOfProgram } from '../processor-time.mjs'

const viewerCount = 50
const assetCount = 3
const segmentsEach = 2
const renditions = ['270p', 'source']
/** What is made ahead for the last viewers is not part of the next measurement. */
const restMs = 10_000

/** Fifty viewers come at once, each to a place of a video where none was before, and go on to another. */
export const measureColdViewers = async (caller, server, file) => {
  const found = []
  for (let asset = 0; asset < assetCount; asset += 1) {
    const sent = await caller.send(file)
    await caller.untilReady(sent.id)
    found.push(await caller.untilPlayable(sent))
  }
  const rows = []
  for (const name of renditions) {
    await pause(restMs)
    await server.ask('reset')
    const before = processorMsOfProgram(server.pid)
    const viewers = viewersOf(found.map((one) => one.get(name).slice(1)))
    const { served, failed, bytes, seconds, p50, p99 } = await watch(viewers)
    const { program } = processorMsOfProgram(server.pid)
    const { residentMiB } = await server.ask('observe')
    const begin = `${viewerCount} viewers at once of cold segments, ${name === 'source' ? 'copied from the source' : name}`
    const size = `${Math.round(bytes / Math.max(1, served) / 1000)} kB each`
    const times = [p50, p99].map((ms) =>
      ms < 1000 ? `${ms.toFixed(0)} ms` : `${(ms / 1000).toFixed(1)} s`,
    )
    rows.push(
      [`${begin}: first byte after, p50 and p99`, times.join(' and ')],
      [`${begin}: segments a second`, `${(served / seconds).toFixed(1)} (${size})`],
      [
        `${begin}: processor time of each, with what is made ahead`,
        `${((program - before.program) / served / 1000).toFixed(2)} s`,
      ],
      [`${begin}: failed of ${served + failed}`, String(failed)],
      [`${begin}: memory of the program`, `${residentMiB} MiB`],
    )
  }
  return rows
}

/** No two places are the same or follow each other: the segment after one that is asked for is made ahead. */
function viewersOf(addresses) {
  const most = Math.max(...addresses.map(({ length }) => length))
  const even = Array.from({ length: Math.ceil(most / 2) }, (_, half) => half * 2)
  const places = even.flatMap((place) => addresses.flatMap((ofAsset) => ofAsset[place] ?? []))
  const wanted = viewerCount * segmentsEach
  if (places.length < wanted) throw new Error(`Only ${places.length} of ${wanted} places are cold.`)
  return Array.from({ length: viewerCount }, (_, viewer) =>
    Array.from({ length: segmentsEach }, (_, visit) => places[visit * viewerCount + viewer]),
  )
}

const watch = (viewers) =>
  new Promise((resolve, reject) => {
    const child = fork(path.join(import.meta.dirname, 'cold-viewers.mjs'))
    child.once('message', (answer) => {
      child.disconnect()
      resolve(answer)
    })
    child.once('error', reject)
    child.send({ viewers })
  })
