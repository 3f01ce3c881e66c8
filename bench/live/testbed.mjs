import { execFileSync, fork, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { askProgram } from '../ask-program.mjs'

const ffmpeg = process.env.FFMPEG_PATH ?? 'ffmpeg'
const sixteen = 16_000

export const until = async (what, look, { everyMs = 60, withinMs = 120_000 } = {}) => {
  for (const startedAt = performance.now(); ; await pause(everyMs)) {
    const found = await look()
    if (found) return found
    if (performance.now() - startedAt > withinMs) throw new Error(`Not within time: ${what}.`)
  }
}

/** Sixteen seconds are whole packets of picture and of sound, so that rounds follow each other without a seam. */
export const makeBenchClip = (folder, name, picture) => {
  const file = path.join(folder, `${name}.mp4`)
  const sound =
    '-f lavfi -i sine=frequency=440:sample_rate=48000:duration=16 -pix_fmt yuv420p -c:a aac -ac 2'
  const words = `${picture.input} ${sound} ${picture.output}`.split(' ')
  execFileSync(ffmpeg, ['-v', 'error', '-nostdin', '-y', ...words, file])
  return { file, roundMs: sixteen }
}

/** What an encoder of a small stage sends: 720p30 at 2.5 Mbps with B-frames, a keyframe every two seconds. */
export const makeStageClip = (folder) =>
  makeBenchClip(folder, 'stage', {
    input: '-f lavfi -i testsrc2=s=1280x720:r=30:d=16,noise=alls=8:allf=t',
    output:
      '-c:v libx264 -preset veryfast -b:v 2500k -maxrate 2500k -bufsize 2500k -g 60 -sc_threshold 0 -bf 2 -b:a 128k',
  })

/** An environment of a running program, with live streams that a bench makes and looks at. */
export const openStudio = async (root, dataFolder, { origin }) => {
  const operate = (command, options) => askProgram(root, dataFolder, command, options)
  const organization = await operate('organization create', { name: 'Bench' })
  const environment = await operate('environment create', {
    organization: organization.id,
    name: 'Bench',
  })
  const permissions = 'video:read,video:write,data:read'
  const token = await operate('token create', { environment: environment.id, permissions })
  const authorization = `Basic ${Buffer.from(`${token.id}:${token.secret}`).toString('base64')}`
  const call = async (method, place, body) => {
    const answer = await fetch(origin + place, {
      method,
      headers: { authorization, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    })
    if (!answer.ok) throw new Error(`${place}: ${answer.status} ${await answer.text()}`)
    return (await answer.json()).data
  }
  const [{ url }] = await call('GET', '/ui/v1/live-ingest')
  const make = async (given = {}) => {
    // Below the limit of twenty calls a second.
    await pause(60)
    const stream = await call('POST', '/video/v1/live-streams', {
      playback_policies: ['public'],
      new_asset_settings: { playback_policies: ['public'], video_quality: 'basic' },
      latency_mode: 'low',
      ...given,
    })
    return {
      id: stream.id,
      playbackId: stream.playback_ids[0].id,
      target: { url, streamKey: stream.stream_key },
    }
  }
  const makeMany = async (count) => {
    const made = []
    while (made.length < count) made.push(await make())
    return made
  }
  const read = ({ id }) => call('GET', `/video/v1/live-streams/${id}`)
  const readAsset = (id) => call('GET', `/video/v1/assets/${id}`)
  const untilActive = (stream) =>
    until('the live stream is active', async () => (await read(stream)).status === 'active')
  return { origin, token, call, make, makeMany, read, readAsset, untilActive }
}

/** A child that answers each message with one message. */
export const startChild = (file) => {
  const child = fork(path.join(import.meta.dirname, file))
  child.setMaxListeners(0)
  const answer = () =>
    new Promise((resolve, reject) => {
      child.once('message', resolve)
      child.once('exit', () => reject(new Error(`${file} ended.`)))
    })
  const ask = (message) => {
    const answered = answer()
    child.send(message)
    return answered
  }
  const stop = async () => {
    if (child.exitCode !== null || !child.connected) return
    const gone = new Promise((resolve) => child.once('exit', resolve))
    child.send('stop')
    await gone
  }
  return { ask, answer, stop }
}

/** Begins to publish a clip to each stream; resolves when all are accepted. */
export const startPushing = async (clip, streams, given = {}) => {
  const child = startChild('push.mjs')
  const targets = streams.map(({ target }) => target)
  const began = await child.ask({ clip: clip.file, roundMs: clip.roundMs, targets, ...given })
  if (began.ends.length > 0) throw new Error(began.ends[0].message)
  return { ...child, began }
}

/** CPU time of one process. The kernel counts in hundredths of a second. */
export const processorMsOf = (pid) => {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return (Number(fields[11]) + Number(fields[12])) * 10
}

export const freePort = async () => {
  const server = createServer()
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address()
  await new Promise((resolve) => server.close(resolve))
  return port
}

const isListening = (port) =>
  readFileSync('/proc/net/tcp', 'utf8')
    .split('\n')
    .some((line) =>
      line.includes(`:${port.toString(16).toUpperCase().padStart(4, '0')} 00000000:0000 0A`),
    )

/** What would otherwise take a stream: ffmpeg that listens for RTMP and writes segments and playlist, without encoding. */
export const startCopy = async (folder, number) => {
  const port = await freePort()
  const target = { url: `rtmp://127.0.0.1:${port}/app`, streamKey: `copy${number}` }
  const output = path.join(folder, `copy${number}.m3u8`)
  const words = `-hide_banner -nostdin -loglevel error -listen 1 -i ${target.url}/${target.streamKey} -c copy -f hls -hls_segment_type fmp4 -hls_time 2 -hls_list_size 15`
  const child = spawn(
    ffmpeg,
    [...words.split(' '), '-hls_fmp4_init_filename', `copy${number}.mp4`, output],
    { stdio: 'ignore' },
  )
  await until('ffmpeg listens', async () => isListening(port), { everyMs: 50 })
  const stop = async () => {
    const gone = new Promise((resolve) => child.once('exit', resolve))
    if (child.exitCode !== null) return
    child.kill('SIGKILL')
    await gone
  }
  return { target, pid: child.pid, stop }
}

export const percentile = (values, share) => {
  const sorted = values.toSorted((one, other) => one - other)
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN
}
