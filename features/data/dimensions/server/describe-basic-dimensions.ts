import type { Handlers } from '@playhead/server-kit/implement.ts'
import type { dimensionEndpoints } from '../contract.ts'
import { describeOffered } from './describe-offered.ts'

export const describeBasicDimensions: Handlers<typeof dimensionEndpoints>['describeBasic'] = (
  context,
) => describeOffered(context, ({ isBasic }) => isBasic)
