import { stat } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { SlowLine } from './slow-line.mjs'

const bytesPerSecond = 5_000_000
/** As the uploader of the dashboard. */
const chunkBytes = 30_720 * 2 ** 10
const retryMs = 1000
const readyPollMs = 60

const mega = (bytes) => (bytes / 1e6).toFixed(1)

/** One file over a slow line whose connection breaks once, in the middle of a part, and goes on from what the server holds. */
export const measureSlowUpload = async (caller, server, file) => {
  const { size } = await stat(file)
  const upload = await caller.newUpload()
  const line = new SlowLine(bytesPerSecond)
  await server.ask('reset')
  const started = performance.now()
  let cuts = 1
  for (let from = 0; from < size;) {
    const to = Math.min(size, from + chunkBytes)
    const isCut = cuts > 0 && from > size / 2
    if (isCut) cuts -= 1
    const answer = await line.put(upload.url, {
      file,
      from,
      to,
      size,
      ...(isCut && { cutAt: (to - from) / 2 }),
    })
    if (answer === undefined) {
      await pause(retryMs)
      from = await askHeld(upload.url, size)
    } else if (answer.statusCode === 200 || answer.statusCode === 308) from = to
    else throw new Error(`The server answered ${answer.statusCode}.`)
  }
  const sentAt = performance.now()
  const asset = await caller.assetOf(upload.id)
  await caller.untilReady(asset.id, readyPollMs)
  const readyAfter = performance.now() - sentAt
  const { residentMiB } = await server.ask('observe')
  const took = (sentAt - started) / 1000
  const bare = size / bytesPerSecond
  const begin = `${Math.round(size / 1e6)} MB over a line of ${bytesPerSecond / 1e6} MB/s that breaks once`
  return [
    [`${begin}: until the last byte was taken`, `${took.toFixed(1)} s`],
    [`${begin}: against the bare line`, `${(took / bare).toFixed(2)} × of ${bare.toFixed(1)} s`],
    [`${begin}: sent twice`, `${mega(line.sentBytes - size)} MB`],
    [`${begin}: last byte to ready`, `${Math.round(readyAfter)} ms`],
    [`${begin}: memory of the program at most`, `${residentMiB} MiB`],
  ]
}

async function askHeld(url, size) {
  const headers = { 'content-range': `bytes */${size}` }
  const answer = await fetch(url, { method: 'PUT', headers, redirect: 'manual' })
  const last = /^bytes=0-(\d+)$/.exec(answer.headers.get('range') ?? '')?.[1]
  return last === undefined ? 0 : Number(last) + 1
}
