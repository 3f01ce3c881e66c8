import { liveChangesOf } from '@playhead/features/video/broadcasts/server'
import type { App } from '@playhead/server-kit/app.ts'
import type { Access, Opening } from './open-playback.ts'

interface Kept {
  access: Access
  until: number
  /** Of live streams, when it was opened. */
  changes: number
}

/** A viewer with low latency asks about eight times a second. A change of a live stream takes effect at once, others after this. */
const keptMs = 2000
const keptMax = 20_000
/** Longer ones are made to fill the memory. */
const nameMax = 4096

const keptBy = new WeakMap<App['storage'], Map<string, Kept>>()

/** Access depends on these and nothing else: directives of playlists are no part of it. */
const nameOf = (request: Request, { id, audience, acceptsGrant = false }: Opening) => {
  const given = [...new URL(request.url).searchParams]
  const search = new URLSearchParams(given.filter(([name]) => !name.startsWith('_HLS_')))
  const { headers } = request
  return JSON.stringify([
    id,
    audience,
    acceptsGrant,
    search.toString(),
    headers.get('referer'),
    headers.get('user-agent'),
  ])
}

/** Broadcasts are opened once in two seconds; what else is played is opened each time. */
export const openedRecently = async (
  app: App,
  request: Request,
  opening: Opening,
  open: () => Promise<Access>,
): Promise<Access> => {
  const kept = keptBy.get(app.storage) ?? new Map<string, Kept>()
  keptBy.set(app.storage, kept)
  const name = nameOf(request, opening)
  if (name.length > nameMax) return open()
  const known = kept.get(name)
  const changes = liveChangesOf(app)
  const isFresh = known && known.until > Date.now() && known.changes === changes
  if (isFresh && !known.access.live?.window.isEnded) return known.access
  kept.delete(name)
  const access = await open()
  if (!access.live) return access
  const oldest = kept.keys().next().value
  if (kept.size >= keptMax && oldest !== undefined) kept.delete(oldest)
  const entry = { access, until: Date.now() + keptMs, changes }
  kept.set(name, entry)
  // It holds the parts of a broadcast in memory.
  setTimeout(() => kept.get(name) === entry && kept.delete(name), keptMs).unref()
  return access
}
