import { feature } from '@playhead/server-kit/feature.ts'
import { implement } from '@playhead/server-kit/implement.ts'
import { drmConfigurations } from '../contract.ts'
import { listDrmConfigurations } from './list-drm-configurations.ts'
import { retrieveDrmConfiguration } from './retrieve-drm-configuration.ts'

export const drmConfigurationsServer = feature('drm-configurations', {
  endpoints: [
    implement(drmConfigurations, {
      list: listDrmConfigurations,
      retrieve: retrieveDrmConfiguration,
    }),
  ],
})
