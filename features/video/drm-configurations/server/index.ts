import { notFound } from '@playhead/contract-kit/errors.ts'
import { feature } from '@playhead/server-kit/feature.ts'
import { implement } from '@playhead/server-kit/implement.ts'
import { drmConfigurations } from '../contract.ts'

export const drmConfigurationsServer = feature('drm-configurations', {
  endpoints: [
    implement(drmConfigurations, {
      list: async ({ query }) => ({ data: [], total_row_count: 0, ...query }),
      retrieve: async () => {
        throw notFound('DRM configuration')
      },
    }),
  ],
})
