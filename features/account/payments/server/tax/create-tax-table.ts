import { actorOf } from '@playhead/server-kit/audit/changes.ts'
import type { Handlers } from '@playhead/server-kit/implement.ts'
import type { tax } from '../../tax-contract.ts'
import { addTaxTable } from './add-tax-table.ts'
import { parseTaxTable } from './parse-tax-table.ts'
import { presentTaxTable } from './present-tax-table.ts'

export const createTaxTable: Handlers<typeof tax>['createTable'] = async ({
  app,
  session,
  request,
  body,
}) => {
  const { text, after_version: afterVersion } = body.tax
  const table = await addTaxTable(app, actorOf(session, request), parseTaxTable(text), afterVersion)
  return { data: presentTaxTable(table) }
}
