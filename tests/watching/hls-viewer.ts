import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { type Page, expect } from '@playwright/test'
import type Hls from 'hls.js'

const library = path.join(import.meta.dirname, '../../node_modules/hls.js/dist/hls.js')

/** A site elsewhere whose page has hls.js and a video element. */
export const startViewerSite = async () => {
  const pieces = {
    '/hls.js': ['text/javascript', readFileSync(library)],
    '/': [
      'text/html',
      '<!doctype html><title>Watch</title><script src="/hls.js"></script><video muted playsinline width="480"></video>',
    ],
  } as const
  const server = createServer((request, response) => {
    const [type, body] = pieces[request.url === '/hls.js' ? '/hls.js' : '/']
    response.writeHead(200, { 'content-type': type }).end(body)
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/`,
    stop: () => {
      server.closeAllConnections()
      return new Promise<void>((resolve) => void server.close(() => resolve()))
    },
  }
}

interface Seen {
  fatal: string[]
  errors: string[]
  stalls: number
  parts: number
  /** The initialisation part of each run of segments that was on screen, in order. */
  shown: string[]
  hasEnded: boolean
}

/** What the page keeps for the test. */
interface Viewing {
  hls: Hls
  seen: Seen
}

/** A page of any site with hls.js as its documentation says, playing from the edge or from the given second. */
export const openViewer = async (
  page: Page,
  { site, source, startSeconds }: { site: string; source: string; startSeconds?: number },
) => {
  await page.goto(site)
  await page.evaluate(
    ({ from, startPosition }) => {
      const place = globalThis as unknown as { Hls: typeof Hls; viewing: Viewing }
      const player = new place.Hls({
        lowLatencyMode: true,
        maxLiveSyncPlaybackRate: 1.2,
        startPosition,
      })
      const seen: Seen = { fatal: [], errors: [], stalls: 0, parts: 0, shown: [], hasEnded: false }
      place.viewing = { hls: player, seen }
      const { Events, ErrorDetails } = place.Hls
      player.on(Events.ERROR, (_, { fatal, details }) => {
        seen.errors.push(details)
        if (fatal) seen.fatal.push(details)
        if (details === ErrorDetails.BUFFER_STALLED_ERROR) seen.stalls += 1
      })
      player.on(Events.FRAG_LOADED, (_, { part }) => void (seen.parts += part ? 1 : 0))
      player.on(Events.FRAG_CHANGED, (_, { frag }) => {
        const init = `${frag.cc} ${frag.initSegment?.relurl ?? ''}`
        if (seen.shown.at(-1) !== init) seen.shown.push(init)
      })
      const video = document.querySelector('video')!
      video.addEventListener('ended', () => void (seen.hasEnded = true))
      player.on(Events.MANIFEST_PARSED, () => void video.play().catch(() => undefined))
      player.loadSource(from)
      player.attachMedia(video)
    },
    { from: source, startPosition: startSeconds ?? -1 },
  )

  const read = () =>
    page.evaluate(() => {
      const { hls, seen } = (globalThis as unknown as { viewing: Viewing }).viewing
      const video = document.querySelector('video')!
      const details = hls.latestLevelDetails
      return {
        ...seen,
        position: video.currentTime,
        edge: details?.edge ?? 0,
        width: video.videoWidth,
        latency: hls.latency,
        holdBack: details?.holdBack ?? 0,
        partHoldBack: details?.partHoldBack ?? 0,
        type: details?.type,
        isLive: details?.live,
        buffered: Array.from({ length: video.buffered.length }, (_, at) =>
          [video.buffered.start(at), video.buffered.end(at)].map((end) => end.toFixed(3)).join('-'),
        ),
        firstSegment: details?.fragments[0]?.sn,
        bornSeconds: hls.playingDate ? (Date.now() - hls.playingDate.getTime()) / 1000 : undefined,
      }
    })
  /** A failure shows what the page saw. */
  const until = (what: string, isSo: (now: Awaited<ReturnType<typeof read>>) => boolean) => {
    const look = async () => {
      const now = await read()
      return isSo(now) ? what : now
    }
    return expect.poll(look, { message: what }).toBe(what)
  }
  const seek = (to: number | 'edge') =>
    page.evaluate((place) => {
      const { hls } = (globalThis as unknown as { viewing: Viewing }).viewing
      document.querySelector('video')!.currentTime =
        place === 'edge' ? (hls.liveSyncPosition ?? 0) : place
    }, to)
  /** That much more of the film, from where it is. */
  const plays = async (seconds: number) => {
    const { position } = await read()
    await until(`${seconds} s more are played`, (now) => now.position >= position + seconds)
  }
  return { read, until, seek, plays }
}
