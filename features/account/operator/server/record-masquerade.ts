import type { Database } from '@playhead/postgres/client.ts'
import { actorOf, recordChange, trailOf } from '@playhead/server-kit/audit/changes.ts'
import type { Person, RequestFacts } from '@playhead/server-kit/context.ts'

export interface Masquerader extends Person {
  request: RequestFacts
}

/** The organization's own audit trail shows who looked in, and when. */
export const recordMasquerade = (
  postgres: Database,
  { session, request }: Masquerader,
  organization: { id: string; name: string | undefined },
  action: 'masquerade.began' | 'masquerade.ended',
) =>
  recordChange(
    trailOf({ id: organization.id, postgres }),
    { ...actorOf(session, request), masqueradesIn: organization.id },
    {
      action,
      subjectId: organization.id,
      ...(organization.name !== undefined && { subjectName: organization.name }),
    },
  )
