import type { Handlers } from '@playhead/server-kit/implement.ts'
import type { dimensionEndpoints } from '../contract.ts'
import { dimensionValues } from './dimension-values.ts'
import { requireDimension } from './require-dimension.ts'

export const listDimensionValues: Handlers<typeof dimensionEndpoints>['listValues'] = (context) =>
  dimensionValues(context, requireDimension(context.params.dimension), false)
