import { feature } from '@playhead/server-kit/feature.ts'
import { implement } from '@playhead/server-kit/implement.ts'
import { subProperties } from '../contract.ts'
import { listSubProperties } from './list-sub-properties.ts'

export const subPropertiesServer = feature('sub-properties', {
  endpoints: [implement(subProperties, { list: listSubProperties })],
})
