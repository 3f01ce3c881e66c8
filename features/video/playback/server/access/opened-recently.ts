import { liveChangesOf } from '@playhead/features/video/broadcasts/server'
import type { App } from '@playhead/server-kit/app.ts'
import type { Access, Opening } from './open-playback.ts'

interface Kept {
  access: Access
  until: number
  /** Of live streams, when it was opened. */
  changes: number
  /** Opened again by the first request after that; those that come meanwhile wait for it. */
  again: { coming: Promise<Access>; changes: number } | undefined
}

/** A viewer with low latency asks about eight times a second. A change of a live stream takes effect at once, others after this. */
const keptMs = 2000
const keptMax = 20_000
/** Longer ones are made to fill the memory. */
const nameMax = 4096

const keptBy = new WeakMap<App['storage'], Map<string, Kept>>()

/** The query as it was sent, without the directives of playlists: access does not depend on them. */
const queryOf = ({ url }: Request) => {
  const at = url.indexOf('?')
  if (at < 0) return ''
  const given = url.slice(at + 1).split('&')
  return given.filter((part) => !part.startsWith('_HLS_')).join('&')
}

/** Access depends on these and nothing else. */
const nameOf = (request: Request, { id, audience, acceptsGrant = false }: Opening) => {
  const { headers } = request
  const viewer = [headers.get('referer'), headers.get('user-agent')]
  return JSON.stringify([id, audience, acceptsGrant, queryOf(request), ...viewer])
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
  // All viewers of a broadcast ask at the same moment: when a part is there.
  if (known?.again?.changes === changes) return known.again.coming
  const coming = openAndKeep(kept, name, changes, open)
  if (known) known.again = { coming, changes }
  return coming
}

const openAndKeep = async (
  kept: Map<string, Kept>,
  name: string,
  changes: number,
  open: () => Promise<Access>,
) => {
  let access: Access
  try {
    access = await open()
  } catch (error) {
    kept.delete(name)
    throw error
  }
  kept.delete(name)
  if (!access.live) return access
  const oldest = kept.keys().next().value
  if (kept.size >= keptMax && oldest !== undefined) kept.delete(oldest)
  const entry = { access, until: Date.now() + keptMs, changes, again: undefined }
  kept.set(name, entry)
  // It holds the parts of a broadcast in memory.
  setTimeout(() => kept.get(name) === entry && kept.delete(name), 2 * keptMs).unref()
  return access
}
