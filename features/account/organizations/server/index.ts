import { listChanges } from '@playhead/features/account/audit-trail/server'
import { feature } from '@playhead/server-kit/feature.ts'
import { implement } from '@playhead/server-kit/implement.ts'
import { organizations } from '../contract.ts'
import { createOrganization } from './create-organization.ts'
import { createOrganizationCommand } from './create-organization-command.ts'
import {
  listOrganizations,
  retrieveOrganization,
  retrieveOrganizationById,
} from './read-organizations.ts'
import { removeSso, retrieveSso, updateSso } from './sso-connection.ts'
import { removeSsoCommand } from './remove-sso-command.ts'
import {
  cancelOrganization,
  removeOrganization,
  renameOrganization,
  saveOnboarding,
  setFeature,
  updateOrganization,
} from './update-organization.ts'

export { addOrganization } from './create-organization.ts'

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
      setFeature,
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
