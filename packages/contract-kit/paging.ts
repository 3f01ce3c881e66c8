import { z } from 'zod/mini'
import type { AnySchema } from './endpoint.ts'

export const pageLimits = { defaultLimit: 25, maxLimit: 100 } as const

const limit = z.int().check(z.minimum(1), z.maximum(pageLimits.maxLimit))

/** A page past the end is 200 without rows: clients request pages until one is empty. */
export const Page = {
  page: z._default(z.int().check(z.minimum(1), z.maximum(1_000_000)), 1),
  limit: z._default(limit, pageLimits.defaultLimit),
}

/** For short lists: without a limit, every row is on the first page. */
export const PageOfShortList = { page: Page.page, limit: z.optional(limit) }

export const pageOf = <T extends AnySchema>(row: T) =>
  z.object({ data: z.array(row), total_row_count: z.int(), page: z.int(), limit: z.int() })

export const dataOf = <T extends AnySchema>(value: T) => z.object({ data: value })
