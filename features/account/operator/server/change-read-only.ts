import type { App } from '@playhead/server-kit/app.ts'
import { type Actor, recordChange } from '@playhead/server-kit/audit/changes.ts'
import { writeReadOnly } from '@playhead/server-kit/state/server-state.sql.ts'

export const changeReadOnly = (app: App, actor: Actor, isReadOnly: boolean) =>
  app.postgres.transaction(async (postgres) => {
    await writeReadOnly(postgres, isReadOnly)
    await recordChange({ organizationId: null, postgres }, actor, {
      action: isReadOnly ? 'read_only.began' : 'read_only.ended',
      subjectId: 'server',
    })
    return { read_only: isReadOnly }
  })
