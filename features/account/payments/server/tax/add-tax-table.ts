import { invalidField } from '@playhead/contract-kit/errors.ts'
import type { App } from '@playhead/server-kit/app.ts'
import { type Actor, recordChange } from '@playhead/server-kit/audit/changes.ts'
import { changedRates } from './changed-rates.ts'
import type { TaxTableFile } from './tax-table.ts'
import { insertTaxTable, lockTaxTables, newestTaxTable } from './tax-tables.sql.ts'

/** The next version. `afterVersion` is the one that the person saw; undefined takes any. */
export const addTaxTable = (
  { postgres }: App,
  actor: Actor,
  { rates }: TaxTableFile,
  afterVersion?: number | null,
) =>
  postgres.transaction(async (transaction) => {
    await lockTaxTables(transaction)
    const before = await newestTaxTable(transaction)
    const newest = before?.version ?? null
    if (afterVersion !== undefined && afterVersion !== newest)
      throw invalidField(
        'after_version',
        `Version ${newest} is newer than the one you edited. Review it before you save.`,
      )
    const table = await insertTaxTable(transaction, { rates, created_by: actor.email ?? null })
    await recordChange({ organizationId: null, postgres: transaction }, actor, {
      action: 'tax_rates.entered',
      subjectId: `version ${table.version}`,
      detail: changedRates(before?.rates ?? [], rates),
    })
    return table
  })
