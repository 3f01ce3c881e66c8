import { updateMasquerade } from '@playhead/features/account/sign-in/server'
import type { Database } from '@playhead/postgres/client.ts'
import { findOperated } from './operator.sql.ts'
import { type Masquerader, recordMasquerade } from './record-masquerade.ts'

export const endCurrentMasquerade = async (postgres: Database, masquerader: Masquerader) => {
  const id = masquerader.session.masquerade_organization_id
  if (!id) return
  const name = (await findOperated({ id, postgres }))?.name
  await updateMasquerade(postgres, masquerader.session.id, null)
  await recordMasquerade(postgres, masquerader, { id, name }, 'masquerade.ended')
}
