import { createReadStream } from 'node:fs'
import { mkdir, rename, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import type { ReadableStream as NodeStream } from 'node:stream/web'
import type { Hono } from 'hono'
import { hasMedia } from '@playhead/media/find-media.ts'
import { withJobFolder } from '@playhead/media/job-folder.ts'
import { runMedia } from '@playhead/media/run-media.ts'
import type { App } from '@playhead/server-kit/app.ts'

/** Clips for a first try, made here so that nobody else hears of it. UPLD-015, UPLD-016 */
const samples: Record<string, { size: string; seconds: number }> = {
  'demo.mp4': { size: '1920x1080', seconds: 10 },
  'demo-4k.mp4': { size: '3840x2160', seconds: 5 },
}
const timeoutSeconds = 300

const argsOf = ({ size, seconds }: { size: string; seconds: number }) => {
  const picture = `testsrc2=size=${size}:rate=25:duration=${seconds}`
  const sound = `sine=frequency=330:duration=${seconds}`
  const codecs = '-c:v libx264 -preset superfast -pix_fmt yuv420p -g 50 -c:a aac -af volume=-12dB'
  const output = ['-movflags', '+faststart', 'sample.mp4']
  return ['-f', 'lavfi', '-i', picture, '-f', 'lavfi', '-i', sound, ...codecs.split(' '), ...output]
}

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

/** The file of a sample, made when it is first asked for; nothing where there is no such sample. */
const bring = async (app: App, name: string) => {
  if (!Object.hasOwn(samples, name)) return undefined
  const file = join(app.settings.dataFolder, 'samples', name)
  const running = making.get(file) ?? make(app, name, file).finally(() => making.delete(file))
  making.set(file, running)
  await running
  return (await isThere(file)) ? file : undefined
}

const loopbackNames = new Set(['localhost', '127.0.0.1', '[::1]'])

/** This server under another of its names is still this server; its port tells. */
const isOwn = (url: URL, publicUrl: string) => {
  const own = new URL(publicUrl)
  const isLoopback = loopbackNames.has(url.hostname) && loopbackNames.has(own.hostname)
  return url.port === own.port && (url.hostname === own.hostname || isLoopback)
}

/** The file that an address of this server's samples stands for: no request has to leave for it. */
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
    return c.body(Readable.toWeb(createReadStream(file)) as NodeStream as ReadableStream)
  })
