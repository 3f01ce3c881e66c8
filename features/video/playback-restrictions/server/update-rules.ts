import { changeRestriction } from './change-restriction.ts'
import { type RestrictionRow, updateRestriction } from './playback-restrictions.sql.ts'
import { type Caller, recordRestrictionChange } from './record-restriction-change.ts'

export const updateRules = (context: Caller, id: string, rules: Partial<RestrictionRow>) =>
  changeRestriction(context, id, async (tenant, current) => {
    const row = await updateRestriction(tenant, id, { ...current, ...rules })
    await recordRestrictionChange(context, tenant, 'updated', row)
    return row
  })
