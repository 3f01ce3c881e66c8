import { execFile } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import { processorMsOfEnded, processorMsOfProgram } from '../processor-time.mjs'

const run = promisify(execFile)
const rounds = Number(process.argv.find((word) => word.startsWith('--rounds='))?.slice(9) ?? 3)
const lookMs = 500
/** The program is done once it has used less than this in a while. */
const quietMs = 100
const quietLooks = 4
const restSeconds = 10

/**
 * What the whole program needs for a file whose renditions are all stored, from the first byte of its upload to the last job, against
 * ffmpeg alone. The two take turns.
 */
export const measureLadder = async (
  caller,
  { server, ffmpeg, dataFolder },
  { title, file, ladder },
) => {
  const took = { program: [], rest: [], engines: [], oneCall: [], calls: [] }
  const restMs = await restMsPerSecond(server)
  for (let round = 0; round < rounds; round += 1) {
    const before = processorMsOfProgram(server.pid)
    const startedAt = performance.now()
    await makeAll(caller, server, { dataFolder, file, names: ladder.encoded })
    const after = processorMsOfProgram(server.pid)
    took.program.push(after.program - before.program)
    took.rest.push(((performance.now() - startedAt) / 1000) * restMs)
    took.engines.push(after.engines - before.engines)
    took.oneCall.push(await runPlain(ffmpeg, [ladder.oneCall]))
    took.calls.push(await runPlain(ffmpeg, ladder.calls))
    console.log(`${title}, round ${round + 1}: ${JSON.stringify(took)}`)
  }
  const best = (name) => `${seconds(median(took[name]))} s (${took[name].map(seconds).join(', ')})`
  const against = (name) => (median(took.program) / median(took[name])).toFixed(2)
  const begin = `Ladder, ${title} (${ladder.encoded.join(', ')})`
  return [
    [`${begin}: processor time of the program and what it started`, best('program')],
    [`${begin}: of it what the program uses at rest in that time`, best('rest')],
    [`${begin}: of its databases meanwhile`, best('engines')],
    [`${begin}: of one call of ffmpeg for all renditions`, best('oneCall')],
    [`${begin}: of a call of ffmpeg for each rendition`, best('calls')],
    [`${begin}: the program against one call`, `${against('oneCall')} ×`],
    [`${begin}: the program against a call for each`, `${against('calls')} ×`],
  ]
}

const seconds = (ms) => (ms / 1000).toFixed(1)
const median = (values) => {
  const sorted = values.toSorted((one, other) => one - other)
  const half = (values.length - 1) / 2
  return (sorted[Math.floor(half)] + sorted[Math.ceil(half)]) / 2
}

/** With the monitor of the event loop, which is of the measurement. */
async function restMsPerSecond(server) {
  const before = processorMsOfProgram(server.pid)
  await pause(restSeconds * 1000)
  return (processorMsOfProgram(server.pid).program - before.program) / restSeconds
}

async function makeAll(caller, server, { dataFolder, file, names }) {
  const asset = await caller.send(file, 'plus')
  await caller.untilReady(asset.id, lookMs)
  const folder = path.join(dataFolder, 'media', caller.environmentId, asset.id)
  while (!names.every((name) => existsSync(path.join(folder, `${name}.mp4`)))) await pause(lookMs)
  for (let quiet = 0, last = 0; quiet < quietLooks;) {
    const { program } = processorMsOfProgram(server.pid)
    quiet = program - last < quietMs ? quiet + 1 : 0
    last = program
    await pause(lookMs)
  }
}

/** Processor time in milliseconds. */
async function runPlain(ffmpeg, calls) {
  const folder = mkdtempSync(path.join(tmpdir(), 'playhead-bench-plain-'))
  const before = processorMsOfEnded()
  try {
    // Not synchronously: connections to the program would go stale.
    for (const call of calls) await run('nice', ['-n', '10', ffmpeg, ...call], { cwd: folder })
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
  return processorMsOfEnded() - before
}
