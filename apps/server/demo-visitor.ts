import { isDeepStrictEqual } from 'node:util'
import type { App } from '@playhead/server-kit/app.ts'
import { findDemoVisitor, writeDemoVisitor } from '@playhead/server-kit/state/server-state.sql.ts'
import {
  deleteDemoVisitor,
  isAddressTaken,
  listDemoEnvironments,
  listOpenEnvironmentIds,
} from './demo-visitor.sql.ts'
import { insertMembership, insertPerson, lockSeeding } from './seed-demo.sql.ts'

/** Nothing can be mailed there, so the account cannot get a password. */
const visitorEmail = 'visitor@demo.invalid'

/**
 * While a public demo is on there is one account of all visitors, a member of the demo organizations without the rights
 * of an admin; where it is off there is none. DEMO-001, DEMO-005
 */
export const keepDemoVisitor = async (app: App) => {
  if (app.settings.publicDemo === undefined) return void (await deleteDemoVisitor(app.postgres))
  await app.postgres.transaction(async (postgres) => {
    await lockSeeding(postgres)
    const environments = await listDemoEnvironments(postgres)
    const known = await findDemoVisitor(postgres)
    if (known !== undefined) {
      const open = await listOpenEnvironmentIds(postgres, known)
      if (isDeepStrictEqual(open, environments.map(({ id }) => id).toSorted())) return
      // The environments of the demo have changed since the last start.
      await deleteDemoVisitor(postgres)
    }
    if (environments.length === 0)
      return app.log.warn('A public demo is on, but this server has no demo organization.')
    if (await isAddressTaken(postgres, visitorEmail))
      return app.log.error('A public demo cannot begin: another account has its address.', {
        email: visitorEmail,
      })
    const userId = await insertPerson(postgres, {
      email: visitorEmail,
      firstName: 'Visitor',
      lastName: '',
      passwordHash: null,
    })
    for (const organizationId of new Set(environments.map((one) => one.organization_id)))
      await insertMembership(postgres, organizationId, {
        userId,
        isAdmin: false,
        environmentIds: environments
          .filter((one) => one.organization_id === organizationId)
          .map(({ id }) => id),
      })
    await writeDemoVisitor(postgres, userId)
  })
}
