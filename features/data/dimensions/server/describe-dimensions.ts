import type { Handlers } from '@playhead/server-kit/implement.ts'
import type { dimensionEndpoints } from '../contract.ts'
import { describeOffered } from './describe-offered.ts'

export const describeDimensions: Handlers<typeof dimensionEndpoints>['describe'] = (context) =>
  describeOffered(context, () => true)
