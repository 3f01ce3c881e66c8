import { invalidField } from '@playhead/contract-kit/errors.ts'
import type { App } from '@playhead/server-kit/app.ts'
import { type Actor, recordChange } from '@playhead/server-kit/audit/changes.ts'
import type { PriceBookFile } from './price-book.ts'
import { insertPriceBook, listPriceBooks, lockPriceBooks } from './price-books.sql.ts'
import { refusePrices, validFromOf } from './refuse-prices.ts'

/** The next version. `afterVersion` is the one that the person saw; undefined takes any. */
export const addPriceBook = (
  app: App,
  actor: Actor,
  given: PriceBookFile,
  afterVersion?: number | null,
) =>
  app.postgres.transaction(async (transaction) => {
    await lockPriceBooks(transaction)
    const newest = (await listPriceBooks(transaction))[0]?.version ?? null
    if (afterVersion !== undefined && afterVersion !== newest)
      throw invalidField(
        'after_version',
        `Version ${newest} is newer than the one you edited. Review it before you save.`,
      )
    await refusePrices(app, transaction, given)
    const book = await insertPriceBook(transaction, {
      ...given,
      valid_from: validFromOf(app, given),
      created_by: actor.email ?? null,
    })
    await recordChange({ organizationId: null, postgres: transaction }, actor, {
      action: 'prices.entered',
      subjectId: `version ${book.version}`,
    })
    return book
  })
