import { inviteEndpoints } from '@playhead/features/account/invites/server'
import { feature } from '@playhead/server-kit/feature.ts'
import { implement } from '@playhead/server-kit/implement.ts'
import { team } from '../contract.ts'
import { deleteUser } from './delete-user.ts'
import { listUsers } from './list-users.ts'
import { removeUser } from './remove-user.ts'
import { retrieveUser } from './retrieve-user.ts'
import { updateEnvironments } from './update-environments.ts'

export const teamServer = feature('team', {
  endpoints: [
    implement(team, { listUsers, retrieveUser, deleteUser, updateEnvironments, removeUser }),
    inviteEndpoints,
  ],
})
