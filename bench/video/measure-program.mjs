import { fork } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { buildProgram } from '../../tools/setup/build-program.mjs'
import { runServer } from '../run-server.mjs'
import { fetchPart, makeVideoCaller } from './video-caller.mjs'

const smallUploads = 200
const uploadsAtOnce = 4
const memoryEvery = 50
const viewerSeconds = 6

/**
 * Measures what viewers and uploaders of a running program experience, and the resources it uses. Each further part takes the running
 * program and returns its rows.
 */
export const measureProgram = async (root, { files, small, isOnlyFiles, parts }, rows) => {
  await buildProgram(root)
  const dataFolder = mkdtempSync(path.join(tmpdir(), 'playhead-bench-program-'))
  try {
    const program = [path.join(root, 'bench/observed-program.mjs')]
    const env = { PLAYHEAD_DEMO: '0' }
    const server = await runServer(program, { cwd: root, dataFolder, env, withMessages: true })
    try {
      const caller = await makeVideoCaller(root, dataFolder, server.origin)
      // The first asset is a warm-up of programs and tables.
      await caller.untilReady((await caller.send(small)).id)
      for (const { title, file } of files) rows.push(...(await measureUpload(caller, title, file)))
      if (!isOnlyFiles) {
        rows.push(...(await measureViewers(caller, server, files[0].file)))
        rows.push(...(await measureMemory(caller, server, small)))
      }
      for (const part of parts) rows.push(...(await part(caller, server, dataFolder)))
    } finally {
      await server.stop()
    }
  } finally {
    rmSync(dataFolder, { recursive: true, force: true })
  }
}

const milliseconds = (since) => `${Math.round(performance.now() - since)} ms`

/** The clock starts before the last bytes are sent. */
async function measureUpload(caller, title, file) {
  const finish = await caller.begin(file)
  const started = performance.now()
  const asset = await finish()
  const isReady = caller.untilReady(asset.id).then(() => milliseconds(started))
  const renditions = await caller.untilPlayable(asset)
  const listed = milliseconds(started)
  const picture = renditions.has('source') ? 'source' : '270p'
  const first = [picture, 'audio-0'].flatMap((name) => renditions.get(name)?.slice(0, 2) ?? [])
  await Promise.all(first.map(fetchPart))
  const played = milliseconds(started)
  return [
    [`${title}: last byte to playlists`, listed],
    [`${title}: last byte to first segments of picture (${picture}) and sound`, played],
    [`${title}: last byte to ready`, await isReady],
  ]
}

async function measureViewers(caller, server, file) {
  const rows = []
  const asset = await caller.send(file)
  await caller.untilReady(asset.id)
  const renditions = await caller.untilPlayable(asset)
  for (const name of ['270p', '720p']) {
    const address = renditions.get(name)?.at(-1)
    if (!address) continue
    const started = performance.now()
    await fetchPart(address)
    rows.push([`A cold segment of ${name} over HTTP`, milliseconds(started)])
  }
  for (const address of renditions.get('270p')) await fetchPart(address)
  const loads = [
    ['kept segments of 270p', renditions.get('270p')],
    ['stored segments of sound', renditions.get('audio-0')],
    ['copied segments of the source', renditions.get('source')],
  ]
  for (const [title, addresses] of loads) {
    await load(addresses, 1)
    await server.ask('reset')
    const { served, bytes, failed, p50, p99, seconds } = await load(addresses, viewerSeconds)
    const { processorMs } = await server.ask('observe')
    const perCore = Math.round(served / (processorMs / 1000))
    const size = `${Math.round(bytes / served / 1000)} kB each`
    rows.push(
      [`Viewers, ${title}: requests a second`, `${Math.round(served / seconds)} (${size})`],
      [`Viewers, ${title}: requests for a second of one core`, String(perCore)],
      [
        `Viewers, ${title}: answered after, p50 and p99`,
        `${p50.toFixed(0)} and ${p99.toFixed(0)} ms`,
      ],
      ...(failed > 0 ? [[`Viewers, ${title}: failed`, String(failed)]] : []),
    )
  }
  return rows
}

const load = (addresses, seconds) =>
  new Promise((resolve, reject) => {
    const child = fork(path.join(import.meta.dirname, 'fetch-segments.mjs'))
    child.once('message', (answer) => {
      child.disconnect()
      resolve(answer)
    })
    child.once('error', reject)
    child.send({ addresses: addresses.slice(1), seconds })
  })

/** Memory of the program itself in MiB; engines and ffmpeg are separate processes. */
function residentMiB(pid) {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  return Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024)
}

async function measureMemory(caller, server, small) {
  const started = performance.now()
  const rows = [['Memory of the program before small uploads', `${residentMiB(server.pid)} MiB`]]
  for (let sent = memoryEvery; sent <= smallUploads; sent += memoryEvery) {
    const lines = Array.from({ length: uploadsAtOnce }, async (_, line) => {
      for (let count = line; count < memoryEvery; count += uploadsAtOnce)
        await caller.untilReady((await caller.send(small)).id, 400)
    })
    await Promise.all(lines)
    rows.push([
      `Memory of the program after ${sent} small uploads`,
      `${residentMiB(server.pid)} MiB`,
    ])
  }
  const each = (performance.now() - started) / smallUploads
  rows.push([
    `A small upload until it is ready, ${uploadsAtOnce} at a time`,
    `${Math.round(each)} ms each`,
  ])
  return rows
}
