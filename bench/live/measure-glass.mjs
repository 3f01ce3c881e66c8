import { chromium } from '@playwright/test'
import { spawn } from 'node:child_process'
import { createServer } from 'node:http'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { findChromium } from '../../tools/setup/system-tools.mjs'
import { percentile } from './testbed.mjs'

const partHoldBack = 1.5
const warmUpMs = 6000
const seconds = (value) => `${value.toFixed(2)} s`

/** From the making of a picture to its place on the screen: encoder, server, network of the machine, player. */
export const measureGlass = async (root, studio, { seconds: length }) => {
  const stream = await studio.make()
  const site = await startSite(root)
  const { url, streamKey } = stream.target
  const whole = Math.ceil((2 * warmUpMs) / 1000 + 2 * length + 20)
  const encoder = spawn(process.execPath, [
    path.join(import.meta.dirname, 'stamped-stream.mjs'),
    `${url}/${streamKey}`,
    String(whole),
  ])
  const browser = await chromium.launch({
    executablePath: findChromium(),
    args: ['--headless', '--no-sandbox', '--disable-gpu', '--disable-background-networking'],
  })
  try {
    await studio.untilActive(stream)
    const source = `${studio.origin}/${stream.playbackId}.m3u8`
    const low = await watch(browser, site.url, source, { isLow: true, length })
    const off = await watch(browser, site.url, source, { isLow: false, length })
    const of = ({ delays }) =>
      `p50 ${seconds(percentile(delays, 0.5))}, p95 ${seconds(percentile(delays, 0.95))}`
    const ratio = percentile(low.delays, 0.5) / percentile(off.delays, 0.5)
    return [
      ['Glass to glass, low latency', of(low)],
      ['Targets of it', `p50 ${seconds(partHoldBack + 0.8)}, p95 ${seconds(partHoldBack + 1.5)}`],
      ['Glass to glass, lowLatencyMode off', of(off)],
      ['Low latency ÷ off, p50', `${ratio.toFixed(2)} of 0.3`],
      ['First picture after the page has hls.js', `${Math.round(low.firstMs)} ms`],
      ['Pictures measured', `${low.delays.length} and ${off.delays.length}`],
      ['Stalls, fatal errors', `${low.stalls} and ${off.stalls}, ${low.fatal + off.fatal}`],
    ]
  } finally {
    await browser.close()
    encoder.kill()
    await site.stop()
  }
}

async function watch(browser, site, source, { isLow, length }) {
  const page = await browser.newPage()
  await page.goto(site)
  await page.evaluate(
    ({ source: from, isLow: lowLatencyMode }) => {
      const [square, columns, bits] = [40, 8, 48]
      const video = document.querySelector('video')
      const canvas = new OffscreenCanvas(320, 240)
      const context = canvas.getContext('2d', { willReadFrequently: true })
      const seen = { delays: [], stalls: 0, fatal: 0, firstMs: 0 }
      globalThis.seen = seen
      const startedAt = performance.now()
      const look = () => {
        const now = Date.now()
        seen.firstMs ||= performance.now() - startedAt
        context.drawImage(video, 0, 0, 320, 240)
        const { data } = context.getImageData(0, 0, 320, 240)
        let time = 0
        for (let bit = 0; bit < bits; bit += 1) {
          const x = (bit % columns) * square + square / 2
          const y = Math.floor(bit / columns) * square + square / 2
          if (data[(y * 320 + x) * 4] > 128) time += 2 ** bit
        }
        seen.delays.push((now - time) / 1000)
        video.requestVideoFrameCallback(look)
      }
      video.requestVideoFrameCallback(look)
      const hls = new globalThis.Hls({
        lowLatencyMode,
        ...(lowLatencyMode && { maxLiveSyncPlaybackRate: 1.2 }),
      })
      hls.on(globalThis.Hls.Events.ERROR, (_, { fatal, details }) => {
        if (fatal) seen.fatal += 1
        if (details === 'bufferStalledError') seen.stalls += 1
      })
      hls.on(globalThis.Hls.Events.MANIFEST_PARSED, () => video.play())
      hls.loadSource(from)
      hls.attachMedia(video)
    },
    { source, isLow },
  )
  await page.waitForFunction(() => globalThis.seen.delays.length > 0, undefined, {
    timeout: 60_000,
  })
  // A player comes closer to the edge in its first seconds.
  await pause(warmUpMs)
  await page.evaluate(() => void (globalThis.seen.delays = []))
  await pause(length * 1000)
  const seen = await page.evaluate(() => globalThis.seen)
  await page.close()
  return seen
}

async function startSite(root) {
  const { readFileSync } = await import('node:fs')
  const library = readFileSync(path.join(root, 'node_modules/hls.js/dist/hls.js'))
  const server = createServer((request, response) => {
    if (request.url === '/hls.js')
      return response.writeHead(200, { 'content-type': 'text/javascript' }).end(library)
    return response
      .writeHead(200, { 'content-type': 'text/html' })
      .end('<!doctype html><script src="/hls.js"></script><video muted playsinline></video>')
  })
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
  const stop = () => {
    server.closeAllConnections()
    return new Promise((resolve) => server.close(resolve))
  }
  return { url: `http://127.0.0.1:${server.address().port}/`, stop }
}
