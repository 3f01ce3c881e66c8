import { z } from 'zod/mini'
import { endpoints, get } from '@playhead/contract-kit/define.ts'
import { scoped } from '@playhead/contract-kit/endpoint.ts'
import { dataOf } from '@playhead/contract-kit/paging.ts'
import { ref } from '@playhead/contract-kit/reference.ts'

export const storageProblems = ['missing', 'wrong-size', 'changed'] as const

export const StoredFile = z.object({
  /** Below the folder of the asset: `source`, `text/….vtt`. */
  name: z.string(),
  bytes: z.number(),
  /** Null until it was counted in the background. */
  sha256: z.nullable(z.string()),
  /** Null when the last check of the storage found it well, or has not looked yet. */
  problem: z.nullable(z.enum(storageProblems)),
  created_at: z.iso.datetime(),
})

export const storageCheck = endpoints({
  filesOfAsset: get('/ui/v1/assets/:id/files', {
    access: scoped('video:read'),
    summary: 'What is stored of one asset, and what of it is missing or damaged',
    params: z.object({ id: ref('asset') }),
    returns: dataOf(z.array(StoredFile)),
  }),
})
