import type { Playback } from '../access/open-playback.ts'

const yearSeconds = 31_536_000

/** Responses to a token or code are private to its holder; shared caches may store those to public ids. */
const scopeOf = ({ isSigned }: Pick<Playback, 'isSigned'>) => (isSigned ? 'private' : 'public')

/** The content of such an address never changes. */
export const foreverHeaders = (playback: Pick<Playback, 'isSigned'>) => ({
  'cache-control': `${scopeOf(playback)}, max-age=${yearSeconds}, immutable`,
})

/** Renditions and tracks are added later, and deletions must take effect soon. */
export const shortHeaders = (playback: Pick<Playback, 'isSigned'>, seconds = 10) => ({
  'cache-control': playback.isSigned ? 'private, no-cache' : `public, max-age=${seconds}`,
})
