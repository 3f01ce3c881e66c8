import { notFound } from '@playhead/contract-kit/errors.ts'
import type { Dimension } from '@playhead/metrics/dimension.ts'
import { dimensions } from '@playhead/metrics/dimensions.ts'
import type { Handlers } from '@playhead/server-kit/implement.ts'
import type { dimensionEndpoints } from '../contract.ts'
import { dimensionValues } from './dimension-values.ts'
import { requireDimension } from './require-dimension.ts'

export const listTraceElements: Handlers<typeof dimensionEndpoints>['listElements'] = (context) => {
  const id = requireDimension(context.params.dimension)
  const dimension: Dimension = dimensions[id]
  if (dimension.valueKind !== 'list') throw notFound('dimension with elements')
  return dimensionValues(context, id, true)
}
