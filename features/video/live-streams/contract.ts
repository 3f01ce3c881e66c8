import { z } from 'zod/mini'
import { del, endpoints, get, nothing, patch, post, put } from '@playhead/contract-kit/define.ts'
import { scoped } from '@playhead/contract-kit/endpoint.ts'
import { dataOf, Page, pageOf } from '@playhead/contract-kit/paging.ts'
import { playbackIdRef, ref } from '@playhead/contract-kit/reference.ts'
import { secret } from '@playhead/contract-kit/secret.ts'
import { Event, perObjectMax, RequestLog } from '@playhead/features/activity/events/contract'
import { PlaybackId, RenditionRequest } from '@playhead/features/video/assets/contract'
import {
  embeddedSubtitles,
  generatedSubtitles,
  liveLimits,
  LiveStreamChanges,
  LiveStreamOptions,
  PlaybackIdRequest,
  SimulcastTargetRequest,
} from './live-stream-options.ts'
import {
  LiveStream,
  liveStreamStatuses,
  SimulcastTarget,
  SimulcastTries,
} from './live-stream-shape.ts'

export * from './live-stream-options.ts'
export * from './live-stream-shape.ts'

const params = z.object({ id: ref('live_stream') })
const ofPlaybackId = z.object({ id: ref('live_stream'), playback_id: playbackIdRef() })
const ofTarget = z.object({ id: ref('live_stream'), target_id: ref('simulcast_target') })

const newest = z.object({
  limit: z._default(z.int().check(z.minimum(1), z.maximum(perObjectMax)), perObjectMax),
})

const read = scoped('video:read')
const write = scoped('video:write')

export const liveStreams = endpoints({
  create: post('/video/v1/live-streams', {
    access: write,
    summary: 'Create a live stream; an encoder sends to it with its stream key',
    body: LiveStreamOptions,
    returns: dataOf(LiveStream),
    status: 201,
  }),
  list: get('/video/v1/live-streams', {
    access: read,
    summary: 'Live streams, newest first',
    query: z.object({
      ...Page,
      status: z.optional(z.enum(liveStreamStatuses)),
      stream_key: z.optional(secret(z.string().check(z.maxLength(200)))),
    }),
    returns: pageOf(LiveStream),
  }),
  retrieve: get('/video/v1/live-streams/:id', {
    access: read,
    summary: 'One live stream',
    params,
    returns: dataOf(LiveStream),
  }),
  update: patch('/video/v1/live-streams/:id', {
    access: write,
    summary: 'Change a live stream; what is left out stays, an empty text clears',
    params,
    body: LiveStreamChanges,
    returns: dataOf(LiveStream),
  }),
  remove: del('/video/v1/live-streams/:id', {
    access: write,
    summary: 'Delete a live stream; a running broadcast ends, the recordings stay',
    params,
    returns: nothing,
  }),
  createPlaybackId: post('/video/v1/live-streams/:id/playback-ids', {
    access: write,
    summary: 'Add a playback id to a live stream',
    params,
    body: PlaybackIdRequest,
    returns: dataOf(PlaybackId),
    status: 201,
  }),
  retrievePlaybackId: get('/video/v1/live-streams/:id/playback-ids/:playback_id', {
    access: read,
    summary: 'One playback id of a live stream',
    params: ofPlaybackId,
    returns: dataOf(PlaybackId),
  }),
  removePlaybackId: del('/video/v1/live-streams/:id/playback-ids/:playback_id', {
    access: write,
    summary: 'Delete a playback id; it stops playing at once',
    params: ofPlaybackId,
    returns: nothing,
  }),
  resetStreamKey: post('/video/v1/live-streams/:id/reset-stream-key', {
    access: write,
    summary: 'Replace the stream key; the old one stops working at once',
    params,
    returns: dataOf(LiveStream),
    status: 201,
  }),
  complete: put('/video/v1/live-streams/:id/complete', {
    access: write,
    summary: 'End the running broadcast now, without waiting for the encoder to reconnect',
    params,
    returns: dataOf(z.object({})),
  }),
  disable: put('/video/v1/live-streams/:id/disable', {
    access: write,
    summary: 'End the running broadcast and refuse encoders until the live stream is enabled',
    params,
    returns: dataOf(z.object({})),
  }),
  enable: put('/video/v1/live-streams/:id/enable', {
    access: write,
    summary: 'Let encoders connect again',
    params,
    returns: dataOf(z.object({})),
  }),
  updateEmbeddedSubtitles: put('/video/v1/live-streams/:id/embedded-subtitles', {
    access: write,
    summary: 'Name the captions that the encoder embeds in the video; only while idle',
    params,
    body: z.object({ embedded_subtitles: z._default(embeddedSubtitles, []) }),
    returns: dataOf(LiveStream),
  }),
  updateGeneratedSubtitles: put('/video/v1/live-streams/:id/generated-subtitles', {
    access: write,
    summary: 'Generate captions from speech; an empty list ends that; only while idle',
    params,
    body: z.object({ generated_subtitles: z._default(generatedSubtitles, []) }),
    returns: dataOf(LiveStream),
  }),
  updateStaticRenditions: put('/video/v1/live-streams/:id/new-asset-settings/static-renditions', {
    access: write,
    summary: 'Choose the static renditions that recordings get; only while idle',
    params,
    body: z.object({ static_renditions: z.array(RenditionRequest) }),
    returns: dataOf(LiveStream),
  }),
  removeStaticRenditions: del('/video/v1/live-streams/:id/new-asset-settings/static-renditions', {
    access: write,
    summary: 'Stop making static renditions of new recordings; only while idle',
    params,
    returns: nothing,
  }),
  createSimulcastTarget: post('/video/v1/live-streams/:id/simulcast-targets', {
    access: write,
    summary: `Add a simulcast target, ${liveLimits.simulcastTargetsMax} at most; only while idle`,
    params,
    body: SimulcastTargetRequest,
    returns: dataOf(SimulcastTarget),
    status: 201,
  }),
  retrieveSimulcastTarget: get('/video/v1/live-streams/:id/simulcast-targets/:target_id', {
    access: read,
    summary: 'One simulcast target of a live stream',
    params: ofTarget,
    returns: dataOf(SimulcastTarget),
  }),
  removeSimulcastTarget: del('/video/v1/live-streams/:id/simulcast-targets/:target_id', {
    access: write,
    summary: 'Delete a simulcast target; only while idle',
    params: ofTarget,
    returns: nothing,
  }),
  simulcastTries: get('/ui/v1/live-streams/:id/simulcast-tries', {
    access: read,
    summary: 'How often each simulcast target has failed in a row, and when it is tried again',
    params,
    returns: dataOf(z.array(SimulcastTries)),
  }),
  events: get('/video/v1/live-streams/:id/events', {
    access: read,
    summary: 'The newest events of a live stream',
    params,
    query: newest,
    returns: dataOf(z.array(Event)),
  }),
  logs: get('/video/v1/live-streams/:id/logs', {
    access: read,
    summary: 'The newest calls that changed a live stream, or tried to',
    params,
    query: newest,
    returns: dataOf(z.array(RequestLog)),
  }),
})
