import { inviteEndpoints } from '@playhead/features/account/invites/server'
import { feature } from '@playhead/server-kit/feature.ts'
import { implement } from '@playhead/server-kit/implement.ts'
import { team } from '../contract.ts'
import {
  deleteUser,
  listUsers,
  removeUser,
  retrieveUser,
  updateEnvironments,
} from './team-users.ts'

export const teamServer = feature('team', {
  endpoints: [
    implement(team, { listUsers, retrieveUser, deleteUser, updateEnvironments, removeUser }),
    inviteEndpoints,
  ],
})
