import { z } from 'zod/mini'
import { del, endpoints, nothing, patch, post } from '@playhead/contract-kit/define.ts'
import { scoped } from '@playhead/contract-kit/endpoint.ts'
import { dataOf } from '@playhead/contract-kit/paging.ts'
import { ref } from '@playhead/contract-kit/reference.ts'
import {
  assetLimits,
  languageCode,
  passthrough,
  SubtitleRequest,
  Track,
  trackName,
} from '@playhead/features/video/assets/contract'

const params = z.object({ id: ref('asset'), track_id: ref('asset_track') })

export const tracks = endpoints({
  create: post('/video/v1/assets/:id/tracks', {
    access: scoped('video:write'),
    summary: 'Add a text or audio track from an address',
    params: z.object({ id: ref('asset') }),
    body: z.object({
      url: z.url().check(z.maxLength(assetLimits.urlMax)),
      type: z.enum(['text', 'audio']),
      language_code: languageCode,
      name: z.optional(trackName),
      text_type: z.optional(z.enum(['subtitles'])),
      closed_captions: z.optional(z.boolean()),
      passthrough: z.optional(passthrough),
    }),
    returns: dataOf(Track),
    status: 201,
  }),
  update: patch('/video/v1/assets/:id/tracks/:track_id', {
    access: scoped('video:write'),
    summary: 'Change what a track is called; omitted fields stay unchanged',
    params,
    body: z.object({
      language_code: z.optional(languageCode),
      name: z.optional(trackName),
      closed_captions: z.optional(z.boolean()),
      passthrough: z.optional(passthrough),
    }),
    returns: dataOf(Track),
  }),
  remove: del('/video/v1/assets/:id/tracks/:track_id', {
    access: scoped('video:write'),
    summary: 'Delete a text track or an additional audio track',
    params,
    returns: nothing,
  }),
  generateSubtitles: post('/video/v1/assets/:id/tracks/:track_id/generate-subtitles', {
    access: scoped('video:write'),
    summary: 'Generate subtitles from an audio track',
    params,
    body: z.object({ generated_subtitles: z.array(SubtitleRequest) }),
    returns: dataOf(z.array(Track)),
    status: 201,
  }),
})
