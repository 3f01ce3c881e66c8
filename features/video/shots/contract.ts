import { z } from 'zod/mini'
import { del, endpoints, get, nothing, post } from '@playhead/contract-kit/define.ts'
import { scoped } from '@playhead/contract-kit/endpoint.ts'
import { dataOf } from '@playhead/contract-kit/paging.ts'
import { ref } from '@playhead/contract-kit/reference.ts'
import { AssetShots } from '@playhead/features/video/assets/contract'

const params = z.object({ id: ref('asset') })

export const shots = endpoints({
  retrieve: get('/video/v1/assets/:id/shots', {
    access: scoped('video:read'),
    summary: 'Whether the shots of an asset were found, and where they are',
    params,
    returns: dataOf(AssetShots),
  }),
  create: post('/video/v1/assets/:id/shots', {
    access: scoped('video:write'),
    summary: 'Find the shots of an asset',
    params,
    returns: dataOf(AssetShots),
    status: 201,
  }),
  remove: del('/video/v1/assets/:id/shots', {
    access: scoped('video:write'),
    summary: 'Delete the shots of an asset',
    params,
    returns: nothing,
  }),
})
