import { feature } from '@playhead/server-kit/feature.ts'
import { implement } from '@playhead/server-kit/implement.ts'
import { operator } from '../contract.ts'
import { beginMasquerade } from './begin-masquerade.ts'
import { endMasquerade } from './end-masquerade.ts'
import { listMail } from './list-mail.ts'
import { listOrganizations } from './list-organizations.ts'
import { readOnlyCommand } from './read-only-command.ts'
import { setReadOnly } from './set-read-only.ts'
import { systemTopic } from './system-topic.ts'
import { updateOrganizationCommand } from './update-organization-command.ts'
import { updateOrganization } from './update-organization.ts'

export const operatorServer = feature('operator', {
  endpoints: [
    implement(operator, {
      listOrganizations,
      updateOrganization,
      masquerade: beginMasquerade,
      endMasquerade,
      listMail,
      setReadOnly,
    }),
  ],
  topics: [systemTopic],
  commands: [updateOrganizationCommand, readOnlyCommand],
})
