import { z } from 'zod/mini'
import { del, endpoints, get, nothing, patch, post, put } from '@playhead/contract-kit/define.ts'
import { scoped } from '@playhead/contract-kit/endpoint.ts'
import { dataOf, Page } from '@playhead/contract-kit/paging.ts'
import { ref } from '@playhead/contract-kit/reference.ts'
import { assetStatuses, mp4SupportValues } from '@playhead/domain/video.ts'
import { Event, perObjectMax, RequestLog } from '@playhead/features/activity/events/contract'
import { AssetMeta, AssetOptions, passthrough } from './asset-options.ts'
import { Asset, InputInfo } from './asset-shape.ts'

export * from './asset-options.ts'
export * from './asset-shape.ts'

/** For so many hours a master can be downloaded. */
export const masterAccessHours = 24

const params = z.object({ id: ref('asset') })

const newest = z.object({
  limit: z._default(z.int().check(z.minimum(1), z.maximum(perObjectMax)), perObjectMax),
})

export const assets = endpoints({
  create: post('/video/v1/assets', {
    access: scoped('video:write'),
    summary: 'Create an asset from files at URLs, or a clip of an asset',
    body: AssetOptions,
    returns: dataOf(Asset),
    status: 201,
  }),
  list: get('/video/v1/assets', {
    access: scoped('video:read'),
    summary: 'Assets, newest first; paged by cursor or page',
    query: z.object({
      ...Page,
      cursor: z.optional(z.string().check(z.maxLength(200))),
      upload_id: z.optional(z.string()),
      live_stream_id: z.optional(z.string()),
      status: z.optional(z.enum(assetStatuses)),
      /** Matches parts of the title, an id or the passthrough. */
      q: z.optional(z.string().check(z.maxLength(512))),
      order_by: z._default(z.enum(['created_at', 'title', 'duration', 'status']), 'created_at'),
      order_direction: z._default(z.enum(['asc', 'desc']), 'desc'),
    }),
    returns: z.object({
      data: z.array(Asset),
      total_row_count: z.int(),
      page: z.int(),
      limit: z.int(),
      next_cursor: z.optional(z.string()),
    }),
  }),
  retrieve: get('/video/v1/assets/:id', {
    access: scoped('video:read'),
    summary: 'One asset',
    params,
    returns: dataOf(Asset),
  }),
  update: patch('/video/v1/assets/:id', {
    access: scoped('video:write'),
    summary:
      'Change what an asset is called and the moment of its thumbnail; omitted fields stay unchanged',
    params,
    body: z.object({
      meta: z.optional(AssetMeta),
      passthrough: z.optional(passthrough),
      thumbnail_time: z.optional(z.number().check(z.minimum(0))),
    }),
    returns: dataOf(Asset),
  }),
  remove: del('/video/v1/assets/:id', {
    access: scoped('video:write'),
    summary: 'Delete an asset with its files; it stops playing at once',
    params,
    returns: nothing,
  }),
  inputInfo: get('/video/v1/assets/:id/input-info', {
    access: scoped('video:read'),
    summary: 'The format and tracks of the files of an asset',
    params,
    returns: dataOf(z.array(InputInfo)),
  }),
  updateMp4Support: put('/video/v1/assets/:id/mp4-support', {
    access: scoped('video:write'),
    summary: 'Choose the older set of files for download',
    params,
    body: z.object({ mp4_support: z.enum(mp4SupportValues) }),
    returns: dataOf(Asset),
  }),
  updateMasterAccess: put('/video/v1/assets/:id/master-access', {
    access: scoped('video:write'),
    summary: 'Open the original file for download for 24 hours, or close it',
    params,
    body: z.object({ master_access: z.enum(['temporary', 'none']) }),
    returns: dataOf(Asset),
  }),
  removeThumbnailTime: del('/video/v1/assets/:id/thumbnail-time', {
    access: scoped('video:write'),
    summary: 'Take the thumbnail from the middle again',
    params,
    returns: nothing,
  }),
  events: get('/video/v1/assets/:id/events', {
    access: scoped('video:read'),
    summary: 'The newest events of an asset',
    params,
    query: newest,
    returns: dataOf(z.array(Event)),
  }),
  logs: get('/video/v1/assets/:id/logs', {
    access: scoped('video:read'),
    summary: 'The newest calls that changed an asset, or tried to',
    params,
    query: newest,
    returns: dataOf(z.array(RequestLog)),
  }),
  prepared: get('/ui/v1/usage/assets-prepared', {
    access: scoped('video:read'),
    summary: 'Seconds of assets that became ready, by day; the first day is only a part of one',
    query: z.object({
      days: z._default(z.int().check(z.minimum(1), z.maximum(366)), 30),
    }),
    returns: dataOf(z.array(z.object({ date: z.iso.datetime(), value: z.number() }))),
  }),
})
