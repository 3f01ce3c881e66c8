import { z } from 'zod/mini'
import { del, endpoints, get, nothing, post, put } from '@playhead/contract-kit/define.ts'
import { staff } from '@playhead/contract-kit/endpoint.ts'
import { dataOf } from '@playhead/contract-kit/paging.ts'
import { ref } from '@playhead/contract-kit/reference.ts'
import { billingModes } from '@playhead/domain/plans.ts'
import { sharingNames } from '@playhead/domain/usage.ts'

export const sharedCostLimits = {
  nameMax: 100,
  centsMax: 100_000_000_000,
  firstDay: '2000-01-01',
  lastDay: '2999-12-31',
} as const

const { nameMax, centsMax, firstDay, lastDay } = sharedCostLimits

const name = z
  .string('name must be a text.')
  .check(
    z.trim(),
    z.minLength(1, 'A shared cost needs a name.'),
    z.maxLength(nameMax, `name must have at most ${nameMax} characters.`),
  )

const centsText = `cents_per_month must be a whole number from 1 to ${centsMax}.`
const cents = z.int(centsText).check(z.minimum(1, centsText), z.maximum(centsMax, centsText))

export const dayText = `Write a day from ${firstDay} to ${lastDay}, such as 2026-11-01.`
const day = z.iso.date(dayText)

const SharedCostInput = z.object({
  name,
  /** Of a whole calendar month, in the currency of the prices. */
  cents_per_month: cents,
  shared_by: z.enum(sharingNames, `shared_by must be one of ${sharingNames.join(', ')}.`),
  /** The first day, in UTC. */
  valid_from: day,
  /** The last day; null while it goes on. */
  valid_until: z._default(z.nullable(day), null),
})
export type SharedCostInput = z.infer<typeof SharedCostInput>

const SharedCost = z.object({
  id: z.uuid(),
  name: z.string(),
  cents_per_month: z.int(),
  shared_by: z.enum(sharingNames),
  valid_from: z.string(),
  valid_until: z.nullable(z.string()),
})

const params = z.object({ id: ref('shared_cost') })

export const sharedCosts = endpoints({
  listSharedCosts: get('/ui/v1/operator/shared-costs', {
    access: staff,
    summary: 'The monthly costs that are shared out over the environments of this server',
    returns: dataOf(
      z.object({
        /** Only in `showback` organizations see them. */
        mode: z.enum(billingModes),
        /** Of the prices of this month; null without prices: then they are not shown either. */
        currency: z.nullable(z.string()),
        costs: z.array(SharedCost),
      }),
    ),
  }),
  createSharedCost: post('/ui/v1/operator/shared-costs', {
    access: staff,
    summary: 'Add a monthly cost, such as the rent of servers',
    status: 201,
    body: z.object({ shared_cost: SharedCostInput }),
    returns: dataOf(SharedCost),
  }),
  updateSharedCost: put('/ui/v1/operator/shared-costs/:id', {
    access: staff,
    summary: 'Change a monthly cost, also for the months that are over',
    params,
    body: z.object({ shared_cost: SharedCostInput }),
    returns: dataOf(SharedCost),
  }),
  removeSharedCost: del('/ui/v1/operator/shared-costs/:id', {
    access: staff,
    summary: 'Delete a monthly cost, also from the months that are over',
    params,
    returns: nothing,
  }),
})
