import { z } from 'zod/mini'
import { del, endpoints, nothing, post } from '@playhead/contract-kit/define.ts'
import { scoped } from '@playhead/contract-kit/endpoint.ts'
import { dataOf } from '@playhead/contract-kit/paging.ts'
import { ref } from '@playhead/contract-kit/reference.ts'
import { RenditionRequest, StaticRendition } from '@playhead/features/video/assets/contract'

export const staticRenditions = endpoints({
  create: post('/video/v1/assets/:id/static-renditions', {
    access: scoped('video:write'),
    summary: 'Create a static rendition, a file for download, of an asset',
    params: z.object({ id: ref('asset') }),
    body: RenditionRequest,
    returns: dataOf(StaticRendition),
    status: 201,
  }),
  remove: del('/video/v1/assets/:id/static-renditions/:static_rendition_id', {
    access: scoped('video:write'),
    summary: 'Delete a static rendition',
    params: z.object({ id: ref('asset'), static_rendition_id: ref('static_rendition') }),
    returns: nothing,
  }),
})
