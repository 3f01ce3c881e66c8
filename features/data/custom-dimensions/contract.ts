import { z } from 'zod/mini'
import { endpoints, get, put } from '@playhead/contract-kit/define.ts'
import { scoped } from '@playhead/contract-kit/endpoint.ts'
import { dimensionCategories } from '@playhead/metrics/dimension.ts'
import { customDimensionIds } from '@playhead/metrics/dimensions.ts'

export const customDimensionLimits = { displayNameMax: 80 } as const

const CustomDimension = z.object({
  id: z.enum(customDimensionIds),
  /** Null when unnamed: the dimension is then shown by its number. */
  display_name: z.nullable(z.string()),
  category: z.enum(dimensionCategories),
})

const list = z.object({ data: z.array(CustomDimension), total_row_count: z.int() })

/** ACCT-079 */
export const customDimensions = endpoints({
  list: get('/ui/v1/custom-dimensions', {
    access: scoped('data:read'),
    summary: 'The custom dimensions of the environment with their names and categories',
    returns: list,
  }),
  save: put('/ui/v1/custom-dimensions', {
    access: scoped('data:write', { admin: true }),
    summary: 'Name custom dimensions; those left out stay as they are',
    body: z.object({
      custom_dimensions: z
        .array(
          z.object({
            id: z.enum(customDimensionIds),
            /** The empty text removes the name. */
            display_name: z.nullable(
              z.string().check(z.trim(), z.maxLength(customDimensionLimits.displayNameMax)),
            ),
            category: z._default(z.enum(dimensionCategories), 'custom'),
          }),
        )
        .check(z.minLength(1), z.maxLength(customDimensionIds.length)),
    }),
    returns: list,
  }),
})
