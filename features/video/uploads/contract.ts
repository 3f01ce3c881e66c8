import { z } from 'zod/mini'
import { endpoints, get, post, put } from '@playhead/contract-kit/define.ts'
import { scoped } from '@playhead/contract-kit/endpoint.ts'
import { dataOf, Page, pageOf } from '@playhead/contract-kit/paging.ts'
import { ref } from '@playhead/contract-kit/reference.ts'
import { secret } from '@playhead/contract-kit/secret.ts'
import { AssetOptions } from '@playhead/features/video/assets/contract'

const uploadLimits = {
  timeoutMin: 60,
  timeoutMax: 604_800,
  timeoutDefault: 3600,
  corsOriginMax: 2048,
} as const

/** UPLD-060 */
export const uploadStatuses = [
  'waiting',
  'asset_created',
  'errored',
  'cancelled',
  'timed_out',
] as const

/** Fields without a value are left out. */
export const Upload = z.object({
  id: z.uuid(),
  status: z.enum(uploadStatuses),
  /** The address to send the file to, while the upload is waiting. */
  url: z.optional(secret(z.string())),
  cors_origin: z.string(),
  timeout: z.int(),
  new_asset_settings: z.optional(AssetOptions),
  asset_id: z.optional(z.uuid()),
  error: z.optional(z.object({ type: z.string(), message: z.string() })),
  test: z.optional(z.boolean()),
})
export type Upload = z.output<typeof Upload>

const params = z.object({ id: ref('upload') })

export const uploads = endpoints({
  create: post('/video/v1/uploads', {
    access: scoped('video:write'),
    summary: 'Create an address to which one file can be sent',
    body: z.object({
      cors_origin: z
        .string()
        .check(
          z.trim(),
          z.minLength(1, 'Give the origin from which a browser will send the file, or * for any.'),
          z.maxLength(uploadLimits.corsOriginMax),
        ),
      new_asset_settings: z.optional(AssetOptions),
      test: z.optional(z.boolean()),
      timeout: z._default(
        z.int().check(z.minimum(uploadLimits.timeoutMin), z.maximum(uploadLimits.timeoutMax)),
        uploadLimits.timeoutDefault,
      ),
    }),
    returns: dataOf(Upload),
    status: 201,
  }),
  list: get('/video/v1/uploads', {
    access: scoped('video:read'),
    summary: 'Uploads, newest first',
    query: z.object(Page),
    returns: pageOf(Upload),
  }),
  retrieve: get('/video/v1/uploads/:id', {
    access: scoped('video:read'),
    summary: 'One upload',
    params,
    returns: dataOf(Upload),
  }),
  cancel: put('/video/v1/uploads/:id/cancel', {
    access: scoped('video:write'),
    summary: 'Cancel an upload; only while it waits for its file',
    params,
    returns: dataOf(Upload),
  }),
})
