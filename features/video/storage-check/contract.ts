import { z } from 'zod/mini'
import { endpoints, get } from '@playhead/contract-kit/define.ts'
import { scoped } from '@playhead/contract-kit/endpoint.ts'
import { dataOf } from '@playhead/contract-kit/paging.ts'
import { ref } from '@playhead/contract-kit/reference.ts'
import { storageProblems } from '@playhead/domain/video.ts'

const StoredFile = z.object({
  /** Relative to the folder of the asset: `source`, `text/….vtt`. */
  name: z.string(),
  bytes: z.number(),
  /** Null until the background check has computed it. */
  sha256: z.nullable(z.string()),
  /** Null when the last storage check found no problem, or has not checked the file yet. */
  problem: z.nullable(z.enum(storageProblems)),
  created_at: z.iso.datetime(),
})

export const storageCheck = endpoints({
  filesOfAsset: get('/ui/v1/assets/:id/files', {
    access: scoped('video:read'),
    summary: 'The stored files of one asset, and which are missing or damaged',
    params: z.object({ id: ref('asset') }),
    returns: dataOf(z.array(StoredFile)),
  }),
})
