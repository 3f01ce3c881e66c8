import { z } from 'zod/mini'
import { endpoints, get } from '@playhead/contract-kit/define.ts'
import { scoped } from '@playhead/contract-kit/endpoint.ts'
import { dataOf, Page, pageOf } from '@playhead/contract-kit/paging.ts'

const DrmConfiguration = z.object({ id: z.string() })

/** Encrypted playback needs external licence servers, so this list is always empty. */
export const drmConfigurations = endpoints({
  list: get('/video/v1/drm-configurations', {
    access: scoped('video:read'),
    summary: 'DRM configurations: there are none',
    query: z.object(Page),
    returns: pageOf(DrmConfiguration),
  }),
  retrieve: get('/video/v1/drm-configurations/:id', {
    access: scoped('video:read'),
    summary: 'One DRM configuration: there is none',
    params: z.object({ id: z.string() }),
    returns: dataOf(DrmConfiguration),
  }),
})
