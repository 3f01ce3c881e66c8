import type { Playback } from '../access/open-playback.ts'

const yearSeconds = 31_536_000

/** Responses to a token or code are private to its holder; shared caches may store those to public ids. */
const scopeOf = ({ isSigned }: Pick<Playback, 'isSigned'>) => (isSigned ? 'private' : 'public')

/**
 * A segment of an asset never changes. Under the id of a live stream the next broadcast has the same addresses; their
 * etags differ.
 */
export const segmentHeaders = (playback: Pick<Playback, 'isSigned' | 'found'>) => ({
  'cache-control':
    playback.found.live_stream_id === null
      ? `${scopeOf(playback)}, max-age=${yearSeconds}, immutable`
      : `${scopeOf(playback)}, no-cache`,
})

/** Renditions and tracks are added later, and deletions must take effect soon. */
export const shortHeaders = (playback: Pick<Playback, 'isSigned'>, seconds = 10) => ({
  'cache-control': playback.isSigned ? 'private, no-cache' : `public, max-age=${seconds}`,
})
