import { invalidField } from '@playhead/contract-kit/errors.ts'
import { actorOfCaller } from '@playhead/server-kit/audit/changes.ts'
import type { Handlers } from '@playhead/server-kit/implement.ts'
import { within } from '@playhead/server-kit/tenant.ts'
import type { customDimensions } from '../contract.ts'
import { lockNames, type NamedRow } from './custom-dimensions.sql.ts'
import { customDimensionsOf } from './custom-dimensions-of.ts'
import { nameCustomDimension } from './name-custom-dimension.ts'

const isSame = (one: NamedRow, other: NamedRow) =>
  one.display_name === other.display_name && one.category === other.category

export const saveCustomDimensions: Handlers<typeof customDimensions>['save'] = (context) =>
  context.environment.postgres.transaction(async (transaction) => {
    const { body, organization, caller, request } = context
    const environment = within(context.environment, transaction)
    const wanted = new Map<string, NamedRow>(
      body.custom_dimensions.map((one) => [
        one.id,
        { ...one, display_name: one.display_name || null },
      ]),
    )
    if (wanted.size < body.custom_dimensions.length)
      throw invalidField('custom_dimensions', 'Name every custom dimension once.')
    await lockNames(environment)
    const before = await customDimensionsOf(environment)
    for (const from of before) {
      const to = wanted.get(from.id)
      if (!to || isSame(from, to)) continue
      const actor = actorOfCaller(caller, request)
      await nameCustomDimension(organization, environment, actor, { from, to })
    }
    const data = await customDimensionsOf(environment)
    return { data, total_row_count: data.length }
  })
