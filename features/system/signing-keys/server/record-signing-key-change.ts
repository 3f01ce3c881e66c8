import { actorOfCaller, recordChange, trailOf } from '@playhead/server-kit/audit/changes.ts'
import type { EnvironmentContext, RequestFacts } from '@playhead/server-kit/context.ts'
import { type Environment, within } from '@playhead/server-kit/tenant.ts'
import type { SigningKeyRow } from './signing-keys.sql.ts'

export const recordSigningKeyChange = (
  { organization, caller, request }: EnvironmentContext & { request: RequestFacts },
  { id, postgres }: Environment,
  happened: 'created' | 'deleted',
  key: SigningKeyRow,
) =>
  recordChange(trailOf(within(organization, postgres)), actorOfCaller(caller, request), {
    action: `signing_key.${happened}`,
    subjectId: key.id,
    environmentId: id,
  })
