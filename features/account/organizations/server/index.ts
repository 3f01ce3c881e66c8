import { listChanges } from '@playhead/features/account/audit-trail/server'
import { feature } from '@playhead/server-kit/feature.ts'
import { implement } from '@playhead/server-kit/implement.ts'
import { organizations } from '../contract.ts'
import { cancelOrganization } from './cancel-organization.ts'
import { createOrganizationCommand } from './create-organization-command.ts'
import { createOrganization } from './create-organization.ts'
import { listOrganizations } from './list-organizations.ts'
import { removeOrganization } from './remove-organization.ts'
import { removeSsoCommand } from './sso/remove-sso-command.ts'
import { removeSso } from './sso/remove-sso.ts'
import { renameOrganization } from './rename-organization.ts'
import { retrieveOrganizationById } from './retrieve-organization-by-id.ts'
import { retrieveOrganization } from './retrieve-organization.ts'
import { retrieveSso } from './sso/retrieve-sso.ts'
import { saveOnboarding } from './save-onboarding.ts'
import { setFlag } from './set-flag.ts'
import { updateOrganization } from './update-organization.ts'
import { updateSso } from './sso/update-sso.ts'

export { addOrganization } from './add-organization.ts'
export { setUsageNotices, updateOperated } from './organizations.sql.ts'

export const organizationsServer = feature('organizations', {
  endpoints: [
    implement(organizations, {
      list: listOrganizations,
      create: createOrganization,
      retrieveById: retrieveOrganizationById,
      rename: renameOrganization,
      change: renameOrganization,
      remove: removeOrganization,
      retrieve: retrieveOrganization,
      update: updateOrganization,
      setFlag,
      cancel: cancelOrganization,
      listChanges,
      retrieveSso,
      updateSso,
      removeSso,
      onboarding: saveOnboarding,
    }),
  ],
  commands: [createOrganizationCommand, removeSsoCommand],
})
