import type { z } from 'zod/mini'
import { invalidField } from '@playhead/contract-kit/errors.ts'
import { type Actor, recordChange, trailOf } from '@playhead/server-kit/audit/changes.ts'
import type { Organization } from '@playhead/server-kit/tenant.ts'
import {
  type BillingInformationInput,
  isTaxId,
  plainTaxId,
  taxIdError,
} from '../../billing-address.ts'
import { type InformationRow, informationOf, setInformation } from './billing-information.sql.ts'

export type GivenInformation = z.output<typeof BillingInformationInput>

const rowOf = (given: GivenInformation, had: InformationRow | undefined): InformationRow => {
  if (!isTaxId(given.tax_id)) throw invalidField('tax_id', taxIdError)
  return {
    name: given.billing_name,
    address: given.billing_address,
    address2: given.billing_address2,
    city: given.billing_city,
    state: given.billing_state,
    zip: given.billing_zip,
    country: given.billing_country,
    email: given.billing_email === undefined ? (had?.email ?? null) : given.billing_email,
    url: given.billing_url === undefined ? (had?.url ?? null) : given.billing_url,
    tax_id: plainTaxId(given.tax_id),
  }
}

const changedIn = (row: InformationRow, had: InformationRow | undefined) =>
  (Object.keys(row) as (keyof InformationRow)[]).filter((name) => row[name] !== had?.[name])

/** The trail of changes names what changed, not the address itself. Call it inside a transaction. */
export const saveInformation = async (
  organization: Organization,
  { actor, name }: { actor: Actor; name: string },
  given: GivenInformation,
) => {
  const had = await informationOf(organization)
  const row = rowOf(given, had)
  const changed = changedIn(row, had)
  if (had && changed.length === 0) return row
  await setInformation(organization, row)
  await recordChange(trailOf(organization), actor, {
    action: 'billing_information.set',
    subjectId: organization.id,
    subjectName: name,
    detail: { changed },
  })
  return row
}
