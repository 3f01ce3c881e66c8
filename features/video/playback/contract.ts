import { z } from 'zod/mini'
import { endpoints, get } from '@playhead/contract-kit/define.ts'
import { scoped } from '@playhead/contract-kit/endpoint.ts'
import { dataOf } from '@playhead/contract-kit/paging.ts'

export const previewTokenLimits = { idsMax: 100, hours: 4 } as const

/** What the dashboard shows signed videos with; nobody's signing key is needed for it. */
export const PreviewTokens = z.object({
  playback_id: z.string(),
  video: z.string(),
  thumbnail: z.string(),
  storyboard: z.string(),
  /** Unix seconds. */
  expires_at: z.int(),
})

export const playback = endpoints({
  previewTokens: get('/ui/v1/playback-tokens', {
    access: scoped('video:read'),
    summary: 'Tokens that let the dashboard show signed videos for a few hours',
    query: z.object({
      /** Those that are public, unknown or of another environment are left out of the answer. */
      playback_ids: z
        .array(z.string().check(z.maxLength(64)))
        .check(z.maxLength(previewTokenLimits.idsMax)),
    }),
    returns: dataOf(z.array(PreviewTokens)),
  }),
})
