import { createReadStream } from 'node:fs'
import { mkdir, rename, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import type { Hono } from 'hono'
import { hasMedia } from '@playhead/media/find-media.ts'
import { withJobFolder } from '@playhead/media/job-folder.ts'
import { runMedia } from '@playhead/media/run-media.ts'
import type { App } from '@playhead/server-kit/app.ts'
import { isLoopbackName } from '@playhead/server-kit/http/host-name.ts'

interface Sample {
  size: string
  seconds: number
  picture: string
  /** Frequencies of the sound. */
  chord: number[]
}

const gradient = (colours: string[], shape: string) =>
  `gradients=n=${colours.length}:${colours.map((colour, index) => `c${index}=0x${colour}`).join(':')}:${shape}`

const trailer = { size: '1280x720', seconds: 20 }

/** Clips for a first try and for the demo, made here so that no other server learns of it. UPLD-015, UPLD-016 */
const samples: Record<string, Sample> = {
  'demo.mp4': { size: '1920x1080', seconds: 10, picture: 'testsrc2=', chord: [330] },
  'demo-4k.mp4': { size: '3840x2160', seconds: 5, picture: 'testsrc2=', chord: [330] },
  'aurora.mp4': {
    ...trailer,
    picture: gradient(
      ['0b132b', '3a506b', 'e0527a', 'f7b267'],
      'x0=0:y0=0:x1=1280:y1=720:speed=0.01:type=linear',
    ),
    chord: [220, 277, 330],
  },
  'harbour.mp4': {
    ...trailer,
    picture: gradient(
      ['f7f3e3', '2a9d8f', '264653', '0b132b'],
      'x0=640:y0=360:x1=0:y1=0:speed=0.02:type=radial',
    ),
    chord: [196, 247, 294],
  },
  'paper.mp4': {
    ...trailer,
    picture: gradient(
      ['5b2a86', '7785ac', '9ac6c5'],
      'x0=640:y0=360:x1=1280:y1=0:speed=0.02:type=spiral',
    ),
    chord: [262, 330, 392],
  },
}
const timeoutSeconds = 300

const soundOf = (chord: number[]) =>
  chord.map((hertz) => `${0.25 / chord.length}*sin(2*PI*${hertz}*t)`).join('+')

const argsOf = ({ size, seconds, picture, chord }: Sample) =>
  [
    ['-f', 'lavfi', '-i', `${picture}${picture.endsWith('=') ? '' : ':'}size=${size}:rate=25`],
    ['-f', 'lavfi', '-i', `aevalsrc=${soundOf(chord)}:s=48000`],
    ['-t', String(seconds), '-c:v', 'libx264', '-preset', 'superfast', '-pix_fmt', 'yuv420p'],
    ['-g', '50', '-c:a', 'aac', '-movflags', '+faststart', 'sample.mp4'],
  ].flat()

const isThere = (file: string) =>
  stat(file).then(
    () => true,
    () => false,
  )

const make = async (app: App, name: string, file: string) => {
  const sample = samples[name]
  if (!sample || !hasMedia(app.media) || (await isThere(file))) return
  const { media, settings } = app
  await mkdir(join(settings.dataFolder, 'samples'), { recursive: true, mode: 0o700 })
  await withJobFolder(settings.dataFolder, async (folder) => {
    const options = { folder, timeoutSeconds, isBackground: true }
    await runMedia(media, 'ffmpeg', argsOf(sample), options)
    await rename(join(folder, 'sample.mp4'), file)
  })
}

const making = new Map<string, Promise<void>>()

/** Returns the file of a sample, made at the first request; undefined for an unknown name. */
const bring = async (app: App, name: string) => {
  if (!Object.hasOwn(samples, name)) return undefined
  const file = join(app.settings.dataFolder, 'samples', name)
  const running = making.get(file) ?? make(app, name, file).finally(() => making.delete(file))
  making.set(file, running)
  await running
  return (await isThere(file)) ? file : undefined
}

/** This server can have several host names; the port identifies it. */
const isOwn = (url: URL, publicUrl: string) => {
  const own = new URL(publicUrl)
  const isLoopback = isLoopbackName(url.hostname) && isLoopbackName(own.hostname)
  return url.port === own.port && (url.hostname === own.hostname || isLoopback)
}

/** Returns the file behind an address of this server's samples, which avoids an HTTP request. */
export const sampleFile = async (app: App, address: string) => {
  if (!URL.canParse(address)) return undefined
  const url = new URL(address)
  const name = /^\/samples\/([\w-]+\.mp4)$/.exec(url.pathname)?.[1]
  return name !== undefined && isOwn(url, app.settings.publicUrl) ? bring(app, name) : undefined
}

export const mountSamples = (server: Hono, app: App) =>
  void server.get('/samples/:name', async (c) => {
    const file = await bring(app, c.req.param('name'))
    if (file === undefined) return c.notFound()
    const { size } = await stat(file)
    c.header('content-type', 'video/mp4')
    c.header('content-length', String(size))
    c.header('cache-control', 'public, max-age=3600')
    return c.body(Readable.toWeb(createReadStream(file)))
  })
