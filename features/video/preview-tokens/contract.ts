import { z } from 'zod/mini'
import { endpoints, get } from '@playhead/contract-kit/define.ts'
import { scoped } from '@playhead/contract-kit/endpoint.ts'
import { dataOf } from '@playhead/contract-kit/paging.ts'

export const previewTokenLimits = { idsMax: 100, hours: 4 } as const

/** Tokens with which the dashboard shows signed videos; needs no signing key of a user. */
const PreviewTokens = z.object({
  playback_id: z.string(),
  video: z.string(),
  thumbnail: z.string(),
  storyboard: z.string(),
  /** Unix seconds. */
  expires_at: z.int(),
})

/** Handled by playback, which also verifies these tokens. */
export const previews = endpoints({
  previewTokens: get('/ui/v1/playback-tokens', {
    access: scoped('video:read'),
    summary: 'Tokens that let the dashboard show signed videos for a few hours',
    query: z.object({
      /**
       * The response leaves out public ids of assets, and ids that are unknown or of another environment; for access
       * tokens also those that play a broadcast, whose previews are not counted.
       */
      playback_ids: z
        .array(z.string().check(z.maxLength(64)))
        .check(z.maxLength(previewTokenLimits.idsMax)),
    }),
    returns: dataOf(z.array(PreviewTokens)),
  }),
})
