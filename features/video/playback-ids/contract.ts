import { z } from 'zod/mini'
import { del, endpoints, get, nothing, post } from '@playhead/contract-kit/define.ts'
import { scoped } from '@playhead/contract-kit/endpoint.ts'
import { dataOf } from '@playhead/contract-kit/paging.ts'
import { playbackIdRef, ref } from '@playhead/contract-kit/reference.ts'
import { playbackPolicies } from '@playhead/domain/video.ts'
import { PlaybackId } from '@playhead/features/video/assets/contract'

const ofAsset = z.object({ id: ref('asset'), playback_id: playbackIdRef() })

export const playbackIds = endpoints({
  create: post('/video/v1/assets/:id/playback-ids', {
    access: scoped('video:write'),
    summary: 'Add a playback id to an asset',
    params: z.object({ id: ref('asset') }),
    body: z.object({
      policy: z._default(z.enum(playbackPolicies), 'public'),
      drm_configuration_id: z.optional(z.string()),
    }),
    returns: dataOf(PlaybackId),
    status: 201,
  }),
  retrieve: get('/video/v1/assets/:id/playback-ids/:playback_id', {
    access: scoped('video:read'),
    summary: 'One playback id of an asset',
    params: ofAsset,
    returns: dataOf(PlaybackId),
  }),
  remove: del('/video/v1/assets/:id/playback-ids/:playback_id', {
    access: scoped('video:write'),
    summary: 'Delete a playback id; it stops playing at once',
    params: ofAsset,
    returns: nothing,
  }),
  lookUp: get('/video/v1/playback-ids/:playback_id', {
    access: scoped('video:read'),
    summary: 'What a playback id belongs to',
    params: z.object({ playback_id: playbackIdRef() }),
    returns: dataOf(
      z.object({
        id: z.string(),
        policy: z.enum(playbackPolicies),
        object: z.object({ id: z.string(), type: z.enum(['asset', 'live_stream']) }),
      }),
    ),
  }),
})
