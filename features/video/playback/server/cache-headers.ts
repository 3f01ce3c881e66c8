import type { Playback } from './open-playback.ts'

const yearSeconds = 31_536_000

/** Answers to a token or code are for the one who has it; those to public ids may be kept by anyone on the way. */
const scopeOf = ({ isSigned }: Pick<Playback, 'isSigned'>) => (isSigned ? 'private' : 'public')

/** What stands at such an address never changes. */
export const foreverHeaders = (playback: Playback) => ({
  'cache-control': `${scopeOf(playback)}, max-age=${yearSeconds}, immutable`,
})

/** Qualities and tracks are added later, and what is deleted is gone soon. */
export const shortHeaders = (playback: Playback, seconds = 10) => ({
  'cache-control': playback.isSigned ? 'private, no-cache' : `public, max-age=${seconds}`,
})
